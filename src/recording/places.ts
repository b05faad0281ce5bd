import type { Damage, Entry } from '../model/recording.ts';

/** An entry, and where it stands in the file. */
export interface PlacedEntry {
  readonly kind: 'entry';
  readonly entry: Entry;
  /** 1-based line of the file. */
  readonly line: number;
  /** Byte offset in the file. */
  readonly offset: number;
}

/** An entry as read, with the bytes of its line. */
export type ReadEntry = PlacedEntry & { readonly length: number };

type Item = PlacedEntry | { readonly kind: 'damage'; readonly damage: Damage };

/**
 * Holds entries against their places 0, 1, 2, …: says where lines are missing, and which single entry
 * has a wrong place among right ones. One that does not fit is kept back until the next one shows which
 * of the two it is; so memory is that of one entry.
 */
export class Places {
  #last = -1;
  #misfit: ReadEntry | undefined;
  /** Bytes that could not be read stand before the misfit, or behind it: places are missing there. */
  #isTorn = false;
  #isTornBehind = false;

  /** Something that is no entry stands here. */
  damaged(): void {
    if (this.#misfit) this.#isTornBehind = true;
    else this.#isTorn = true;
  }

  take(next: ReadEntry): Item[] {
    const misfit = this.#misfit;
    if (misfit) {
      const settled = this.#settle(misfit, next.entry.seq);
      return [...settled, ...this.take(next)];
    }
    if (next.entry.seq === this.#last + 1) return [this.#fitting(next)];
    this.#misfit = next;
    // Nothing comes behind it, and who reads along waits for it.
    return next.entry.type === 'end' ? this.end() : [];
  }

  /** Does an entry with this `seq` fit, with nothing to say and nothing kept back? */
  isNext(seq: number): boolean {
    return !this.#misfit && seq === this.#last + 1;
  }

  /** It came. */
  passed(seq: number): void {
    this.#last = seq;
    this.#isTorn = false;
  }

  /** Call after the last entry. */
  end(): Item[] {
    return this.#misfit ? this.#settle(this.#misfit, Number.POSITIVE_INFINITY) : [];
  }

  #settle(misfit: ReadEntry, next: number): Item[] {
    const { entry, length, ...place } = misfit;
    const isTorn = this.#isTorn;
    this.#misfit = undefined;
    this.#isTorn = this.#isTornBehind;
    this.#isTornBehind = false;
    const damaged = (why: Damage['why'], passedOver = 0): Item => {
      const { line, offset } = place;
      return { kind: 'damage', damage: { line, offset, length: passedOver, why } };
    };
    const expected = this.#last + 1;
    if (entry.seq > this.#last && next > entry.seq) {
      this.#last = entry.seq;
      return [...(isTorn ? [] : [damaged('gap')]), { ...place, entry }];
    }
    if (next <= expected || next === Number.POSITIVE_INFINITY)
      return [damaged('not-an-entry', length)];
    this.#last = expected;
    return [damaged('wrong-seq'), { ...place, entry: { ...entry, seq: expected } }];
  }

  #fitting({ kind, entry, line, offset }: ReadEntry): Item {
    this.passed(entry.seq);
    return { kind, entry, line, offset };
  }
}
