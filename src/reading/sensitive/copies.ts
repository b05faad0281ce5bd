import type { Wish } from './wishes.ts';

/** Shorter values stand in too many texts by chance. In characters. */
const SHORTEST = 6;

/**
 * Values of members that were asked for, to be found again in other texts. The first characters of each
 * are the key of an index, so that a text is gone through once, however many values there are.
 */
export class CopyIndex {
  readonly #byStart = new Map<string, Map<string, Set<Wish>>>();

  get isEmpty(): boolean {
    return this.#byStart.size === 0;
  }

  /** Takes values of a member; what is too short to tell anything is left out. */
  add(wish: Wish, values: readonly string[]): void {
    for (const value of values.map((each) => each.trim())) {
      if (value.length < SHORTEST) continue;
      const start = value.slice(0, SHORTEST);
      const known = this.#byStart.get(start) ?? new Map<string, Set<Wish>>();
      known.set(value, (known.get(value) ?? new Set<Wish>()).add(wish));
      this.#byStart.set(start, known);
    }
  }

  /** The values that a text holds as whole words, by what was asked for. */
  in(text: string): ReadonlyMap<Wish, readonly string[]> {
    const found = new Map<Wish, string[]>();
    for (let at = 0; at + SHORTEST <= text.length; at += 1) {
      const known = this.#byStart.get(text.slice(at, at + SHORTEST));
      if (!known) continue;
      for (const [value, wishes] of known) {
        if (!text.startsWith(value, at) || !isWhole(text, at, at + value.length)) continue;
        for (const wish of wishes) found.set(wish, [...(found.get(wish) ?? []), value]);
      }
    }
    return found;
  }
}

function isWhole(text: string, start: number, end: number): boolean {
  return !isWord(text[start - 1], text[start]) && !isWord(text[end], text[end - 1]);
}

/** Does a word go on over a border? */
function isWord(outer: string | undefined, inner: string | undefined): boolean {
  return /[\p{L}\p{N}]/u.test(outer ?? '') && /[\p{L}\p{N}]/u.test(inner ?? '');
}
