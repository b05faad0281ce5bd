/** Shorter values are words that mean something else elsewhere: a class, a grade, `true`. */
const SHORTEST = 6;
const HEAD = 4;
/** So much of a spelling is looked up at once; only spellings that are longer are compared one by one. */
const BEGINNING = 64;

interface Spelling {
  readonly spelled: string;
  readonly value: string;
}

/** Spellings with the same head. */
interface Group {
  /** By their beginning; the longest first. */
  readonly byBeginning: Map<string, Spelling[]>;
  /** Lengths of the beginnings, each once; the longest first. */
  lengths: readonly number[];
}

/**
 * Finds values that were taken out in one place wherever else they stand: the number that a member held
 * is also in the sentence beside it. Time is in proportion to the text, however many values there are.
 */
export class KnownValues {
  readonly #byHead = new Map<string, Group>();

  add(value: string): void {
    if (value.length < SHORTEST) return;
    // Also as it stands in JSON, and in JSON that is quoted once more, where nobody can parse them any more.
    let spelled = value;
    for (let turn = 0; turn < 3; turn += 1) {
      this.#add({ spelled, value });
      spelled = JSON.stringify(spelled).slice(1, -1);
    }
  }

  #add(spelling: Spelling): void {
    const { spelled } = spelling;
    const head = spelled.slice(0, HEAD);
    const beginning = spelled.slice(0, BEGINNING);
    const group: Group = this.#byHead.get(head) ?? { byBeginning: new Map(), lengths: [] };
    this.#byHead.set(head, group);
    const known = group.byBeginning.get(beginning) ?? [];
    if (known.some((each) => each.spelled === spelled)) return;
    // The longest first, so that a value inside another one does not cut it in two.
    known.push(spelling);
    known.sort((a, b) => b.spelled.length - a.spelled.length);
    group.byBeginning.set(beginning, known);
    if (!group.lengths.includes(beginning.length))
      group.lengths = [...group.lengths, beginning.length].sort((a, b) => b - a);
  }

  /** Is the whole text a known value? */
  has(text: string): boolean {
    if (this.#byHead.size === 0 || text.length < SHORTEST) return false;
    return this.#at(text, 0)?.spelled === text;
  }

  /** The text with every known value replaced. */
  replace(text: string, by: (value: string) => string): string {
    if (this.#byHead.size === 0 || text.length < SHORTEST) return text;
    let done = '';
    let from = 0;
    for (let at = 0; at + SHORTEST <= text.length; at += 1) {
      const found = this.#at(text, at);
      if (found === undefined) continue;
      done += text.slice(from, at) + by(found.value);
      from = at + found.spelled.length;
      at = from - 1;
    }
    return done + text.slice(from);
  }

  /** The longest known value whose spelling stands here. */
  #at(text: string, at: number): Spelling | undefined {
    const group = this.#byHead.get(text.slice(at, at + HEAD));
    for (const length of group?.lengths ?? []) {
      const found = group?.byBeginning
        .get(text.slice(at, at + length))
        ?.find(({ spelled }) => text.startsWith(spelled, at));
      if (found) return found;
    }
    return undefined;
  }
}
