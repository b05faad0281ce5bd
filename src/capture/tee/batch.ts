import { MESSAGE_END } from '../../recording/encode.ts';
import { LONGEST_HEAD, type MessageHints, writeMessageHead } from '../../recording/message-head.ts';

const CLOSE_BRACE = 0x7d;
const LF = 0x0a;

/** A message that has arrived, and what is known of it. */
export interface MessageBytes {
  /** Time and side: `middleOf`. */
  readonly middle: Uint8Array;
  readonly hints: MessageHints;
  readonly chunk: Buffer;
  readonly start: number;
  readonly end: number;
}

/** Collects encoded entries in one buffer that is used again, to be appended by one write. */
export class Batch {
  readonly #buffer: Buffer;
  readonly #write: (bytes: Buffer) => void;
  #length = 0;

  /** `write` gets a view that is valid only during the call. */
  constructor(size: number, write: (bytes: Buffer) => void) {
    this.#buffer = Buffer.allocUnsafe(size);
    this.#write = write;
  }

  get length(): number {
    return this.#length;
  }

  /** A message whose bytes stand in `chunk` from `start` to `end`; false when it is too long for a batch. */
  message(seq: number, { middle, hints, chunk, start, end }: MessageBytes): boolean {
    const room = LONGEST_HEAD + (end - start) + MESSAGE_END.length;
    if (!this.#hasRoom(room)) return false;
    const buffer = this.#buffer;
    let at = writeMessageHead(buffer, this.#length, seq, middle, hints);
    at += chunk.copy(buffer, at, start, end);
    buffer[at] = CLOSE_BRACE;
    buffer[at + 1] = LF;
    this.#length = at + 2;
    return true;
  }

  /** Entries that are encoded already; copied when they are short. */
  add(bytes: Buffer): void {
    if (this.#hasRoom(bytes.length)) this.#length += bytes.copy(this.#buffer, this.#length);
    else this.#write(bytes);
  }

  flush(): void {
    if (this.#length === 0) return;
    const length = this.#length;
    this.#length = 0;
    this.#write(this.#buffer.subarray(0, length));
  }

  /** Flushes when it has to; false when the bytes are too many even for an empty buffer. */
  #hasRoom(length: number): boolean {
    if (this.#length + length > this.#buffer.length) this.flush();
    return length <= this.#buffer.length;
  }
}
