import { otherSide, type Side } from '../../model/frame.ts';
import { member, stringMember } from '../../model/json.ts';
import type { Answer, FrameContent, Located, MessageRef, RpcId } from '../../model/message.ts';
import { asker, type Exchange, isKind, type Session } from '../../model/session.ts';
import { SIDES, streamsOf } from './lines.ts';
import { perSession } from './per-session.ts';

/** An answer that is not the one answer to one open request. Each has one kind. */
export interface Misfit {
  readonly kind:
    | 'to-notification'
    | 'to-stray'
    | 'to-batch'
    /** Its id is an open request's, but for being a string or a number. */
    | 'type-changed'
    /** Its id is what an open request's becomes in 32 bits, or as a double. */
    | 'truncated'
    /** One of several with a wrong id, each with an unanswered request before it. */
    | 'wrong-id'
    | 'duplicate'
    | 'orphan'
    /** An import that starts in the middle: the question was before it. */
    | 'before-start';
  readonly answer: Located<Answer>;
  /** What it seems to react to: a notification, a stray line, a batch. */
  readonly to: MessageRef | undefined;
  /** The request it was probably meant for, or (duplicate) was already given to. */
  readonly exchange: Exchange | undefined;
}

/** Answers that found no request, or a request that had its answer, in wire order. */
export const misfitsOf = perSession((session: Session): readonly Misfit[] => {
  const found = [...orphanMisfits(session), ...duplicateMisfits(session)];
  const withTwins = found
    .map((each) => asTypeChanged(each, twinsOf(session)))
    .map((each) => asTruncated(each, session));
  return SIDES.flatMap((side) => withWrongIds(session, side, withTwins)).sort(byAnswer);
});

/** Requests that got no answer, in wire order. */
export const openRequestsOf = perSession((session: Session): readonly Exchange[] =>
  session.exchanges.filter(
    ({ outcome }) => outcome.kind === 'unanswered' || outcome.kind === 'cancelled',
  ),
);

/** The misfits of one kind. */
export function misfitsOfKind(session: Session, kind: Misfit['kind']): Misfit[] {
  return misfitsOf(session).filter((each) => each.kind === kind);
}

function orphanMisfits(session: Session): Misfit[] {
  const notifications = methodsNotified(session);
  return session.orphans.map(({ answer, after }) => {
    const to = after ?? notifications.named(answer);
    const kind = isBeforeStart(session, answer)
      ? 'before-start'
      : reactionKind(session, answer, to);
    return { kind, answer, to, exchange: undefined };
  });
}

function duplicateMisfits(session: Session): Misfit[] {
  return session.exchanges.flatMap((exchange) =>
    exchange.duplicates.map((answer) => ({
      kind: 'duplicate' as const,
      answer,
      to: undefined,
      exchange,
    })),
  );
}

/** Notifications by method, for errors that name what they refuse although other lines came between. */
function methodsNotified(session: Session) {
  const newest = new Map<string, Located>();
  for (const each of session.messages)
    if (isKind(each, 'notification')) newest.set(`${each.from} ${each.message.method}`, each);
  return {
    named(answer: Located<Answer>): MessageRef | undefined {
      if (answer.message.kind !== 'failure') return undefined;
      const text = stringMember(answer.message.error, 'message') ?? '';
      const [method] = /notifications\/[\w/]+/.exec(text) ?? [];
      const sent = method && newest.get(`${otherSide(answer.from)} ${method}`);
      return sent && sent.seq < answer.seq ? { seq: sent.seq, index: sent.index } : undefined;
    },
  };
}

function reactionKind(
  session: Session,
  answer: Located<Answer>,
  to: MessageRef | undefined,
): Misfit['kind'] {
  const content = to && contentAt(session, to);
  if (!content) return 'orphan';
  if (content.kind === 'notification') return isReaction(answer) ? 'to-notification' : 'orphan';
  if (content.kind === 'batch') return 'to-batch';
  if (content.kind !== 'stray' || content.why === 'blank') return 'orphan';
  return content.almost || isReaction(answer) ? 'to-stray' : 'orphan';
}

/** A notification has no id to send back, so servers send null, none, or (Go) zero with an error. */
function isReaction({ message }: Located<Answer>): boolean {
  if (!message.id || message.id.kind === 'null') return true;
  const code = message.kind === 'failure' ? member(message.error, 'code') : undefined;
  return code?.kind === 'number' && /^-3260[0-3]$/.test(code.text);
}

/** What stands at a place; a member of a batch counts as the batch, unless it is a notification. */
function contentAt(session: Session, ref: MessageRef): FrameContent | undefined {
  const content = streamsOf(session).bySeq.get(ref.seq)?.content;
  if (content?.kind !== 'batch' || ref.index === undefined) return content;
  const part = content.members[ref.index];
  return part?.kind === 'notification' ? part : content;
}

/** Logs that were imported may start anywhere; before the first request there is nothing to pair. */
function isBeforeStart(session: Session, answer: Located<Answer>): boolean {
  if (session.recording.header.mode !== 'import') return false;
  return answer.seq < (firstAsked(session)[otherSide(answer.from)] ?? Infinity);
}

const firstAsked = perSession((session: Session): { readonly [side in Side]?: number } => {
  const first: { [side in Side]?: number } = {};
  for (const each of session.exchanges) first[asker(each)] ??= each.request.seq;
  return first;
});

function asTypeChanged(misfit: Misfit, twins: ReadonlyMap<string, Exchange>): Misfit {
  if (misfit.kind !== 'orphan' && misfit.kind !== 'duplicate') return misfit;
  const { answer } = misfit;
  const key = looseKey(answer.message.id);
  const exchange = key === undefined ? undefined : twins.get(`${answer.from} ${key}`);
  if (!exchange || exchange.request.seq > answer.seq) return misfit;
  if (exchange.request.message.id.kind === answer.message.id?.kind) return misfit;
  return { ...misfit, kind: 'type-changed', exchange };
}

/** Only ids beyond 31 bits can be cut: most sessions have none. */
function asTruncated(misfit: Misfit, session: Session): Misfit {
  if (misfit.kind !== 'orphan' && misfit.kind !== 'duplicate') return misfit;
  const { answer } = misfit;
  const id = answer.message.id;
  if (id?.kind !== 'number' || !/^-?\d+$/.test(id.text)) return misfit;
  const value = BigInt(id.text);
  const exchange = openRequestsOf(session).find(({ request }) => {
    if (request.from === answer.from || request.seq > answer.seq) return false;
    const asked = request.message.id;
    if (asked.kind !== 'number' || !/^-?\d{10,40}$/.test(asked.text)) return false;
    return cutForms(BigInt(asked.text)).includes(value);
  });
  return exchange ? { ...misfit, kind: 'truncated', exchange } : misfit;
}

/** What programs with narrower integers, or with doubles, make of an id. */
function cutForms(id: bigint): bigint[] {
  const forms = [BigInt.asIntN(32, id), BigInt.asUintN(32, id), BigInt(Number(id))];
  return forms.filter((each) => each !== id);
}

/** Open requests by who must answer and by the id without its type; the first of each. */
const twinsOf = perSession((session: Session): ReadonlyMap<string, Exchange> => {
  const twins = new Map<string, Exchange>();
  for (const exchange of openRequestsOf(session)) {
    const key = looseKey(exchange.request.message.id);
    const name = `${otherSide(asker(exchange))} ${key}`;
    if (key !== undefined && !twins.has(name)) twins.set(name, exchange);
  }
  return twins;
});

/** An id's characters without the quotes that make it a string. */
function looseKey(id: RpcId | undefined): string | undefined {
  if (!id || id.kind === 'null') return undefined;
  return id.kind === 'string' ? id.text.slice(1, -1) : id.text;
}

/**
 * Servers that answer everything with one id (or null) leave a request open for each wrong answer. Two
 * or more such answers are one fault. This only counts: which answer meant which request is not said.
 */
function withWrongIds(session: Session, side: Side, misfits: readonly Misfit[]): Misfit[] {
  const own = misfits.filter((each) => each.answer.from === side).sort(byAnswer);
  const matched = openBefore(session, side, own);
  return own.map((misfit) => {
    const exchange = matched.get(misfit);
    if (!exchange) return misfit;
    if (matched.size > 1) return { ...misfit, kind: 'wrong-id', exchange };
    return misfit.kind === 'orphan' ? { ...misfit, exchange } : misfit;
  });
}

function byAnswer({ answer: one }: Misfit, { answer: two }: Misfit): number {
  return one.seq - two.seq || (one.index ?? 0) - (two.index ?? 0);
}

/** Gives each stray answer an open request that came before it, each request once, oldest first. */
function openBefore(session: Session, side: Side, own: readonly Misfit[]): Map<Misfit, Exchange> {
  const spoken = own.flatMap(({ kind, exchange }) =>
    kind === 'type-changed' || kind === 'truncated' ? exchange : [],
  );
  const taken = new Set(spoken);
  const open = openRequestsOf(session).filter((each) => asker(each) !== side && !taken.has(each));
  const matched = new Map<Misfit, Exchange>();
  for (const misfit of own) {
    const oldest = open[matched.size];
    if (misfit.kind !== 'orphan' && misfit.kind !== 'duplicate') continue;
    if (oldest && oldest.request.seq < misfit.answer.seq) matched.set(misfit, oldest);
  }
  return matched;
}
