import type { Eol, SseFields } from '../../model/frame.ts';
import type { Located } from '../../model/message.ts';
import type { AnswerFault } from './faults.ts';
import type { HttpAnswer } from './tape.ts';

/** What a player wants done. `C` says where a message goes; undefined: to the client, anywhere. */
export type Effect<C> =
  | Send<C>
  /** The request with this id (its key) gets no answer of its own. */
  | {
      readonly kind: 'silence';
      readonly channel: C | undefined;
      readonly idKey: string | undefined;
    }
  /** Over HTTP the server refused the request itself, with this body. */
  | {
      readonly kind: 'refuse';
      readonly channel: C;
      readonly http: HttpAnswer;
      readonly body: Buffer;
    }
  /** A line for the user. */
  | { readonly kind: 'tell'; readonly text: string }
  /** To go on to the real server. */
  | { readonly kind: 'pass'; readonly channel: C; readonly located: Located }
  /** Break the connection off. */
  | { readonly kind: 'disconnect'; readonly channel: C | undefined };

export interface Send<C> {
  readonly kind: 'send';
  readonly channel: C | undefined;
  /** A message or a line, without its end. */
  readonly bytes: Buffer;
  readonly eol: Eol;
  /** Keys of the ids of the requests that it answers; several in a batch. */
  readonly answers: readonly string[];
  readonly sse: SseFields | undefined;
  /** How the answer came over HTTP, when it was recorded from there. */
  readonly http: HttpAnswer | undefined;
  /** Bytes to write at a time, and the pause between, when a fault asks for that. */
  readonly slow: AnswerFault['slow'];
}
