import { MOST_PLACES } from '../check/rule.ts';
import type { Kept, Spot } from './kept.ts';

/**
 * Ordinary log notifications. Kept are those that a finding about all of them shows, and the newest: an answer
 * that belongs to no request may be one to it.
 */
export class Logs {
  passedOver = 0;
  readonly #kept: Kept;
  #shown = 0;
  #newest: Spot | undefined;

  constructor(kept: Kept) {
    this.#kept = kept;
  }

  add(spot: Spot): void {
    this.#newest = undefined;
    if (this.#shown < MOST_PLACES) {
      this.#shown += 1;
      this.#kept.add(spot);
      return;
    }
    this.passedOver += 1;
    this.#newest = spot;
  }

  /** Call also behind the last line. */
  keepNewest(): void {
    if (!this.#newest) return;
    this.passedOver -= 1;
    this.#kept.add(this.#newest);
    this.#newest = undefined;
  }
}
