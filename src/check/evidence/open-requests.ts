import { type Micros, otherSide } from '../../model/frame.ts';
import { member, stringMember } from '../../model/json.ts';
import { asker, type Exchange, type Session } from '../../model/session.ts';
import { forbiddenBatchesOf } from './batches.ts';
import { diedEarly } from './ending.ts';
import { callOfRequest } from './http.ts';
import { SIDES } from './lines.ts';
import { misfitsOf, openRequestsOf } from './misfits.ts';
import { perSession } from './per-session.ts';
import { plainId } from './plain-json.ts';
import { type StrayLine, speaksLsp, straysOf, straysOfKind } from './strays.ts';

/**
 * Requests whose missing answer is a consequence of a fault that another rule reports: one root cause
 * is one finding. The value is what explains it: a stray line, or the id of the rule.
 */
export interface Explained {
  readonly byStray: ReadonlyMap<Exchange, StrayLine>;
  readonly others: ReadonlySet<Exchange>;
}

export const explainedOf = perSession((session: Session): Explained => {
  const byStray = new Map<Exchange, StrayLine>();
  const open = openRequestsOf(session);
  const find = finderOf(open);
  for (const stray of straysOf(session))
    for (const exchange of meantFor(stray, find))
      if (!byStray.has(exchange)) byStray.set(exchange, stray);
  const others = new Set([
    ...byMisfits(session),
    ...open.filter(lostTo(session)),
    ...open.filter((each) => isOverHttp(session, each)),
  ]);
  return { byStray, others };
});

/** Requests that wait for an answer and nothing else explains why none came. */
export function unexplainedOf(session: Session): Exchange[] {
  const { byStray, others } = explainedOf(session);
  return openRequestsOf(session).filter(
    (each) => !byStray.has(each) && !others.has(each) && isOverdue(session, each),
  );
}

/** The request that the stray line would have answered. */
export function explainedBy(session: Session, strays: readonly StrayLine[]): Exchange[] {
  const wanted = new Set(strays);
  const found = [...explainedOf(session).byStray].filter(([, stray]) => wanted.has(stray));
  return found.map(([exchange]) => exchange);
}

/** The rules of HTTP tell why a response held no answer; a client that closes it gives its request up. */
function isOverHttp(session: Session, exchange: Exchange): boolean {
  return callOfRequest(session, exchange)?.closed !== undefined;
}

/** How long somebody waits who gives no telling reason for giving up, before it counts as a time-out. */
const LONG: Micros = 10_000_000;

/**
 * A user may cancel a request, and then no answer is due; giving up after a time-out is another thing
 * (both are `notifications/cancelled`). A probe with `server/discover` may stay without an answer.
 */
function isOverdue(session: Session, { request, outcome }: Exchange): boolean {
  if (request.message.method === 'server/discover') return !hasInitialize(session, request.seq);
  if (outcome.kind !== 'cancelled') return outcome.kind === 'unanswered';
  if (request.message.method === 'initialize') return true;
  const reason = stringMember(params(outcome.cancel.message), 'reason');
  if (reason !== undefined && TIMED_OUT.test(reason)) return true;
  if (reason !== undefined && BY_WISH.test(reason)) return false;
  return outcome.cancel.at - request.at >= LONG;
}

const TIMED_OUT =
  /time[d -]?\s?-?out|-32001|deadline|\bno (answer|response|reply)\b|did not (answer|respond|reply)/i;

/** Somebody wanted it to end, or left. */
const BY_WISH = /\buser\b|\besc(ape)?\b|abort|ctrl|interrupt|no longer|not needed|\bSIG[A-Z]+/i;

function params(message: { readonly node: Parameters<typeof member>[0] }) {
  return member(message.node, 'params');
}

function hasInitialize(session: Session, after: number): boolean {
  return lastInitialize(session).seq > after;
}

const lastInitialize = perSession((session: Session) => {
  const last = session.exchanges.findLast((each) => each.request.message.method === 'initialize');
  return { seq: last?.request.seq ?? -1 };
});

/** Finds open requests by the plain spelling of their id (see `plainId`). */
interface Finder {
  byId(stray: StrayLine, id: string): Exchange | undefined;
  /** The one open request that the writer of the stray had to answer, if there is exactly one. */
  only(stray: StrayLine): Exchange | undefined;
}

function finderOf(open: readonly Exchange[]): Finder {
  const byId = new Map<string, Exchange>();
  for (const each of open) {
    const { id } = each.request.message;
    if (id.kind !== 'null') byId.set(`${otherSide(asker(each))} ${plainId(id.text)}`, each);
  }
  return {
    byId: (stray, id) => asked(byId.get(`${stray.from} ${id}`), stray),
    only: (stray) => {
      const [first, second] = open.filter((each) => asker(each) !== stray.from);
      return second ? undefined : asked(first, stray);
    },
  };
}

/** Nothing can be answered before it was asked. */
function asked(exchange: Exchange | undefined, stray: StrayLine): Exchange | undefined {
  return exchange && exchange.request.seq < stray.seq ? exchange : undefined;
}

function meantFor(stray: StrayLine, find: Finder): Exchange[] {
  const named = stray.answers.flatMap((id) => find.byId(stray, id) ?? []);
  if (stray.kind !== 'cut' || named.length > 0) return named;
  return [find.only(stray) ?? []].flat();
}

/** Requests whose answer came with a wrong id, or that stood in a batch that nobody had to read. */
function byMisfits(session: Session): Exchange[] {
  const batches = new Set(forbiddenBatchesOf(session).map(({ line }) => line.frame.seq));
  const inBatch = openRequestsOf(session).filter((each) => batches.has(each.request.seq));
  const meant = misfitsOf(session).flatMap(({ kind, exchange }) =>
    exchange && ['type-changed', 'truncated', 'wrong-id'].includes(kind) ? [exchange] : [],
  );
  return [...inBatch, ...meant];
}

/** Nothing that was asked could be answered: the server never ran, or its framing or encoding is another. */
function lostTo(session: Session): (exchange: Exchange) => boolean {
  const unread = SIDES.filter(
    (side) => speaksLsp(session, side) || straysOfKind(session, side, 'utf-16').length > 0,
  );
  const dead = diedEarly(session) !== undefined;
  return (exchange) =>
    unread.includes(otherSide(asker(exchange))) || (dead && asker(exchange) === 'client');
}
