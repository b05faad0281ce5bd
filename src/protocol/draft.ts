import type { Answer, Located, MessageRef, Request } from '../model/message.ts';
import type { Exchange, Outcome, Role } from '../model/session.ts';

/** One request while messages that belong to it may still come. */
export interface Draft {
  readonly request: Located<Request>;
  /** Index of the conversation in which it was asked. */
  readonly conversation: number;
  readonly within: MessageRef | undefined;
  readonly duplicates: Located<Answer>[];
  readonly notifications: Located[];
  cancel: Located | undefined;
  /** The cancellation came before any answer did. */
  gaveUp: boolean;
  /** What was asked and answered under its id; undefined for id null, which nothing can answer. */
  slot: Slot | undefined;
  /** No answer can come any more: the process that was asked is gone, or the session began anew. */
  over: boolean;
  /** What came as its answer was not kept, so that nobody can say whether there was one. */
  isHidden: boolean;
}

/**
 * All requests that share one id while it was in use. Normally one; two or more when an id was used
 * again before its answer came, and then nobody can say which of them an answer means.
 */
export interface Slot {
  readonly drafts: Draft[];
  /** Not more than there are requests; what comes after is a duplicate. */
  readonly answers: Located<Answer>[];
  /** Counts `initialize`; ids are only comparable within one. */
  readonly generation: number;
}

/** What a message is to a request; of an answer that may belong to several, the first of them. */
export interface Tie {
  readonly draft: Draft;
  readonly part: Role['part'];
}

/** Has every request under this id got an answer? */
export function isSettled(slot: Slot): boolean {
  return slot.answers.length >= slot.drafts.length;
}

/** Requests that stay open by design: a subscription's answer only ever closes it. */
export function isListen(request: Located<Request>): boolean {
  return request.message.method === 'subscriptions/listen';
}

/**
 * The exchange as it stands at the end of what was recorded. `closed`: the side that was asked can no
 * longer answer, so what is missing will not come.
 */
export function finish(draft: Draft, closed: boolean): Exchange {
  const { request, duplicates, notifications, cancel, within } = draft;
  return { request, outcome: outcome(draft, closed), duplicates, notifications, cancel, within };
}

function outcome(draft: Draft, closed: boolean): Outcome {
  const { slot, cancel } = draft;
  if (!slot) return { kind: 'none-due' };
  const [answer] = slot.answers;
  if (answer) return slot.drafts.length > 1 ? ambiguous(slot) : answered(draft, answer);
  if (isListen(draft.request)) return { kind: 'none-due' };
  if (cancel) return { kind: 'cancelled', cancel };
  if (draft.isHidden) return { kind: 'not-captured' };
  return { kind: closed || draft.over ? 'unanswered' : 'pending' };
}

function ambiguous(slot: Slot): Outcome {
  return { kind: 'ambiguous', answers: slot.answers };
}

/** Cancelling a subscription is how it ends, so the closing answer after it is not late. */
function answered(draft: Draft, answer: Located<Answer>): Outcome {
  const { cancel, gaveUp, request } = draft;
  return cancel && gaveUp && !isListen(request)
    ? { kind: 'late', answer, cancel }
    : { kind: 'answered', answer };
}
