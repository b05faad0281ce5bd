import { type CallRows, STATE } from './call-rows.ts';

/** Shorter differences are what a busy machine makes; see `timing` in src/compare/rules/run.ts, which looks closer. */
const SLOWER_BY = 500_000;

/**
 * Finds the calls that two sessions have in common, so that nothing is left to say of them: the nth time that a
 * question is asked in one with the nth time in the other, when both were answered with the same bytes.
 *
 * @returns for each row of A the row of B, or -1
 */
export function matchCalls(a: CallRows, b: CallRows): Int32Array {
  const pairs = new Int32Array(a.count).fill(-1);
  const waiting = new Waiting(b);
  for (let row = 0; row < a.count; row += 1) {
    if (a.get(row, 'state') === STATE.kept) continue;
    const found = waiting.take(a, row);
    if (found >= 0 && isSame(a, row, b, found)) pairs[row] = found;
  }
  return pairs;
}

function isSame(a: CallRows, row: number, b: CallRows, other: number): boolean {
  return (
    a.get(row, 'state') === STATE.answered &&
    b.get(other, 'state') === STATE.answered &&
    a.get(row, 'contentLow') === b.get(other, 'contentLow') &&
    a.get(row, 'contentHigh') === b.get(other, 'contentHigh') &&
    Math.abs(a.get(row, 'took') - b.get(other, 'took')) < SLOWER_BY
  );
}

/** The rows of each question, in their order; each is taken once. */
class Waiting {
  readonly #rows: CallRows;
  /** By a hash of the question, at most half full: the next of its rows, as `row + 1`; -1: all are taken. */
  readonly #heads: Int32Array;
  /** A row of the question in a place, by which it is known. */
  readonly #known: Int32Array;
  /** The next row of the same question, as `row + 1`; 0 for none. */
  readonly #next: Int32Array;
  readonly #mask: number;

  constructor(rows: CallRows) {
    const size = 2 ** Math.ceil(Math.log2(2 * rows.count + 2));
    this.#rows = rows;
    this.#mask = size - 1;
    this.#heads = new Int32Array(size);
    this.#known = new Int32Array(size);
    this.#next = new Int32Array(rows.count);
    // From the last on, so that the first stands in front.
    for (let row = rows.count - 1; row >= 0; row -= 1) {
      if (rows.get(row, 'state') === STATE.kept) continue;
      const place = this.#placeOf(rows, row);
      this.#next[row] = this.#heads[place] ?? 0;
      this.#heads[place] = row + 1;
      this.#known[place] = row + 1;
    }
  }

  /** The next row that asks what a row of the other session asks; -1 for none. */
  take(other: CallRows, row: number): number {
    const place = this.#placeOf(other, row);
    const head = this.#heads[place] ?? 0;
    if (head <= 0) return -1;
    const next = this.#next[head - 1] ?? 0;
    this.#heads[place] = next === 0 ? -1 : next;
    return head - 1;
  }

  #placeOf(other: CallRows, row: number): number {
    const [low, high] = [other.get(row, 'questionLow'), other.get(row, 'questionHigh')];
    let place = (low ^ (high >>> 11)) & this.#mask;
    for (;;) {
      const known = this.#known[place] ?? 0;
      if (known === 0) return place;
      const rows = this.#rows;
      if (
        rows.get(known - 1, 'questionLow') === low &&
        rows.get(known - 1, 'questionHigh') === high
      )
        return place;
      place = (place + 1) & this.#mask;
    }
  }
}
