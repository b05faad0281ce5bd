import { availableParallelism } from 'node:os';
import type { Side } from '../../model/frame.ts';

/** So long the loop stays awake for what comes next, in milliseconds. */
const STAY = 0.03;
/** Only when what came after the last such message came so soon: about the time that falling asleep and waking take. */
const SOON = 0.08;
/** Longer chunks are much work for both ends, or many messages: nobody answers at once. */
const SHORT = 4096;

export interface VigilParts {
  /** Milliseconds, from any start. */
  readonly now: () => number;
  /** Calls in the next turn of the loop, which does not sleep until then. */
  readonly soon: (turn: () => void) => void;
  readonly processors: number;
}

const system: VigilParts = {
  // `performance` would be loaded for it.
  now: () => Number(process.hrtime.bigint()) / 1e6,
  soon: (turn) => void setImmediate(turn),
  processors: availableParallelism(),
};

/**
 * Stays awake for a moment after a short message when the next is likely to come at once. An idle processor takes
 * longer to wake than a message takes to pass, and each call would wait for that four times. With a server that
 * takes its time, as most do, the loop sleeps as ever; so it does where there is one processor for all.
 */
export class Vigil {
  readonly #parts: VigilParts;
  #last = Number.NEGATIVE_INFINITY;
  #lastFrom: Side = 'client';
  /** From the last chunk of this side to what came after it. */
  readonly #pause: Record<Side, number> = { client: SOON + 1, server: SOON + 1 };
  #until = 0;
  #isAwake = false;

  constructor(parts: VigilParts = system) {
    this.#parts = parts;
  }

  /** A chunk of this side has been passed on. */
  passed(from: Side, bytes: number): void {
    const { now, soon, processors } = this.#parts;
    if (processors < 2) return;
    const time = now();
    this.#pause[this.#lastFrom] = time - this.#last;
    this.#last = time;
    this.#lastFrom = from;
    const isLikely = bytes <= SHORT && this.#pause[from] <= SOON;
    this.#until = isLikely ? time + STAY : 0;
    if (!isLikely || this.#isAwake) return;
    this.#isAwake = true;
    soon(this.#turn);
  }

  readonly #turn = (): void => {
    const { now, soon } = this.#parts;
    this.#isAwake = now() < this.#until;
    if (this.#isAwake) soon(this.#turn);
  };
}
