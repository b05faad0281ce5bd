import type { Side } from '../model/frame.ts';
import { append } from '../model/lists.ts';
import type { Located } from '../model/message.ts';
import { type Exchange, isKind, type Session } from '../model/session.ts';
import type { DiffOptions, ExchangePair, NotificationPair } from './context.ts';
import { type Normalising, requestKey } from './normalise.ts';
import { lastBefore, type PassedCalls } from './passed.ts';
import { type Match, matchKeys, nthWithNth, rest } from './sequence.ts';
import { subjectOf } from './subject.ts';

/** Requests by which a session opens; what they ask with is the client's introduction. */
export const OPENINGS: ReadonlySet<string> = new Set(['initialize', 'server/discover']);

/** What only one era has to do before it may ask. */
const HANDSHAKE: ReadonlySet<string> = new Set([...OPENINGS, 'notifications/initialized']);

/**
 * Pairs the exchanges of two sessions, those of each asking side apart: first the n-th time that a
 * question is asked with the n-th time it is asked in the other session, by method and value; then
 * questions that differ in volatile values alone; then what is left of the same tool, prompt or
 * method, as a question that changed. Ids, lines and the order of the sides play no part.
 */
export function alignExchanges(
  a: Session,
  b: Session,
  acrossEras: boolean,
  options: DiffOptions,
): ExchangePair[] {
  return (['client', 'server'] as const).flatMap((side) =>
    pairExchanges(
      asked(a, side, acrossEras),
      asked(b, side, acrossEras),
      options,
      side === 'client' ? options.passed : undefined,
    ),
  );
}

/** Pairs notifications of the same side by method and value, then by method. */
export function alignNotifications(
  a: Session,
  b: Session,
  acrossEras: boolean,
  options: DiffOptions,
): NotificationPair[] {
  return (['client', 'server'] as const).flatMap((side) => {
    const [old, now] = [told(a, side, acrossEras), told(b, side, acrossEras)];
    const exact = (each: Located) => keyOfMessage(each, options);
    const matches = matchKeys(old.map(exact), now.map(exact));
    const loose = nthWithNth(
      rest(old.map(methodOf), matches, 0),
      rest(now.map(methodOf), matches, 1),
    );
    return pairsOf(old, now, matches, loose);
  });
}

function asked(session: Session, side: Side, acrossEras: boolean): Exchange[] {
  return session.exchanges.filter(
    ({ request }) =>
      request.from === side && !(acrossEras && HANDSHAKE.has(request.message.method)),
  );
}

function told(session: Session, side: Side, acrossEras: boolean): Located[] {
  return session.messages.filter(
    (each) =>
      each.from === side &&
      each.message.kind === 'notification' &&
      !(acrossEras && HANDSHAKE.has(each.message.method)),
  );
}

function pairExchanges(
  old: readonly Exchange[],
  now: readonly Exchange[],
  options: DiffOptions,
  passed: PassedCalls | undefined,
): ExchangePair[] {
  const { ignore = [], folds } = options;
  const exact = (each: Exchange) => keyOf(each, { ignore });
  const folded = (each: Exchange) => keyOf(each, { ignore, folds });
  const about = ({ request }: Exchange) => subjectOf(request);
  const matches: Match[] = [];
  for (const key of [exact, folded]) append(matches, matchLeft(old, now, matches, key));
  const changed = matchLeft(old, now, matches, about);
  return pairsOf(old, now, matches, changed, passed && placesOf(old, now, passed));
}

/** Where exchanges stand among all of their session. */
interface Places {
  readonly a: (index: number) => number;
  readonly b: (index: number) => number;
  /** The place in B of the last call that was left out and stands before one of A, but behind another. */
  readonly before: (place: number, behind: number) => number | undefined;
}

function placesOf(old: readonly Exchange[], now: readonly Exchange[], passed: PassedCalls): Places {
  const rankIn = (list: readonly Exchange[], ranks: ReadonlyMap<number, number>) => {
    return (index: number) => ranks.get(list[index]?.request.seq ?? -1) ?? index;
  };
  return {
    a: rankIn(old, passed.a.rankOf),
    b: rankIn(now, passed.b.rankOf),
    before: (place, behind) => {
      const nth = lastBefore(passed, place);
      return (passed.a.ranks[nth] ?? -1) > behind ? passed.b.ranks[nth] : undefined;
    },
  };
}

/** Nothing was left out. */
const AS_LISTED: Places = { a: (index) => index, b: (index) => index, before: () => undefined };

/** Matches what is left by keys, which are made of nothing else: of a whole session they take long. */
function matchLeft<T>(
  old: readonly T[],
  now: readonly T[],
  matches: readonly Match[],
  key: (each: T) => string,
): Match[] {
  const left = (all: readonly T[], side: 0 | 1) =>
    rest(all, matches, side).map(([index, each]) => [index, key(each)] as const);
  return nthWithNth(left(old, 0), left(now, 1));
}

/** Every client introduces itself in its own words, so an opening is one question. */
function keyOf({ request: { message } }: Exchange, options: Normalising): string {
  if (OPENINGS.has(message.method)) return message.method;
  return requestKey(message.method, message.params, options);
}

function keyOfMessage(located: Located, { ignore = [], folds }: DiffOptions): string {
  if (!isKind(located, 'notification')) return '';
  return requestKey(located.message.method, located.message.params, { ignore, folds });
}

function methodOf(located: Located): string {
  return isKind(located, 'notification') ? located.message.method : '';
}

/** In the order of B, what A alone has behind what came before it. */
function pairsOf<T>(
  old: readonly T[],
  now: readonly T[],
  same: readonly Match[],
  changed: readonly Match[],
  places: Places = AS_LISTED,
): { how: 'same' | 'changed' | 'alone'; a?: T; b?: T }[] {
  const place = new Map([...same, ...changed]);
  const known = new Set(place.values());
  const pairs: { at: number; pair: { how: 'same' | 'changed' | 'alone'; a?: T; b?: T } }[] = [];
  for (const [list, how] of [
    [same, 'same'],
    [changed, 'changed'],
  ] as const)
    for (const [before, after] of list) {
      const [a, b] = [old[before], now[after]];
      if (a !== undefined && b !== undefined)
        pairs.push({ at: places.b(after), pair: { how, a, b } });
    }
  for (const [index, b] of now.entries())
    if (!known.has(index)) pairs.push({ at: places.b(index), pair: { how: 'alone', b } });
  let last = -0.5;
  let behind = -1;
  for (const [index, a] of old.entries()) {
    const found = place.get(index);
    const passed = places.before(places.a(index), behind);
    if (passed !== undefined) last = passed + 0.5;
    if (found === undefined) pairs.push({ at: last, pair: { how: 'alone', a } });
    else last = places.b(found) + 0.5;
    behind = places.a(index);
  }
  return pairs.sort((x, y) => x.at - y.at).map(({ pair }) => pair);
}
