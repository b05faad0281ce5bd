import { PlainRuns } from './plain.ts';

/** The bytes that JSON is built of. */
export const BYTE = {
  quote: 0x22,
  comma: 0x2c,
  colon: 0x3a,
  openArray: 0x5b,
  backslash: 0x5c,
  closeArray: 0x5d,
  f: 0x66,
  n: 0x6e,
  t: 0x74,
  openObject: 0x7b,
  closeObject: 0x7d,
} as const;

/**
 * Deepest nesting that is read. RFC 8259 section 9 allows a limit; without one a frame of brackets
 * alone would take a hundred times its size in memory. Peers give up long before (Python at 1,000).
 */
export const MAX_DEPTH = 100_000;

/** What may follow a backslash, `u` aside. */
const SHORT_ESCAPES = new Uint8Array(256);
for (const byte of Buffer.from('"\\/bfnrt')) SHORT_ESCAPES[byte] = 1;

/** Marks an offset as the place of an error, and takes the mark off again: -1 for 0, -2 for 1. */
export function bad(offset: number): number {
  return -1 - offset;
}

/**
 * Finds where the tokens of RFC 8259 end. Every method takes the offset of a token's first byte and
 * returns the offset after it, or `bad(offset)`, always negative, for the first byte that cannot be.
 * UTF-8 is not looked at: inside a string every byte from 0x80 passes, outside none does.
 */
export class Scanner {
  readonly bytes: Buffer;
  /** Also take NaN, Infinity and -Infinity for numbers, as Python's json module writes and reads them. */
  readonly lenient: boolean;
  /** Whether the last string held a backslash. */
  sawEscape = false;
  readonly #plain: PlainRuns;

  constructor(bytes: Buffer, lenient = false) {
    this.bytes = bytes;
    this.lenient = lenient;
    this.#plain = new PlainRuns(bytes);
  }

  /** Whether the last string held a byte from 0x80. */
  get sawHigh(): boolean {
    return this.#plain.sawHigh;
  }

  /** After white space; never negative. */
  space(at: number): number {
    let here = at;
    for (let byte = this.bytes[here]; isSpace(byte); byte = this.bytes[here]) here += 1;
    return here;
  }

  /** A string, from its opening quote on. */
  string(at: number): number {
    if (this.bytes[at] !== BYTE.quote) return bad(at);
    this.sawEscape = false;
    this.#plain.sawHigh = false;
    let here = this.#plain.after(at + 1);
    while (this.bytes[here] === BYTE.backslash) {
      this.sawEscape = true;
      here = this.#escape(here);
      if (here < 0) return here;
      here = this.#plain.after(here);
    }
    return this.bytes[here] === BYTE.quote ? here + 1 : bad(here);
  }

  /** A number or one of the words; whatever starts neither is refused. */
  scalar(at: number): number {
    switch (this.bytes[at] ?? 0) {
      case BYTE.t:
        return this.#word(at, 'true');
      case BYTE.f:
        return this.#word(at, 'false');
      case BYTE.n:
        return this.#word(at, 'null');
      case 0x4e:
        return this.lenient ? this.#word(at, 'NaN') : bad(at);
      case 0x49:
        return this.lenient ? this.#word(at, 'Infinity') : bad(at);
      default:
        return this.#number(at);
    }
  }

  #escape(at: number): number {
    const kind = this.bytes[at + 1];
    if (kind !== 0x75) return SHORT_ESCAPES[kind ?? 0] === 1 ? at + 2 : bad(at + 1);
    for (let here = at + 2; here < at + 6; here += 1) {
      if (!isHex(this.bytes[here])) return bad(here);
    }
    return at + 6;
  }

  #word(at: number, word: string): number {
    for (let index = 0; index < word.length; index += 1) {
      if (this.bytes[at + index] !== word.charCodeAt(index)) return bad(at + index);
    }
    return at + word.length;
  }

  #number(at: number): number {
    const { bytes } = this;
    let here = bytes[at] === 0x2d ? at + 1 : at;
    if (this.lenient && here > at && bytes[here] === 0x49) return this.#word(here, 'Infinity');
    here = bytes[here] === 0x30 ? here + 1 : this.#digits(here);
    if (here >= 0 && bytes[here] === 0x2e) here = this.#digits(here + 1);
    if (here < 0 || (bytes[here] !== 0x65 && bytes[here] !== 0x45)) return here;
    const sign = bytes[here + 1];
    return this.#digits(sign === 0x2b || sign === 0x2d ? here + 2 : here + 1);
  }

  /** One digit or more. */
  #digits(at: number): number {
    let here = at;
    while (isDigit(this.bytes[here])) here += 1;
    return here > at ? here : bad(at);
  }
}

function isSpace(byte: number | undefined): boolean {
  if (byte === undefined || byte > 0x20) return false;
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
}

function isDigit(byte: number | undefined): boolean {
  return byte !== undefined && byte >= 0x30 && byte <= 0x39;
}

function isHex(byte: number | undefined): boolean {
  if (byte === undefined) return false;
  const lower = byte | 0x20;
  return isDigit(byte) || (lower >= 0x61 && lower <= 0x66);
}
