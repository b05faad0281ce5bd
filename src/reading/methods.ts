import type { Side } from '../model/frame.ts';
import { revisionsWith } from '../protocol/revisions.ts';
import { type Reader, whole } from './cover.ts';
import { callParams, callResult, taskState } from './stages/call.ts';
import { params } from './stages/envelope.ts';
import { callFailure, failure } from './stages/errors.ts';
import { introduction } from './stages/instructions.ts';
import { type ListPage, toolList } from './stages/listing.ts';
import { hostOnly, type MethodReaders } from './stages/placement.ts';
import { promptMessages, promptParams } from './stages/prompts.ts';
import { resourceContents, resourceParams } from './stages/resources.ts';
import { mayAsk, type Round } from './stages/rounds.ts';
import { samplingAnswer, samplingParams } from './stages/sampling.ts';
import type { CallFacts } from './stages/sdk-checks.ts';

/** What the readers of a request and its answer need to know of the session around it. */
export interface Surroundings {
  /** The name under which the host knows the server. */
  readonly serverLabel: string;
  readonly round: Round;
  /** Of a tool list: the other pages of it. */
  readonly page: ListPage;
  /** Of a tool call: what the session knows of the tool. */
  readonly call: CallFacts;
}

/**
 * The readers for a method that `from` asks for. All revisions are read alike: what a message is for
 * does not change between them, and peers send methods of other revisions too.
 */
export function readersOf(from: Side, method: string, around: Surroundings): MethodReaders {
  const table = from === 'client' ? CLIENT_ASKS : SERVER_ASKS;
  const own = table.get(method);
  if (own) return own(around);
  return hostOnly(revisionsWith(method, from).length > 0 ? 'hostOnly' : 'method.unknown');
}

/** The reader for a JSON-RPC error that answers this method. */
export function failureReader(from: Side, method: string, call: CallFacts): Reader {
  const isCall = from === 'client' && TOOL_CALLS.has(method);
  return isCall ? callFailure(call) : failure('rpcError.other');
}

type Make = (around: Surroundings) => MethodReaders;

const TOOL_CALLS: ReadonlySet<string> = new Set(['tools/call', 'tasks/result']);

/** Methods of the client that have rules of their own; all others stay with the host. */
const CLIENT_ASKS: ReadonlyMap<string, Make> = new Map<string, Make>([
  ['initialize', opening],
  ['server/discover', opening],
  ['tools/list', toolsList],
  ['tools/call', toolsCall],
  [
    'tasks/result',
    ({ call }) => ({ params: hostOnly('call.task').params, result: callResult(call) }),
  ],
  ['tasks/get', ({ call }) => ({ params: hostOnly('call.task').params, result: taskState(call) })],
  ['tasks/update', () => hostOnly('call.task')],
  ['tasks/cancel', () => hostOnly('call.task')],
  ['tasks/list', () => hostOnly('call.task')],
  ['resources/list', () => hostOnly('resources.list')],
  ['resources/templates/list', () => hostOnly('resources.list')],
  ['resources/read', resourcesRead],
  ['prompts/list', () => hostOnly('prompts.list')],
  ['prompts/get', promptsGet],
]);

const SERVER_ASKS: ReadonlyMap<string, Make> = new Map<string, Make>([
  ['sampling/createMessage', () => ({ params: samplingParams, result: samplingAnswer })],
  ['elicitation/create', () => hostOnly('elicitation')],
  ['tasks/get', () => hostOnly('call.task')],
  ['tasks/result', clientTask],
  ['tasks/cancel', () => hostOnly('call.task')],
  ['tasks/list', () => hostOnly('call.task')],
]);

function opening({ serverLabel }: Surroundings): MethodReaders {
  const version = whole('handshake.version');
  return {
    params: params({ protocolVersion: version }, whole('handshake')),
    result: introduction(serverLabel),
  };
}

function toolsList({ page }: Surroundings): MethodReaders {
  const cursor = whole('listing.cursor');
  return {
    params: params({ cursor }, whole('hostOnly')),
    result: toolList(page),
  };
}

function toolsCall({ serverLabel, round, call }: Surroundings): MethodReaders {
  return { params: callParams(serverLabel, round), result: mayAsk(callResult(call)) };
}

function resourcesRead({ round }: Surroundings): MethodReaders {
  return { params: resourceParams(round), result: mayAsk(resourceContents) };
}

function promptsGet({ round }: Surroundings): MethodReaders {
  return { params: promptParams(round), result: mayAsk(promptMessages) };
}

/** Sampling and elicitation can become tasks of the client; the result does not say which it was. */
function clientTask(): MethodReaders {
  return { params: hostOnly('call.task').params, result: hostOnly('call.taskAnswer').result };
}
