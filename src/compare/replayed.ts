import type { Micros, Side } from '../model/frame.ts';
import type { JsonNode } from '../model/json.ts';
import type { Located } from '../model/message.ts';
import { answerOf, type Exchange, refKey, type Session } from '../model/session.ts';
import { valuesBehind } from '../secrets/placeholders.ts';
import type { Change } from './change.ts';
import type { DiffOptions, ExchangePair } from './context.ts';
import { LIST_KINDS } from './listings.ts';
import { compareSessions, type FoldCount } from './sessions.ts';
import { questionOf, subjectOf } from './subject.ts';

/**
 * What became of an exchange when its recording was replayed. `missing`: it did not take place, though
 * it could have; `extra`: the recording has none like it; `skipped`: it was not tried, see `why`.
 */
export type Verdict = 'same' | 'changed' | 'slower' | 'missing' | 'extra' | 'skipped';

/** All verdicts, in the order in which they are counted. */
export const VERDICTS: readonly Verdict[] = [
  'same',
  'slower',
  'changed',
  'missing',
  'extra',
  'skipped',
];

export interface Judged {
  readonly verdict: Verdict;
  /** Who asks. */
  readonly side: Side;
  /** Untrusted text. */
  readonly subject: string;
  readonly question: JsonNode | undefined;
  readonly a: Exchange | undefined;
  readonly b: Exchange | undefined;
  /** Differences above info that nothing accepts, the worst first; of `slower` that alone. */
  readonly changes: readonly Change[];
  /** Why it was not tried. */
  readonly why: string | undefined;
}

/** A difference that somebody expects, and by which acceptance. */
export interface Accepted {
  readonly change: Change;
  readonly by: string;
}

export interface Replayed {
  readonly a: Session;
  readonly b: Session;
  /** In the order of the recording; what is extra where it came. */
  readonly exchanges: readonly Judged[];
  /** Differences above info that belong to no one exchange. */
  readonly others: readonly Change[];
  /** Differences that mean nothing. */
  readonly notes: readonly Change[];
  readonly accepted: readonly Accepted[];
  readonly folded: readonly FoldCount[];
  /** Values that were taken out of the recording, and so could not be compared where they first stand. */
  readonly redacted: number;
}

/** Why a recorded message was not sent. */
export interface LeftOut {
  readonly why: string;
  /** It should have been possible. */
  readonly isFault: boolean;
  /** A page of a list that has fewer pages today: what it listed counts all the same. */
  readonly isPage: boolean;
}

export interface ReplayJudging extends DiffOptions {
  /** Which exchange of today is the replay of which; those that were left out are in none. */
  readonly pairs: readonly ExchangePair[];
  /** What was left out, by key of the message (`refKey`). */
  readonly leftOut: ReadonlyMap<string, LeftOut>;
  /** Values that were taken out of the recording, and were put back as they are today. */
  readonly putBack: number;
  /** Keys of the ids of requests that the recorded client did not make. */
  readonly extraIds: ReadonlySet<string>;
  /** Says by what a difference is accepted. */
  readonly accepts: (change: Change) => string | undefined;
}

/**
 * Compares a recording with what came of its replay, exchange by exchange: by the rules of
 * `compareSessions`, without what was left out. The questions are known to be the same.
 */
export function judgeReplay(a: Session, b: Session, judging: ReplayJudging): Replayed {
  const played = without(a, judging.leftOut);
  const diff = compareSessions(played, b, judging);
  const kept: Change[] = [];
  const accepted: Accepted[] = [];
  let redacted = judging.putBack;
  for (const change of diff.changes) {
    if (isOfPaging(change, b, judging)) continue;
    const by = judging.accepts(change);
    if (isRedacted(change)) redacted += 1;
    else if (by !== undefined) accepted.push({ change, by });
    else kept.push(change);
  }
  const { exchanges, others } = verdicts(a, judging.pairs, kept, judging);
  const notes = kept.filter(({ tier, rule }) => tier === 'info' && rule !== 'timing.slower');
  return { a, b, exchanges, others, notes, accepted, folded: diff.folded, redacted };
}

/** How long an exchange took; undefined without an answer. */
export function timeOf(exchange: Exchange | undefined): Micros | undefined {
  const answer = exchange && answerOf(exchange);
  return answer && answer.at - exchange.request.at;
}

/** The session as if it had never held what was left out, nor what the server asked because of it. */
function without(session: Session, leftOut: ReplayJudging['leftOut']): Session {
  const gone = new Set([...leftOut].flatMap(([key, { isPage }]) => (isPage ? [] : [key])));
  if (gone.size === 0) return session;
  const exchanges = session.exchanges.filter(({ request, within }) => {
    const isGone = gone.has(refKey(request)) || (within && gone.has(refKey(within)));
    if (isGone) gone.add(refKey(request));
    return !isGone;
  });
  for (const each of session.exchanges)
    if (gone.has(refKey(each.request))) for (const part of partsOf(each)) gone.add(refKey(part));
  const messages = session.messages.filter((each) => !gone.has(refKey(each)));
  return { ...session, exchanges, messages };
}

function partsOf(exchange: Exchange): readonly Located[] {
  const { outcome, duplicates, notifications, cancel } = exchange;
  const answers =
    'answers' in outcome ? outcome.answers : 'answer' in outcome ? [outcome.answer] : [];
  return [...answers, ...duplicates, ...notifications, ...(cancel ? [cancel] : [])];
}

/** Pages are cut where the server likes: what they list is compared as one list. */
function isOfPaging(
  { rule, pointer, subject, a: inA, b: inB }: Change,
  b: Session,
  { leftOut, extraIds }: ReplayJudging,
): boolean {
  if (pointer === '/result/nextCursor')
    return (
      LIST_KINDS.some(({ method }) => method === subject) && /member-(?:gone|added)$/.test(rule)
    );
  if (rule === 'request.gone' && inA) return leftOut.get(refKey(inA))?.isPage === true;
  if (rule !== 'request.new' || !inB || extraIds.size === 0) return false;
  const request = b.exchanges.find((each) => refKey(each.request) === refKey(inB))?.request;
  const id = request?.message.id;
  return request?.from === 'client' && id?.kind !== 'null' && extraIds.has(id?.key ?? '');
}

/** A placeholder stands for whatever is there now, as long as the text around it is the same. */
function isRedacted({ before, after }: Change): boolean {
  if (before?.kind !== 'string' || !after) return false;
  const now = after.kind === 'string' ? after.value : after.kind === 'number' ? after.text : '';
  return valuesBehind(before.value, now) !== undefined;
}

function verdicts(
  a: Session,
  pairs: readonly ExchangePair[],
  changes: readonly Change[],
  { leftOut }: ReplayJudging,
) {
  const owners = ownersOf(pairs);
  const own = new Map<ExchangePair, Change[]>();
  const others: Change[] = [];
  for (const change of changes) {
    const { tier, rule } = change;
    if (tier === 'info' && rule !== 'timing.slower') continue;
    const owner = isOfSession(rule) ? undefined : (owners.of(change) ?? lastPage(change, a, pairs));
    if (!owner) others.push(change);
    else own.set(owner, [...(own.get(owner) ?? []), change]);
  }
  const judged = pairs.map((pair) => judge(pair, own.get(pair) ?? []));
  const skipped = a.exchanges.flatMap((each) => leftOutOf(each, leftOut));
  return { exchanges: inOrder([...judged, ...skipped]), others };
}

/** What a page listed that was not asked for today is told with the last page that was. */
function lastPage(
  change: Change,
  a: Session,
  pairs: readonly ExchangePair[],
): ExchangePair | undefined {
  const key = change.a && refKey(change.a);
  const page = a.exchanges.find((each) => partsOf(each).some((part) => refKey(part) === key));
  const method = page?.request.message.method;
  if (!LIST_KINDS.some((each) => each.method === method)) return undefined;
  return pairs.findLast(({ b }) => b?.request.message.method === method);
}

/** Rules that name a message as an example of many. */
function isOfSession(rule: string): boolean {
  return /^(?:notification|order|spelling|framing|process)\./.test(rule);
}

/** Finds the exchange that holds a message. */
function ownersOf(pairs: readonly ExchangePair[]) {
  const [inA, inB] = [new Map<string, ExchangePair>(), new Map<string, ExchangePair>()];
  for (const pair of pairs)
    for (const [exchange, map] of [
      [pair.a, inA],
      [pair.b, inB],
    ] as const)
      for (const each of exchange ? [exchange.request, ...partsOf(exchange)] : [])
        map.set(refKey(each), pair);
  return {
    of: ({ a, b }: Change) => (b && inB.get(refKey(b))) ?? (a && inA.get(refKey(a))),
  };
}

function judge({ a, b }: ExchangePair, changes: readonly Change[]): Judged {
  const one = b ?? a;
  // A pair holds at least one of the two.
  if (!one) throw new Error('an empty pair of exchanges');
  const about = aboutOf(one);
  const real = changes.filter(({ tier }) => tier !== 'info');
  if (!b) return { ...about, verdict: 'missing', a, b, changes: real, why: undefined };
  if (!a) return { ...about, verdict: 'extra', a, b, changes: real, why: undefined };
  const verdict = real.length > 0 ? 'changed' : changes.length > 0 ? 'slower' : 'same';
  return { ...about, verdict, a, b, changes: real.length > 0 ? real : changes, why: undefined };
}

function aboutOf({ request }: Exchange) {
  return { side: request.from, subject: subjectOf(request), question: questionOf(request) };
}

function leftOutOf(a: Exchange, leftOut: ReplayJudging['leftOut']): Judged[] {
  const found = leftOut.get(refKey(a.request));
  if (!found) return [];
  const verdict = found.isFault ? 'missing' : 'skipped';
  return [{ ...aboutOf(a), verdict, a, b: undefined, changes: [], why: found.why }];
}

/** By place in the recording; what it does not have, behind what came before it today. */
function inOrder(all: readonly Judged[]): Judged[] {
  const today = all
    .filter(({ b }) => b)
    .toSorted((x, y) => (x.b?.request.seq ?? 0) - (y.b?.request.seq ?? 0));
  const place = new Map<Judged, number>();
  let last = -1;
  for (const each of today) {
    last = Math.max(last, each.a?.request.seq ?? last);
    place.set(each, each.a?.request.seq ?? last + 0.5);
  }
  const placeOf = (each: Judged) => place.get(each) ?? each.a?.request.seq ?? 0;
  return all.toSorted((x, y) => placeOf(x) - placeOf(y));
}
