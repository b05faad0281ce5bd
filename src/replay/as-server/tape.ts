import type { Eol, Micros, SseFields } from '../../model/frame.ts';
import type { Answer, Located, Stray } from '../../model/message.ts';
import type { Exchange } from '../../model/session.ts';

/**
 * A recording as a server plays it. Everything that the server said hangs on something that the client
 * said: its *cue*. A cue with what follows it is an act.
 */
export interface Tape {
  readonly acts: readonly Act[];
  /** Acts by what sets them off. Requests: by their exchange. */
  readonly ofExchange: ReadonlyMap<Exchange, Act>;
  /** The client's notifications, and lines that are no message, by what they say; in recorded order. */
  readonly ofNotice: ReadonlyMap<string, readonly Act[]>;
  /** What each conversation begins with before its client says a word; by conversation. */
  readonly beginnings: ReadonlyMap<number, Act>;
}

/** One cue and what the server says because of it, in the order recorded. */
export interface Act {
  readonly conversation: number;
  /** Names what set it off, among all that the client said; undefined for the beginning. */
  readonly cue: string | undefined;
  /** The client's request; undefined for a notification, a stray line, or the beginning. */
  readonly exchange: Exchange | undefined;
  readonly steps: readonly Step[];
  /** Cues of what the client said while this act's request was open, as recorded. */
  readonly arrivals: readonly string[];
  /** Requests of the server in this act, in the order in which the client answered them. */
  readonly questions: readonly Exchange[];
  /** How the server answered over HTTP, when the recording is of that. */
  readonly http: HttpAnswer | undefined;
  /** The body with which the server refused the HTTP request itself. */
  readonly refusal: Buffer;
}

/** One message of the server, or a line of it that is none. */
export interface Step {
  /** Place among all that the server said. */
  readonly order: number;
  /** The whole frame; offsets of the message point into it. */
  readonly bytes: Buffer;
  readonly eol: Eol;
  readonly sse: SseFields | undefined;
  /** The message, with its place in a batch; a stray has none. */
  readonly message: Located | undefined;
  readonly stray: Stray | undefined;
  /** How many messages and lines stand in its frame, when that is a batch. */
  readonly batch: number | undefined;
  readonly role: StepRole;
  /** So many of the act's questions had the client answered before this was said. */
  readonly needs: number;
  /** The client had cancelled the act's request before this was said. */
  readonly needsCancel: boolean;
  /** So many of the act's arrivals had come before this was said. */
  readonly arrived: number;
  /** Time since the last thing in this act that could have caused it. */
  readonly after: Micros;
}

export type StepRole =
  /** The answer to the act's request, or another one after it. */
  | { readonly kind: 'answer'; readonly answer: Located<Answer> | undefined }
  /** Progress of the act's request. */
  | { readonly kind: 'progress' }
  /** Belongs to the subscription that this exchange asked for. */
  | { readonly kind: 'subscription'; readonly listen: Exchange }
  /** A request of the server. */
  | { readonly kind: 'request'; readonly exchange: Exchange }
  /** The server takes back a request of its own, or closes a subscription. */
  | { readonly kind: 'cancel'; readonly of: Exchange }
  | { readonly kind: 'plain' };

/** Status and headers of an HTTP response. */
export interface HttpAnswer {
  readonly status: number;
  readonly isStream: boolean;
  /** It gave the client a session. */
  readonly hasSession: boolean;
  /** Headers that mean something to a client besides the protocol's own. */
  readonly headers: readonly (readonly [name: string, value: string])[];
}
