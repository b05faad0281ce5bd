/** Bytes that end a plain run inside a string: control characters, the quote, the backslash. */
const SPECIAL = new Uint8Array(256).fill(1, 0, 0x20);
SPECIAL[0x22] = 1;
SPECIAL[0x5c] = 1;

/** Runs up to this length are looked at byte by byte: most strings are shorter. */
const SHORT = 24;

/** Passes over the bytes that stand for themselves inside a JSON string. */
export class PlainRuns {
  /** Whether a byte from 0x80 was passed; set back by the caller. */
  sawHigh = false;
  readonly #bytes: Buffer;
  /** The same memory, four bytes an item, from the first byte whose address is divisible by four. */
  #words: Int32Array | undefined;
  readonly #skew: number;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
    this.#skew = (4 - (bytes.byteOffset % 4)) % 4;
  }

  /** The offset of the first byte from `at` on that is special, or the length. */
  after(at: number): number {
    const { length } = this.#bytes;
    const end = Math.min(at + SHORT, length);
    const short = this.#byBytes(at, end);
    if (short < end || end === length) return short;
    if (short + SHORT > length) return this.#byBytes(short, length);
    return this.#byBytes(this.#byWords(short), length);
  }

  #byBytes(at: number, end: number): number {
    const bytes = this.#bytes;
    let high = 0;
    let here = at;
    for (; here < end; here += 1) {
      const byte = bytes[here] ?? 0;
      if (SPECIAL[byte] === 1) break;
      high |= byte;
    }
    if (high >= 0x80) this.sawHigh = true;
    return here;
  }

  /**
   * The same, twice as fast for long runs; stops before the word that holds a special byte. The first
   * word may begin up to three bytes before `at`, which the caller has found plain, and so may the result.
   */
  #byWords(at: number): number {
    this.#words ??= wordsOf(this.#bytes, this.#skew);
    const words = this.#words;
    let index = Math.floor((at - this.#skew) / 4);
    let high = 0;
    for (; index < words.length; index += 1) {
      const word = words[index] ?? 0;
      if (hasSpecial(word)) break;
      high |= word;
    }
    if ((high & 0x80808080) !== 0) this.sawHigh = true;
    return index * 4 + this.#skew;
  }
}

function wordsOf(bytes: Buffer, skew: number): Int32Array {
  return new Int32Array(
    bytes.buffer,
    bytes.byteOffset + skew,
    Math.floor((bytes.length - skew) / 4),
  );
}

/**
 * Whether one of four bytes is special, by the borrow tricks for "a byte is zero" and "a byte is
 * less than n": the top bit of a byte that is so is set, no other byte's is when none is so.
 */
function hasSpecial(word: number): boolean {
  const quote = word ^ 0x22222222;
  const backslash = word ^ 0x5c5c5c5c;
  const found =
    ((word - 0x20202020) & ~word) |
    ((quote - 0x01010101) & ~quote) |
    ((backslash - 0x01010101) & ~backslash);
  return (found & 0x80808080) !== 0;
}
