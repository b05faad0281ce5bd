import { at, type JsonNode, nodeAt, stringMember } from '../../model/json.ts';
import { groupBy } from '../../model/lists.ts';
import type { Located, Request } from '../../model/message.ts';
import type { Profile } from '../../model/profile.ts';
import type { ModelMedia, ModelText, Reading } from '../../model/reading.ts';
import {
  answerOf,
  type Exchange,
  type Operation,
  refKey,
  type Session,
} from '../../model/session.ts';
import { ruleOf, wayOf } from '../draft.ts';
import { fateAt } from '../fate-at.ts';
import { readMessage } from '../read.ts';
import type { CallResult, ModelCall, Part } from './steps.ts';
import { refOf } from './toolsets.ts';

/**
 * The tool calls of a session in the order made. Rounds of one call are one call, and the result of a
 * task is the result of the call that began it.
 */
export function callsOf(session: Session, profile: Profile): ModelCall[] {
  const tasks = tasksOf(session);
  return session.operations.flatMap((operation, index) => {
    const first = operation.exchanges[0]?.request;
    if (operation.method !== 'tools/call' || first?.from !== 'client') return [];
    return [callOf(first, operation, { session, profile, tasks, number: index + 1 })];
  });
}

interface Around {
  readonly session: Session;
  readonly profile: Profile;
  readonly tasks: ReadonlyMap<string, readonly Exchange[]>;
  readonly number: number;
}

function callOf(request: Located<Request>, operation: Operation, around: Around): ModelCall {
  const { session, profile } = around;
  const { texts } = readMessage(request, session, profile);
  const { params } = request.message;
  const tool = stringMember(params, 'name');
  const name = texts.find((each) => each.from === '/params/name');
  const settled = settledBy(operation, around);
  return {
    id: stringMember(at(params, '_meta'), 'claudecode/toolUseId') ?? madeId(request),
    request,
    tool,
    name: name
      ? { kind: 'text', text: name, target: refOf(request) }
      : { kind: 'open', what: 'a tool' },
    input: texts.find((each) => each.from?.startsWith('/params/arguments')),
    result: resultOf(settled, around),
    end: settled?.end,
  };
}

/** Unique, and telling: the frame that carried the call. */
function madeId(request: Located): string {
  return `call_${refKey(request).replace('.', '_')}`;
}

interface Settled {
  readonly answer: Located | undefined;
  /** What stands for an answer that is none. */
  readonly why: string | undefined;
  readonly end: number | undefined;
}

/** The last round counts; a task that it began is followed to its result. */
function settledBy({ exchanges }: Operation, { tasks }: Around): Settled | undefined {
  const last = exchanges.at(-1);
  if (!last) return undefined;
  const { outcome } = last;
  if (outcome.kind === 'cancelled' || outcome.kind === 'late')
    return { answer: undefined, why: 'the call was cancelled', end: outcome.cancel.seq };
  if (outcome.kind === 'ambiguous')
    return {
      answer: undefined,
      why: 'one of several answers with the same id',
      end: outcome.answers.at(-1)?.seq,
    };
  if (outcome.kind !== 'answered') return undefined;
  const id = taskIdOf(outcome.answer);
  const later = id === undefined ? [] : (tasks.get(id) ?? []);
  const answers = later.flatMap((each) => answerOf(each) ?? []);
  const final = answers.findLast((each) => isFinal(each)) ?? outcome.answer;
  return { answer: final, why: undefined, end: final.seq };
}

/** The id of the task that an answer tells of (2025-11-25: `task`, later: `resultType`). */
function taskIdOf({ message }: Located): string | undefined {
  if (message.kind !== 'result') return undefined;
  const own = stringMember(message.result, 'resultType') === 'task' ? message.result : undefined;
  return stringMember(at(message.result, 'task'), 'taskId') ?? stringMember(own, 'taskId');
}

function tasksOf({ exchanges }: Session): Map<string, Exchange[]> {
  const asked = exchanges.flatMap((exchange) => {
    const { from, message } = exchange.request;
    const id = stringMember(message.params, 'taskId');
    if (from !== 'client' || id === undefined || !TASK_METHODS.has(message.method)) return [];
    return [{ id, exchange }];
  });
  const tasks = [...groupBy(asked, ({ id }) => id)];
  return new Map(tasks.map(([id, own]) => [id, own.map(({ exchange }) => exchange)]));
}

const TASK_METHODS: ReadonlySet<string> = new Set(['tasks/result', 'tasks/get']);

function isFinal({ message }: Located): boolean {
  if (message.kind !== 'result') return message.kind === 'failure';
  return (at(message.result, 'content') ?? at(message.result, 'result')) !== undefined;
}

function resultOf(settled: Settled | undefined, { session, profile }: Around): CallResult {
  const answer = settled?.answer;
  if (!answer) {
    const what = settled?.why ?? 'no answer was recorded';
    return { answer: undefined, parts: [{ kind: 'open', what }], behind: [], flag: undefined };
  }
  const reading = readMessage(answer, session, profile);
  const parts = inPlace(reading, answer.message.node).map((each) => partOf(each, answer));
  const isBehind = (part: Part) => part.kind === 'media' && part.media.place.includes('(user)');
  const own = parts.filter((each) => !isBehind(each));
  const flag = flagOf(answer, reading, profile);
  const unknown = own.length === 0 ? unknownIn(reading) : undefined;
  return {
    answer,
    parts: unknown === undefined ? own : [{ kind: 'open', what: unknown }],
    behind: parts.filter(isBehind),
    flag,
  };
}

type Placed = { readonly text: ModelText } | { readonly media: ModelMedia; readonly data: string };

/** Texts in their order; media where the members that they come from stand among those of the texts. */
function inPlace({ texts, media }: Reading, root: JsonNode): Placed[] {
  const all: Placed[] = texts.map((text) => ({ text }));
  for (const each of media) {
    const node = nodeAt(root, each.from);
    const data = node?.kind === 'string' ? node.value : '';
    const own = blockOf(each.from);
    const before = all.findLastIndex((other) => blockOf(sourceOf(other)) <= own);
    const after = all.findIndex((other) => blockOf(sourceOf(other)) > own);
    const place = before >= 0 ? before + 1 : after >= 0 ? after : all.length;
    all.splice(place, 0, { media: each, data });
  }
  return all;
}

function sourceOf(placed: Placed): string | undefined {
  return 'text' in placed ? placed.text.from : placed.media.from;
}

/** `/result/content/3/data` is of block 3; text of the host's own stands in front. */
function blockOf(pointer: string | undefined): number {
  const index = /\/content\/(\d+)(?:\/|$)/.exec(pointer ?? '')?.[1];
  return index === undefined ? -1 : Number(index);
}

function partOf(placed: Placed, answer: Located): Part {
  const target = refOf(answer);
  return 'text' in placed
    ? { kind: 'text', text: placed.text, target }
    : { kind: 'media', media: placed.media, data: placed.data, target };
}

/** The flag of the API by which the host tells the model of a failure; undefined: it sets none. */
function flagOf(answer: Located, { fates }: Reading, profile: Profile): string | undefined {
  const refused = answer.message.kind === 'failure' || fates.some((each) => each.kind === 'fails');
  if (refused) {
    const { as } = ruleOf(profile, 'rpcError.call');
    return as ?? (profile.api === 'gemini' ? 'error' : undefined);
  }
  const pointer = FLAGS.find((each) => isTrue(nodeAt(answer.message.node, each)));
  const fate = pointer === undefined ? undefined : fateAt(fates, pointer);
  if (fate?.rule !== 'result.isError' || !wayOf(fate.kind)) return undefined;
  return ruleOf(profile, 'result.isError').as;
}

/** Of a result, and of one that the state of a task holds. */
const FLAGS = ['/result/isError', '/result/result/isError'];

function isTrue(node: JsonNode | undefined): boolean {
  return node?.kind === 'literal' && node.value === true;
}

/** A result of which nothing arrives for sure: undefined when it is known that nothing does. */
function unknownIn({ fates }: Reading): string | undefined {
  const fate = fates.find((each) => each.kind === 'unknown' || each.kind === 'fails');
  if (!fate) return undefined;
  const what =
    fate.kind === 'fails' ? 'what the host makes of a result that it refuses' : fate.note;
  return what ?? 'how this host shows it to the model is not known';
}
