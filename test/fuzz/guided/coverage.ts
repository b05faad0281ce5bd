/**
 * Which branches inputs have reached, and how often in one run: once, twice, a few times, many times each
 * count as something new, so that loops are gone into. The counters are those of `instrument.mjs`.
 */
export class Coverage {
  readonly #hits: Uint8Array;
  /** The kinds of counts seen, a bit each. */
  readonly #seen: Uint8Array;
  /** In how many runs a place was reached. */
  readonly #runs: Uint32Array;

  constructor(hits: Uint8Array) {
    this.#hits = hits;
    this.#seen = new Uint8Array(hits.length);
    this.#runs = new Uint32Array(hits.length);
  }

  /** Branches reached so far. */
  get reached(): number {
    return this.#seen.reduce((sum, each) => sum + (each === 0 ? 0 : 1), 0);
  }

  /** Call before a run. */
  clear(): void {
    this.#hits.fill(0);
  }

  /** What the run since `clear` reached that nothing did before, as `place << 8 | bit`; it is known from now on. */
  takeNew(): number[] {
    const found: number[] = [];
    const [hits, seen, runs] = [this.#hits, this.#seen, this.#runs];
    for (let place = 0; place < hits.length; place += 1) {
      const count = hits[place] ?? 0;
      if (count === 0) continue;
      runs[place] = (runs[place] ?? 0) + 1;
      const bit = kindOf(count);
      const known = seen[place] ?? 0;
      if ((known & bit) !== 0) continue;
      seen[place] = known | bit;
      found.push((place << 8) | bit);
    }
    return found;
  }

  /** In how many runs the rarest of these places was reached. */
  rarity(found: readonly number[]): number {
    return Math.min(...found.slice(0, 32).map((each) => this.#runs[each >>> 8] ?? 0));
  }

  /** Did the run since `clear` reach all of these too? */
  reaches(wanted: readonly number[]): boolean {
    return wanted.every((each) => {
      const count = this.#hits[each >>> 8] ?? 0;
      return count > 0 && kindOf(count) === (each & 0xff);
    });
  }
}

/** A bit for 1, 2, 3, 4 and more, 8 …, 16 …, 32 …, 128 and more. */
function kindOf(count: number): number {
  if (count < 4) return 1 << (count - 1);
  if (count < 8) return 8;
  if (count < 16) return 16;
  if (count < 32) return 32;
  return count < 128 ? 64 : 128;
}
