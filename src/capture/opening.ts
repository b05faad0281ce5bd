import { at, type JsonNode, member } from '../model/json.ts';
import type { Answer } from '../model/message.ts';
import { NEWEST_LEGACY } from '../protocol/revisions.ts';
import type { Conversation, Reply } from './conversation.ts';
import { membersOf, type Params } from './json-text.ts';
import { clientInfo, enveloped, isModern, type SessionState } from './session-state.ts';

/** What an opening needs of its surroundings. */
export interface OpeningTools {
  readonly conversation: Conversation;
  readonly state: SessionState;
  /** Longest wait for the answer to the opening. */
  readonly timeoutMs: number;
  /** Longest wait for a server of which it is not known whether it understands the question. */
  readonly probeMs: number;
  /** Remarks for the recording. */
  readonly note: (text: string) => void;
  /** A request of the opening had no answer within its time. */
  readonly timedOut: (method: string, ms: number) => void;
}

/** Error of a server that knows `_meta` but not this revision (2026-07-28, "Versioning"). */
const UNSUPPORTED_VERSION = '-32022';

/** Members of a `DiscoverResult` (2026-07-28, schema); a result with none of them is of something else. */
const DISCOVERY = ['supportedVersions', 'capabilities', 'resultType'];

/**
 * Opens the session in the wanted era. `auto` asks `server/discover` first: an answer, or the error
 * that lists other revisions, means modern; any other error, silence, and a result that is none of
 * `server/discover` mean legacy.
 * @returns the reply that settled it; the state says which era is in force.
 */
export async function open(tools: OpeningTools): Promise<Reply> {
  const { wanted } = tools.state;
  if (wanted === 'legacy') return initialize(tools);
  const reply = await discover(tools, wanted === 'auto' ? tools.probeMs : tools.timeoutMs);
  if (wanted === 'modern' || reply.kind === 'closed' || isDiscovered(reply)) return reply;
  if (reply.kind === 'timeout')
    tools.note(`server/discover had no answer within ${reply.ms} ms; opening with initialize`);
  if (resultOf(reply))
    tools.note(
      'server/discover was answered with a result that names no supportedVersions, capabilities or resultType, as by a server that does not know it; opening with initialize',
    );
  const legacy = await initialize(tools);
  return isPinned(legacy) ? discover(tools, tools.timeoutMs) : legacy;
}

/** A server that serves the modern era on this connection since a probe it answered too late. */
function isPinned(reply: Reply): boolean {
  return reply.kind === 'answer' && errorCode(reply.answer) === UNSUPPORTED_VERSION;
}

/** `initialize`, and `notifications/initialized` when it was answered with a result. */
export async function initialize(tools: OpeningTools): Promise<Reply> {
  const { conversation, state, timeoutMs } = tools;
  state.era = 'legacy';
  conversation.mayAnswer = true;
  const { wantedRevision, identity } = state;
  const params = membersOf([
    ['protocolVersion', JSON.stringify(wantedRevision ?? NEWEST_LEGACY)],
    ['capabilities', identity.capabilities],
    ['clientInfo', clientInfo(identity)],
  ]);
  const reply = await request(tools, 'initialize', params, timeoutMs);
  const result = resultOf(reply);
  if (!result) return reply;
  state.capabilities = member(result, 'capabilities');
  conversation.notify('notifications/initialized');
  return reply;
}

/** `server/discover`, once more with a revision that the server lists when it does not know ours. */
export async function discover(tools: OpeningTools, timeoutMs: number): Promise<Reply> {
  const reply = await askDiscover(tools, timeoutMs);
  const other = supportedInstead(reply, tools.state.modernRevision);
  if (other === undefined) return reply;
  tools.note(`the server does not speak ${tools.state.modernRevision}; going on with ${other}`);
  tools.state.modernRevision = other;
  return askDiscover(tools, timeoutMs);
}

async function askDiscover(tools: OpeningTools, timeoutMs: number): Promise<Reply> {
  const { conversation, state } = tools;
  const params = enveloped(state, undefined, 'modern');
  const reply = await request(tools, 'server/discover', params, timeoutMs);
  const result = resultOf(reply);
  if (!result) return reply;
  state.era = 'modern';
  conversation.mayAnswer = false;
  state.capabilities = member(result, 'capabilities');
  return reply;
}

/** Openings are not cancelled: `initialize` must not be, and a silent server may not know the other. */
async function request(
  tools: OpeningTools,
  method: string,
  params: Params | undefined,
  timeoutMs: number,
): Promise<Reply> {
  const reply = await tools.conversation.request(method, params, { timeoutMs });
  if (reply.kind === 'timeout') tools.timedOut(method, reply.ms);
  return reply;
}

function isDiscovered(reply: Reply): boolean {
  const result = resultOf(reply);
  if (result) return isDiscovery(result);
  // It knows the error of the modern era and lists a modern revision: going back would be wrong.
  return reply.kind === 'answer' && (supportedBy(reply.answer) ?? []).some(isModern);
}

/** Is it a result of `server/discover`? Simple servers answer `{}` to whatever they do not know. */
export function isDiscovery(result: JsonNode): boolean {
  return DISCOVERY.some((name) => member(result, name) !== undefined);
}

/** The newest modern revision that the error -32022 offers, unless it is the one just refused. */
function supportedInstead(reply: Reply, refused: string): string | undefined {
  if (reply.kind !== 'answer') return undefined;
  const offered = (supportedBy(reply.answer) ?? []).filter(isModern).sort();
  const best = offered.at(-1);
  return best === refused ? undefined : best;
}

function supportedBy(answer: Answer): readonly string[] | undefined {
  if (answer.kind !== 'failure' || errorCode(answer) !== UNSUPPORTED_VERSION) return undefined;
  const listed = at(answer.error, 'data', 'supported');
  if (listed?.kind !== 'array') return undefined;
  return listed.items.flatMap((item) => (item.kind === 'string' ? [item.value] : []));
}

function errorCode(answer: Answer): string | undefined {
  if (answer.kind !== 'failure') return undefined;
  const code = member(answer.error, 'code');
  return code?.kind === 'number' ? code.text : undefined;
}

/** The result that a reply holds, even if only a tolerant client would see it. */
export function resultOf(reply: Reply): JsonNode | undefined {
  if (reply.kind !== 'answer' && reply.kind !== 'almost') return undefined;
  return reply.answer.kind === 'result' ? reply.answer.result : undefined;
}
