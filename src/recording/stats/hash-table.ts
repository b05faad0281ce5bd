import type { Hash } from '../text-hash.ts';

/**
 * What is kept under hashes: a map without removal, for a known number
 * of keys. To learn that a key is not there, which is what most are asked for, takes one look at an array of
 * 32-bit numbers, small enough to stay near the processor; a `Map` of as many takes about three times as long.
 */
export class HashTable<Value> {
  readonly #mask: number;
  /** Half of each key; 0: nobody is there. */
  readonly #low: Int32Array;
  readonly #high: Int32Array;
  readonly #values: (Value | undefined)[];
  #size = 0;

  /** @param places a power of 2, well above the number of keys */
  constructor(places: number) {
    this.#mask = places - 1;
    this.#low = new Int32Array(places);
    this.#high = new Int32Array(places);
    this.#values = Array.from({ length: places });
  }

  get size(): number {
    return this.#size;
  }

  get(key: Hash): Value | undefined {
    const place = this.#placeOf(key);
    return this.#low[place] === 0 ? undefined : this.#values[place];
  }

  set(key: Hash, value: Value): void {
    const place = this.#placeOf(key);
    if (this.#low[place] === 0) this.#size += 1;
    this.#low[place] = lowOf(key);
    this.#high[place] = key.high;
    this.#values[place] = value;
  }

  clear(): void {
    this.#low.fill(0);
    this.#size = 0;
  }

  /** Where the key is, or would be. */
  #placeOf(key: Hash): number {
    const low = lowOf(key);
    let place = low & this.#mask;
    for (;;) {
      const found = this.#low[place];
      if (found === 0 || (found === low && this.#high[place] === key.high)) return place;
      place = (place + 1) & this.#mask;
    }
  }
}

/** Never 0. */
function lowOf({ low }: Hash): number {
  return low === 0 ? 1 : low;
}
