import type { Micros } from '../../model/frame.ts';

/** How a number of durations spreads. Percentiles are values that occurred (nearest rank). */
export interface Spread {
  readonly count: number;
  readonly min: Micros;
  readonly p50: Micros;
  readonly p90: Micros;
  readonly p99: Micros;
  readonly max: Micros;
  readonly mean: Micros;
}

/** So many are kept as they are; of more the percentiles are right to 1 %. */
const MOST_EXACT = 1024;
/** Two neighbouring buckets differ by this factor, so that half of it is the error. */
const STEP = Math.log(1.02);
/** The last one begins with 1,700 years. */
const BUCKETS = 2000;

/** Collects durations in bounded memory: exactly at first, then in buckets of 2 %. */
export class SpreadCounter {
  #count = 0;
  #sum = 0;
  #min = Number.POSITIVE_INFINITY;
  #max = Number.NEGATIVE_INFINITY;
  #exact: Micros[] | undefined = [];
  readonly #buckets = new Float64Array(BUCKETS);

  /** @param value in microseconds; a negative one (a clock that was set back by hand) counts as 0 */
  add(value: Micros): void {
    const duration = Math.max(0, value);
    this.#count += 1;
    this.#sum += duration;
    this.#min = Math.min(this.#min, duration);
    this.#max = Math.max(this.#max, duration);
    this.#exact?.push(duration);
    if (!this.#exact) this.#fill(duration);
    else if (this.#exact.length > MOST_EXACT) {
      for (const each of this.#exact) this.#fill(each);
      this.#exact = undefined;
    }
  }

  /** undefined: there was none. */
  spread(): Spread | undefined {
    if (this.#count === 0) return undefined;
    const at = this.#exact ? exactly(this.#exact) : (rank: number) => this.#inBuckets(rank);
    const percentile = (share: number) => at(Math.ceil(share * this.#count));
    return {
      count: this.#count,
      min: this.#min,
      p50: percentile(0.5),
      p90: percentile(0.9),
      p99: percentile(0.99),
      max: this.#max,
      mean: Math.round(this.#sum / this.#count),
    };
  }

  #fill(duration: Micros): void {
    const bucket = bucketOf(duration);
    this.#buckets[bucket] = (this.#buckets[bucket] ?? 0) + 1;
  }

  #inBuckets(rank: number): Micros {
    let seen = 0;
    for (const [bucket, count] of this.#buckets.entries()) {
      seen += count;
      if (seen < rank) continue;
      const value = Math.round(Math.exp(bucket * STEP) - 1);
      return Math.min(this.#max, Math.max(this.#min, value));
    }
    return this.#max;
  }
}

/** A logarithm takes long, and most durations come again: whole numbers of microseconds, short ones. */
function bucketOf(duration: Micros): number {
  const known = shortOnes[duration];
  if (known !== undefined && known > 0) return known;
  const bucket = Math.min(BUCKETS - 1, Math.round(Math.log(duration + 1) / STEP));
  if (known !== undefined) shortOnes[duration] = bucket;
  return bucket;
}

/** The buckets of up to 16 milliseconds, as far as they were asked for; 0: not yet, or it is that one. */
const shortOnes = new Uint16Array(16_384);

/** @returns the value of a rank, counted from 1 */
function exactly(values: readonly Micros[]): (rank: number) => Micros {
  const sorted = [...values].sort((one, other) => one - other);
  return (rank) => sorted[rank - 1] ?? 0;
}
