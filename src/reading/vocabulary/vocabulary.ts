/** Twice as many as there are tokens, and more, so that most looks find what they look for, or nobody. */
const PLACES = 2 ** 19;

/** The tokens of a tokenizer, to be found by their bytes: a few megabytes, where maps of texts take sixty. */
export class Vocabulary {
  /** All tokens one after another, by rank, and where each starts; the last number is where they end. */
  readonly #bytes: Buffer;
  readonly #starts: Int32Array;
  /** One more than the rank; 0: nobody is there. */
  readonly #places = new Int32Array(PLACES);

  /** @param packed as `packedRanks` gives them */
  constructor(packed: Buffer) {
    const count = packed.readUInt32LE();
    this.#bytes = packed.subarray(4 + count);
    this.#starts = new Int32Array(count + 1);
    let end = 0;
    for (let rank = 0; rank < count; rank += 1) {
      const start = end;
      end += packed[4 + rank] ?? 0;
      this.#starts[rank + 1] = end;
      if (end > start) this.#places[this.#placeOf(this.#bytes, start, end)] = rank + 1;
    }
  }

  /** The rank of these bytes; -1: they are no token. */
  rankOf(bytes: Uint8Array, start: number, end: number): number {
    return (this.#places[this.#placeOf(bytes, start, end)] ?? 0) - 1;
  }

  /** Where they are, or would be. */
  #placeOf(bytes: Uint8Array, start: number, end: number): number {
    let hash = end - start;
    for (let at = start; at < end; at += 1) hash = Math.imul(hash ^ (bytes[at] ?? 0), 0x0100_0193);
    let place = (hash ^ (hash >>> 13)) & (PLACES - 1);
    for (;;) {
      const found = this.#places[place] ?? 0;
      if (found === 0 || this.#isToken(found - 1, bytes, start, end)) return place;
      place = (place + 1) & (PLACES - 1);
    }
  }

  #isToken(rank: number, bytes: Uint8Array, start: number, end: number): boolean {
    const own = this.#starts[rank] ?? 0;
    if ((this.#starts[rank + 1] ?? 0) - own !== end - start) return false;
    for (let at = start; at < end; at += 1)
      if (bytes[at] !== this.#bytes[own + at - start]) return false;
    return true;
  }
}
