import type { Side, SseFields } from '../../model/frame.ts';
import type { FrameFacts } from '../../recording/encode.ts';

/** Takes the body of one HTTP message as it is forwarded, and makes frames of it. */
export interface BodyReader {
  push(chunk: Buffer): void;
  /** No more will come. `done` is called when all frames are out, mostly at once. */
  end(done: () => void): void;
  /** Gives back what it holds: nothing more is wanted of it. */
  close(): void;
}

/** A frame that a body holds. */
export interface BodyFrame {
  readonly from: Side;
  readonly bytes: Buffer;
  readonly sse?: SseFields;
  /** What is known of the bytes already. */
  readonly facts?: FrameFacts;
}

/** A body that is one frame and came in pieces. It is there during the call that gives it. */
export interface HeldBody {
  readonly length: number;
  readonly facts: FrameFacts;
  readonly isUtf8: boolean;
  /** Of JSON: where its line feeds are, each counted from the one before. */
  readonly lineFeeds: readonly number[];
  /** Its bytes in blocks, those of each group valid until the next; to be read only. */
  blocks(): Iterable<readonly Buffer[]>;
  /** The same joined. */
  whole(): Buffer;
}

/** What a body reader tells. */
export interface BodyListener {
  frame(frame: BodyFrame): void;
  /** A frame too. */
  held(from: Side, body: HeldBody): void;
  note(text: string): void;
  /** A frame or note could not be taken, at a time when nobody else is there to catch the error. */
  failed(error: unknown): void;
}
