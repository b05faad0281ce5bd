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
/** Bytes at the end stay: the start of a character, and a carriage return that may belong to the line's end. */
const STAYS = 4;

/**
 * The part of a line that came with earlier chunks. Up to `limit` bytes are kept in one buffer that is
 * used again for every line; all of a longer one goes to a file, so memory does not grow with a line.
 */
export class HeldLine {
  readonly #limit: number;
  readonly #long: LongLine;
  #buffer = Buffer.allocUnsafe(HEAD_ROOM + 4096);
  #end = HEAD_ROOM;
  /** What was looked at so far, up to this offset, is UTF-8. */
  #utf8 = true;
  #seen = HEAD_ROOM;

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
      const portion = this.isLong ? this.#long.portion + STAYS : this.#limit;
      const most = Math.min(portion, this.#limit);
      // None, when less is well written at once since the line has gone to another file.
      const room = Math.max(0, most - (this.#end - HEAD_ROOM));
      const some = bytes.subarray(done, done + room);
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
    return this.#utf8 && isUtf8(this.#buffer.subarray(this.#seen, this.#end));
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
    this.#seen = HEAD_ROOM;
  }

  /** The line is over, or given up. */
  clear(): void {
    this.#end = HEAD_ROOM;
    this.#seen = HEAD_ROOM;
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

  #spill(): void {
    const seen = HEAD_ROOM + wholeCharacters(this.bytes);
    this.#utf8 &&= isUtf8(this.#buffer.subarray(this.#seen, seen));
    const cut = this.#end - STAYS;
    this.#long.append(this.#buffer.subarray(HEAD_ROOM, cut));
    this.#buffer.copyWithin(HEAD_ROOM, cut, this.#end);
    this.#seen = HEAD_ROOM + Math.max(0, seen - cut);
    this.#end = HEAD_ROOM + STAYS;
  }
}
