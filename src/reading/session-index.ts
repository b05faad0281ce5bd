import { at, member, stringMember } from '../model/json.ts';
import type { Answer, Located, Request } from '../model/message.ts';
import { answerOf, type Exchange, refKey, type Session } from '../model/session.ts';

/** How an answer stands to the requests of its session. */
export interface Asked {
  readonly standing: 'answer' | 'late' | 'duplicate' | 'ambiguous';
  /** The request that it answers; each that it may answer when it is ambiguous. */
  readonly requests: readonly Located<Request>[];
}

/** What a reading needs to find in a session, by message key. */
export interface SessionIndex {
  readonly asked: ReadonlyMap<string, Asked>;
  /** For a request that repeats an earlier one with answers: the exchange of the round before. */
  readonly roundBefore: ReadonlyMap<string, Exchange>;
  /** For a `tools/list` request with a cursor: the number of tools on the pages before. */
  readonly firstTool: ReadonlyMap<string, number>;
}

/** The index of a session, built once for each session object. */
export function indexOf(session: Session): SessionIndex {
  const known = built.get(session);
  if (known) return known;
  const index = {
    asked: askedBy(session),
    roundBefore: roundsOf(session),
    firstTool: pagesOf(session.exchanges),
  };
  built.set(session, index);
  return index;
}

const built = new WeakMap<Session, SessionIndex>();

function askedBy(session: Session): Map<string, Asked> {
  const asked = new Map<string, Asked>();
  for (const { request, outcome, duplicates } of session.exchanges) {
    if (outcome.kind === 'answered') note(asked, outcome.answer, 'answer', request);
    if (outcome.kind === 'late') note(asked, outcome.answer, 'late', request);
    if (outcome.kind === 'ambiguous')
      for (const answer of outcome.answers) note(asked, answer, 'ambiguous', request);
    for (const answer of duplicates) note(asked, answer, 'duplicate', request);
  }
  return asked;
}

/** An ambiguous answer is noted by each exchange that it may belong to. */
function note(
  asked: Map<string, Asked>,
  answer: Located<Answer>,
  standing: Asked['standing'],
  request: Located<Request>,
): void {
  const before = asked.get(refKey(answer))?.requests ?? [];
  asked.set(refKey(answer), { standing, requests: [...before, request] });
}

function roundsOf(session: Session): Map<string, Exchange> {
  const rounds = new Map<string, Exchange>();
  for (const { exchanges } of session.operations) {
    let before: Exchange | undefined;
    for (const exchange of exchanges) {
      if (before) rounds.set(refKey(exchange.request), before);
      before = exchange;
    }
  }
  return rounds;
}

/** Follows the cursors: a page begins where the one that named its cursor ended. */
function pagesOf(exchanges: readonly Exchange[]): Map<string, number> {
  const firstTool = new Map<string, number>();
  const endOf = new Map<string, number>();
  for (const exchange of exchanges) {
    const { message } = exchange.request;
    if (message.method !== 'tools/list') continue;
    const cursor = stringMember(message.params, 'cursor');
    const first = cursor === undefined ? 0 : (endOf.get(cursor) ?? 0);
    if (first > 0) firstTool.set(refKey(exchange.request), first);
    noteEnd(endOf, exchange, first);
  }
  return firstTool;
}

function noteEnd(endOf: Map<string, number>, exchange: Exchange, first: number): void {
  const answer = answerOf(exchange)?.message;
  if (answer?.kind !== 'result') return;
  const next = stringMember(answer.result, 'nextCursor');
  const tools = member(answer.result, 'tools');
  if (next !== undefined && tools?.kind === 'array') endOf.set(next, first + tools.items.length);
}

/** The method that a server asked for under `key` in the result of this exchange. */
export function inputAsked(exchange: Exchange | undefined, key: string): string | undefined {
  const answer = exchange && answerOf(exchange)?.message;
  if (answer?.kind !== 'result') return undefined;
  return stringMember(at(answer.result, 'inputRequests', key), 'method');
}
