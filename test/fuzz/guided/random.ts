/** Numbers by chance, the same for the same seed (xorshift32). */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed | 0 || 1;
  }

  /** A whole number from 0, below `limit`. */
  below(limit: number): number {
    let x = this.#state;
    x ^= x << 13;
    x ^= x >>> 17;
    x ^= x << 5;
    this.#state = x;
    return (x >>> 0) % Math.max(1, limit);
  }

  /** A small number mostly, a large one sometimes; below `limit`. */
  mostlySmall(limit: number): number {
    return this.below(Math.min(limit, 1 << this.below(Math.ceil(Math.log2(limit + 1)) + 1)));
  }

  of<T>(list: readonly T[]): T | undefined {
    return list[this.below(list.length)];
  }
}
