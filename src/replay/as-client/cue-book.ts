import type { Calls } from './calls.ts';
import type { Cue } from './score.ts';

/** How long the next line has to wait: until something comes, or at most until this time. */
export type Wait = { readonly until: number } | undefined;

/** A server may say the same in its own time; this is added to the time that it took. */
const PATIENCE_MS = 1000;
/** For what failed to come before. */
const LITTLE_MS = 50;

/**
 * Waits for what the recorded client had heard. Answers are waited for as long as a time-out lasts;
 * what a server says of its own accord, it may leave out: then the play goes on without it.
 */
export class CueBook {
  readonly #cues: readonly Cue[];
  readonly #calls: Calls;
  readonly #timeoutMs: number;
  readonly #heard = new Map<string, number>();
  /** Messages that were not waited for to the end, by name. */
  readonly #excused = new Map<string, number>();
  readonly #passed = new Set<number>();
  /** All cues before this one are settled. */
  #next = 0;
  /** Since when only something was missing that may be left out. */
  #missingSince: number | undefined;
  /** Told of a request whose answer did not come in time. */
  readonly #timedOut: (key: string) => void;

  constructor(
    cues: readonly Cue[],
    calls: Calls,
    timeoutMs: number,
    timedOut: (key: string) => void,
  ) {
    this.#cues = cues;
    this.#calls = calls;
    this.#timeoutMs = timeoutMs;
    this.#timedOut = timedOut;
  }

  /** The server said something of its own accord. */
  hear(what: string): void {
    this.#heard.set(what, (this.#heard.get(what) ?? 0) + 1);
  }

  /** Has the client heard as much as before this cue? Undefined: it has. */
  wait(heard: number, now: number): Wait {
    for (;;) {
      const found = this.#missing(heard, now);
      if (found === undefined) {
        this.#missingSince = undefined;
        return undefined;
      }
      if (typeof found !== 'number') return found;
      this.#missingSince ??= now;
      const until = this.#missingSince + this.#patience(found);
      if (now < until) return { until };
      this.#excuse(found);
      this.#missingSince = now;
    }
  }

  /** The first cue that is not settled and may be left out, or the wait for an answer. */
  #missing(heard: number, now: number): number | Wait {
    let first: number | undefined;
    for (let nth = this.#next; nth < heard; nth++) {
      const cue = this.#cues[nth];
      if (!cue || this.#isSettled(cue, nth)) {
        if (nth === this.#next) this.#next += 1;
        continue;
      }
      if (cue.kind !== 'answer') {
        first ??= nth;
        continue;
      }
      const until = (this.#calls.sentAt(cue.key) ?? now) + this.#timeoutMs;
      if (now < until) {
        this.#missingSince = undefined;
        return { until };
      }
      this.#calls.giveUp(cue.key);
      this.#timedOut(cue.key);
    }
    return first;
  }

  #isSettled(cue: Cue, nth: number): boolean {
    if (this.#passed.has(nth)) return true;
    if (cue.kind !== 'said') return this.#calls.isOver(cue.key);
    const { during, what } = cue;
    if (during !== undefined && this.#calls.isOmitted(during)) {
      this.#excuse(nth);
      return true;
    }
    return (this.#heard.get(what) ?? 0) + (this.#excused.get(what) ?? 0) >= cue.nth;
  }

  #excuse(nth: number): void {
    const cue = this.#cues[nth];
    this.#passed.add(nth);
    if (cue?.kind === 'said') this.#excused.set(cue.what, (this.#excused.get(cue.what) ?? 0) + 1);
  }

  #patience(nth: number): number {
    const cue = this.#cues[nth];
    if (!cue) return 0;
    const failed = cue.kind === 'said' && (this.#excused.get(cue.what) ?? 0) > 0;
    if (failed) return LITTLE_MS;
    return Math.min(this.#timeoutMs, PATIENCE_MS + (cue.waited / 1000) * 1.5);
  }
}
