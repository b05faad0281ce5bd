/** Ids of requests: whole numbers, or texts with a letter in front. */
export type Key = number | string;

/**
 * A set of ids that takes little room for numbers that follow each other, as those of nearly all clients do:
 * they are kept as ranges.
 */
export class IdSet {
  readonly #starts: number[] = [];
  readonly #ends: number[] = [];
  readonly #texts = new Set<string>();

  add(key: Key): void {
    if (typeof key === 'string') this.#texts.add(key);
    else if (!this.has(key)) this.#insert(key);
  }

  has(key: Key): boolean {
    if (typeof key === 'string') return this.#texts.has(key);
    return (this.#ends[this.#placeOf(key)] ?? -1) >= key;
  }

  /** The last range that begins at or before this number; -1 for none. */
  #placeOf(key: number): number {
    const starts = this.#starts;
    let low = 0;
    let high = starts.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((starts[middle] ?? 0) <= key) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  }

  #insert(key: number): void {
    const place = this.#placeOf(key);
    const joinsBefore = this.#ends[place] === key - 1;
    const joinsAfter = this.#starts[place + 1] === key + 1;
    if (joinsBefore && joinsAfter) {
      this.#ends[place] = this.#ends[place + 1] ?? key;
      this.#starts.splice(place + 1, 1);
      this.#ends.splice(place + 1, 1);
    } else if (joinsBefore) this.#ends[place] = key;
    else if (joinsAfter) this.#starts[place + 1] = key;
    else {
      this.#starts.splice(place + 1, 0, key);
      this.#ends.splice(place + 1, 0, key);
    }
  }
}
