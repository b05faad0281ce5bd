import { isUtf8 } from 'node:buffer';
import { MESSAGE_END } from '../../recording/encode.ts';
import { LONGEST_HEAD } from '../../recording/message-head.ts';
import { wholeCharacters } from '../../wire/utf8.ts';
import type { LongLine } from './long-line.ts';

/** Room in front of the bytes for the head of their entry. */
const HEAD_ROOM = LONGEST_HEAD;
/** Behind them. */
const TAIL = MESSAGE_END;
const CR = 0x0d;
/** Once a line is longer, so much is collected for a write: it stays in the processor's own memory. */
const SPILL = 128 * 1024;

/**
 * The part of a line that came with earlier chunks. Up to `limit` bytes are kept in one buffer that is
 * used again for every line; all of a longer one goes to a file, so memory does not grow with a line.
 */
export class HeldLine {
  readonly #limit: number;
  readonly #long: LongLine;
  #buffer = Buffer.allocUnsafe(HEAD_ROOM + 4096);
  #end = HEAD_ROOM;
  /** All that went to the file was UTF-8. */
  #utf8 = true;

  constructor(limit: number, long: LongLine) {
    this.#limit = limit;
    this.#long = long;
  }

  /** Bytes of the line so far. */
  get length(): number {
    return this.#long.size + this.#end - HEAD_ROOM;
  }

  get isLong(): boolean {
    return this.#long.size > 0;
  }

  /** Copies the bytes. Throws SadapError `write-failed`. */
  add(bytes: Buffer): void {
    for (let done = 0; done < bytes.length; ) {
      const most = this.isLong ? Math.min(SPILL, this.#limit) : this.#limit;
      const some = bytes.subarray(done, done + most - (this.#end - HEAD_ROOM));
      this.#makeRoom(some.length);
      this.#end += some.copy(this.#buffer, this.#end);
      done += some.length;
      if (this.#end - HEAD_ROOM >= most) this.#spill();
    }
  }

  /** Takes a carriage return off the end of the line; tells whether there was one. */
  takeReturn(): boolean {
    if (this.#end === HEAD_ROOM || this.#buffer[this.#end - 1] !== CR) return false;
    this.#end -= 1;
    return true;
  }

  /** The line, when it is not long. */
  get bytes(): Buffer {
    return this.#buffer.subarray(HEAD_ROOM, this.#end);
  }

  isUtf8(): boolean {
    return this.#utf8 && isUtf8(this.bytes);
  }

  /** The entry of a message that is not long, in one piece. */
  framed(head: Uint8Array): Buffer {
    const start = HEAD_ROOM - head.length;
    this.#makeRoom(TAIL.length);
    this.#buffer.set(head, start);
    const end = this.#end + TAIL.copy(this.#buffer, this.#end);
    return this.#buffer.subarray(start, end);
  }

  /** Brings all of a long line into its file. */
  passRest(): void {
    this.#utf8 = this.isUtf8();
    this.#long.append(this.bytes);
    this.#end = HEAD_ROOM;
  }

  /** The line is over, or given up. */
  clear(): void {
    this.#end = HEAD_ROOM;
    this.#utf8 = true;
    this.#long.clear();
  }

  #makeRoom(length: number): void {
    const wanted = this.#end + length;
    if (wanted <= this.#buffer.length) return;
    const most = HEAD_ROOM + this.#limit + TAIL.length;
    const larger = Buffer.allocUnsafe(Math.min(most, Math.max(wanted, this.#buffer.length * 2)));
    this.#buffer.copy(larger, 0, 0, this.#end);
    this.#buffer = larger;
  }

  /** The start of a character, and a carriage return that may belong to the line's end, stay here. */
  #spill(): void {
    let cut = wholeCharacters(this.bytes);
    if (this.bytes[cut - 1] === CR) cut -= 1;
    const whole = this.bytes.subarray(0, cut);
    this.#utf8 &&= isUtf8(whole);
    this.#long.append(whole);
    this.#buffer.copyWithin(HEAD_ROOM, HEAD_ROOM + cut, this.#end);
    this.#end -= cut;
  }
}
