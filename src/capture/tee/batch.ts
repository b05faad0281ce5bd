import { MESSAGE_END } from '../../recording/encode.ts';
import { LONGEST_HEAD, type MessageHints, writeMessageHead } from '../../recording/message-head.ts';
import type { WriteEntry } from './error-lines.ts';
import type { LineEncoder, LineHead } from './line-encoder.ts';

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
  #buffer: Buffer;
  #encoder: LineEncoder | undefined;
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

  /** From now on `lines` has something to encode with. */
  encodeWith(encoder: LineEncoder): void {
    this.flush();
    this.#encoder = encoder;
    this.#buffer = encoder.buffer;
  }

  /** Messages of the last call of `lines`. */
  get count(): number {
    return this.#encoder?.count ?? 0;
  }

  /**
   * Messages in whole lines that are UTF-8, from `from` to `to`, encoded together.
   * @returns the offset of the first line that is left to `message`; it is short of `to` also when the
   *   batch is full.
   */
  lines(chunk: Buffer, from: number, to: number, head: LineHead): number {
    const encoder = this.#encoder;
    if (!encoder) return from;
    if (this.#length > this.#buffer.length / 2) this.flush();
    const after = encoder.encode(chunk, from, to, head, this.#length);
    if (after > from) this.#length = encoder.length;
    return after;
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

  /** An entry of `room` bytes at most, by who writes it; false when that is too long for a batch. */
  put(room: number, seq: number, write: WriteEntry): boolean {
    if (!this.#hasRoom(room)) return false;
    this.#length = write(this.#buffer, this.#length, seq);
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
