import type { Micros } from '../../model/frame.ts';
import { append } from '../../model/lists.ts';
import type { Observation } from './observation.ts';

interface Waiting {
  readonly at: Micros;
  readonly count: number;
  readonly observations: readonly Observation[];
}

/**
 * Puts answers that a log holds beside their requests where their times say. What waits is as much as was
 * open at the same time.
 */
export class TimeOrder {
  /** A heap: the earliest first, of equals the one that was put first. */
  readonly #heap: Waiting[] = [];
  #count = 0;

  put(at: Micros, observations: readonly Observation[]): void {
    this.#heap.push({ at, count: this.#count++, observations });
    this.#rise(this.#heap.length - 1);
  }

  /** What is due before something that happens at this time. */
  before(at: Micros): Observation[] {
    const due: Observation[] = [];
    for (let [first] = this.#heap; first && first.at <= at; [first] = this.#heap) {
      append(due, first.observations);
      this.#removeFirst();
    }
    return due;
  }

  rest(): Observation[] {
    return this.before(Number.POSITIVE_INFINITY);
  }

  #isBefore(one: number, other: number): boolean {
    const [a, b] = [this.#heap[one], this.#heap[other]];
    if (!a || !b) return false;
    return a.at < b.at || (a.at === b.at && a.count < b.count);
  }

  #swap(one: number, other: number): void {
    const [a, b] = [this.#heap[one], this.#heap[other]];
    if (a) this.#heap[other] = a;
    if (b) this.#heap[one] = b;
  }

  #rise(from: number): void {
    let here = from;
    for (let up = (here - 1) >> 1; here > 0 && this.#isBefore(here, up); up = (here - 1) >> 1) {
      this.#swap(here, up);
      here = up;
    }
  }

  #removeFirst(): void {
    this.#swap(0, this.#heap.length - 1);
    this.#heap.pop();
    let here = 0;
    for (;;) {
      const [left, right] = [2 * here + 1, 2 * here + 2];
      const least = this.#isBefore(right, left) ? right : left;
      if (!this.#isBefore(least, here)) return;
      this.#swap(least, here);
      here = least;
    }
  }
}
