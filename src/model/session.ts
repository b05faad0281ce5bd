import type { Micros, Side } from './frame.ts';
import type { JsonNode } from './json.ts';
import type { Answer, Located, Message, MessageRef, Request } from './message.ts';
import type { Recording } from './recording.ts';

/** Protocol revisions with a table in src/protocol. */
export type Revision = '2024-11-05' | '2025-03-26' | '2025-06-18' | '2025-11-25' | '2026-07-28';

/** legacy: opens with `initialize`; modern: `_meta` on every request; unknown: too little was seen. */
export type Era = 'legacy' | 'modern' | 'ambiguous' | 'unknown';

/** What became of a request. */
export type Outcome =
  | { readonly kind: 'answered'; readonly answer: Located<Answer> }
  /** The answer came after the asking side had cancelled the request. */
  | { readonly kind: 'late'; readonly answer: Located<Answer>; readonly cancel: Located }
  | { readonly kind: 'cancelled'; readonly cancel: Located }
  /** More than one open request has this id; which one the answer meant cannot be known. */
  | { readonly kind: 'ambiguous'; readonly answers: readonly Located<Answer>[] }
  /** The recording has no end yet: it may still come. */
  | { readonly kind: 'pending' }
  /** The session ended without an answer. */
  | { readonly kind: 'unanswered' }
  /** The log that the recording was made from does not hold the body in which the answer came. */
  | { readonly kind: 'not-captured' }
  /** A request that needs no answer by its nature (`subscriptions/listen`), or has id null. */
  | { readonly kind: 'none-due' };

/** A request and all that belongs to it. */
export interface Exchange {
  readonly request: Located<Request>;
  readonly outcome: Outcome;
  /** Answers after the first one with the same id. */
  readonly duplicates: readonly Located<Answer>[];
  /** Progress and other notifications that name this request or its progress token. */
  readonly notifications: readonly Located[];
  readonly cancel: Located | undefined;
  /** The exchange of the other side during which this one was asked, when there is exactly one. */
  readonly within: MessageRef | undefined;
}

/** One act for the user: usually one exchange; several for a multi-round-trip call of 2026-07-28. */
export interface Operation {
  readonly method: string;
  readonly exchanges: readonly Exchange[];
}

/** An answer that belongs to no request of this session. */
export interface Orphan {
  readonly answer: Located<Answer>;
  /** null-id: pairs with nothing by its nature; unknown-id: nobody asked with this id. */
  readonly why: 'null-id' | 'no-id' | 'unknown-id';
  /** The stray line or notification of the other side just before that it seems to react to. */
  readonly after: MessageRef | undefined;
}

/** A side's introduction: `clientInfo` or `serverInfo`, capabilities, instructions. */
export interface Peer {
  readonly name: string | undefined;
  readonly version: string | undefined;
  readonly capabilities: JsonNode | undefined;
}

/** What the two sides told each other about themselves. */
export interface Opening {
  readonly era: Era;
  /** The revision in force, as agreed or as named by the requests; undefined when never named. */
  readonly revision: string | undefined;
  readonly client: Peer | undefined;
  readonly server: Peer | undefined;
  readonly instructions: string | undefined;
}

/**
 * The part of a recording from one opening to the next: another `initialize`, a probe after one, or
 * another process. Nearly every recording has one.
 */
export interface Conversation extends Opening {
  /** `seq` of its first message; it lasts until the next one's. */
  readonly from: number;
}

/**
 * A recording understood; nothing here is stored. Its own opening sums up its conversations: the era
 * that they agree on (else ambiguous), and of the rest the newest that was told.
 */
export interface Session extends Opening {
  readonly recording: Recording;
  /** At least one, in order, when there is any message. */
  readonly conversations: readonly Conversation[];
  /** Every message in wire order, batch members each. */
  readonly messages: readonly Located[];
  readonly exchanges: readonly Exchange[];
  readonly operations: readonly Operation[];
  readonly orphans: readonly Orphan[];
  /** From the first entry to the last, in microseconds. */
  readonly duration: Micros;
}

/** How a message is tied into the session; what a view needs to print one line for it. */
export interface Role {
  readonly exchange: Exchange | undefined;
  /** Which part of the exchange it is; `alone` when it belongs to none. */
  readonly part:
    | 'request'
    | 'answer'
    | 'duplicate'
    | 'notification'
    | 'cancel'
    | 'orphan'
    | 'alone';
}

/** Key of a message for maps. */
export function refKey(ref: MessageRef): string {
  return ref.index === undefined ? String(ref.seq) : `${ref.seq}.${ref.index}`;
}

/** Which side asked. */
export function asker(exchange: Exchange): Side {
  return exchange.request.from;
}

/** The answer that settled the exchange, whatever its kind; undefined when there is none or several. */
export function answerOf(exchange: Exchange): Located<Answer> | undefined {
  const { outcome } = exchange;
  return outcome.kind === 'answered' || outcome.kind === 'late' ? outcome.answer : undefined;
}

/** Is this message of the given kind? */
export function isKind<K extends Message['kind']>(
  located: Located,
  kind: K,
): located is Located<Extract<Message, { kind: K }>> {
  return located.message.kind === kind;
}
