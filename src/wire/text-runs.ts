import { type TextModule, textModule } from './text-module.ts';
import { HEX_DIGIT, SHORT_ESCAPE, TEXT_TABLE } from './text-table.ts';

/** Bytes that end a plain run inside a string: control characters, the quote, the backslash. */
const SPECIAL = new Uint8Array(256).fill(1, 0, 0x20);
SPECIAL[0x22] = 1;
SPECIAL[0x5c] = 1;

const BACKSLASH = 0x5c;
const LETTER_U = 0x75;
/** So far byte by byte; most strings are shorter, and longer ones are worth a call into other code. */
const SHORT = 48;
/** Longest chunk for which that code has room. */
const ROOM = 64 * 1024;

let shared: TextModule | undefined;
let isTried = false;

/** Passes over what is inside the strings of one chunk after the other. */
export class TextRuns {
  /** Whether a byte from 0x80 was passed; set back by the caller. */
  sawHigh = false;
  #chunk: Buffer = Buffer.alloc(0);
  /** The chunk is where the fast code can see it. */
  #isThere = false;

  /** The next chunk; offsets are offsets in it. */
  enter(chunk: Buffer): void {
    this.#chunk = chunk;
    this.#isThere = false;
  }

  /** The offset of the first byte from `at` on that does not stand for itself, or the length. */
  plain(at: number): number {
    const chunk = this.#chunk;
    let high = 0;
    let here = at;
    for (; here < chunk.length; here += 1) {
      const byte = chunk[here] ?? 0;
      if (SPECIAL[byte] === 1) break;
      high |= byte;
    }
    if (high >= 0x80) this.sawHigh = true;
    return here;
  }

  /** The same, over whole escapes too. */
  text(at: number): number {
    const { length } = this.#chunk;
    const end = Math.min(at + SHORT, length);
    const here = this.#slowly(at, end);
    return here < end || here >= length ? here : this.#fast(here);
  }

  /** Stops at `end`, or one after it, if nothing stops it before. */
  #slowly(at: number, end: number): number {
    const chunk = this.#chunk;
    let high = 0;
    let here = at;
    while (here < end) {
      const byte = chunk[here] ?? 0;
      if (SPECIAL[byte] === 0) {
        high |= byte;
        here += 1;
      } else if (byte === BACKSLASH && this.#isWhole(here)) here += 2;
      else break;
    }
    if (high >= 0x80) this.sawHigh = true;
    return here;
  }

  /** The digits of a long escape stand for themselves to whoever goes on behind its letter. */
  #isWhole(at: number): boolean {
    const chunk = this.#chunk;
    const next = chunk[at + 1] ?? 0;
    if (next !== LETTER_U) return ((TEXT_TABLE[next] ?? 0) & SHORT_ESCAPE) !== 0;
    let kinds = HEX_DIGIT;
    for (let nth = 2; nth < 6; nth += 1) kinds &= TEXT_TABLE[chunk[at + nth] ?? 0] ?? 0;
    return kinds !== 0;
  }

  #fast(at: number): number {
    const chunk = this.#chunk;
    const module = chunk.length <= ROOM ? ofAll() : undefined;
    if (!module) return this.#slowly(at, chunk.length);
    const { base, bytes } = module;
    if (!this.#isThere) bytes.set(chunk, base);
    this.#isThere = true;
    const after = module.text(base + at, base + chunk.length);
    if (after < 0) this.sawHigh = true;
    return (after & 0x7fff_ffff) - base;
  }
}

/** Made when first needed: it takes a millisecond, and short messages do without. */
function ofAll(): TextModule | undefined {
  if (!isTried) shared = textModule(ROOM);
  isTried = true;
  return shared;
}
