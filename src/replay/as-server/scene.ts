import { maxOf } from '../../model/lists.ts';
import type { Exchange } from '../../model/session.ts';
import type { AnswerFault } from './faults.ts';
import type { Names } from './rewrite.ts';
import type { Act, Step } from './tape.ts';

/** An act that is being played. `C` says where its messages go. Times are in milliseconds. */
export interface Playing<C> {
  readonly act: Act;
  readonly channel: C;
  /** How this client names what the act is about. */
  readonly names: Names;
  /** Key of the client's request id, by which it may cancel. */
  readonly idKey: string | undefined;
  /** Index of the next step. */
  next: number;
  /** When the last thing happened that its next step waits for. */
  since: number;
  /** Requests of the server that the client has answered. */
  readonly got: Set<Exchange>;
  /** So many of the act's questions are known to be answered, and so many arrivals to have come. */
  answeredTo: number;
  arrivedTo: number;
  cancelled: boolean;
  answered: boolean;
  /** The ids that the server's requests got. */
  readonly asked: Map<Exchange, string>;
  /** The client's request came in an array. */
  readonly inBatch: boolean;
  /** What goes wrong with its answer. */
  readonly fault: AnswerFault | undefined;
}

/** How long something waits for what came before it in the recording, but may not come now. */
export const HOLD_MS = 100;

/**
 * Which step of all acts under way comes next. Within an act the steps keep their order, and wait for
 * what the client must say first. Between acts the recorded order is kept as well, as far as the client
 * plays along: a client that asks one after the other what was recorded at once is not kept waiting
 * longer than `HOLD_MS`.
 */
export class Scene<C> {
  readonly #factor: number;
  #playing: Playing<C>[] = [];
  /** Cues that the client has given, of those recorded. */
  readonly #arrived = new Set<string>();
  /** No more comes from the client: nothing waits for it. */
  draining = false;
  /** When `next` may give something without anything new; undefined: not by itself. */
  wakeAt: number | undefined;

  /** `factor`: times the recorded pauses; 0 for none. */
  constructor(factor: number) {
    this.#factor = factor;
  }

  get playing(): readonly Playing<C>[] {
    return this.#playing;
  }

  start(playing: Playing<C>): void {
    if (playing.act.cue !== undefined) this.#arrived.add(playing.act.cue);
    if (playing.act.steps.length > 0) this.#playing.push(playing);
  }

  /** The client cancelled it, or its session is over. */
  stop(playing: Playing<C>): void {
    this.#playing = this.#playing.filter((each) => each !== playing);
  }

  clear(): void {
    this.#playing = [];
    this.#arrived.clear();
  }

  /** The next step to play at this time, which the caller then moves on with `advance`. */
  next(now: number): { readonly playing: Playing<C>; readonly step: Step } | undefined {
    this.wakeAt = undefined;
    const ready = this.#playing
      .flatMap((playing) => {
        const step = playing.act.steps[playing.next];
        return step && this.#isReady(playing, step, now) ? [{ playing, step }] : [];
      })
      .sort((a, b) => a.step.order - b.step.order);
    return ready.find((each) => this.#isFree(each.playing, each.step, now));
  }

  /** Of one frame, those steps that can be played now: all its members, or some. */
  batchWith(step: Step, now: number): { readonly playing: Playing<C>; readonly step: Step }[] {
    const found: { playing: Playing<C>; step: Step }[] = [];
    for (const playing of this.#playing)
      for (const each of playing.act.steps.slice(playing.next)) {
        if (each.bytes !== step.bytes || !this.#isReady(playing, each, now)) break;
        found.push({ playing, step: each });
      }
    return found.sort((a, b) => a.step.order - b.step.order);
  }

  /** A step of it has been played. */
  advance(playing: Playing<C>, now: number): void {
    playing.next += 1;
    playing.since = now;
    if (playing.next >= playing.act.steps.length) this.stop(playing);
  }

  #isReady(playing: Playing<C>, step: Step, now: number): boolean {
    if (!this.#isAllowed(playing, step)) return false;
    const due = playing.since + this.#pauseOf(playing, step);
    if (due > now) this.#wake(due);
    return due <= now;
  }

  /** Has the client said what this step comes after? */
  #isAllowed(playing: Playing<C>, step: Step): boolean {
    const { act, got, cancelled } = playing;
    for (; playing.answeredTo < step.needs; playing.answeredTo += 1) {
      const question = act.questions[playing.answeredTo];
      if (question && !got.has(question)) return false;
    }
    return !step.needsCancel || cancelled;
  }

  #pauseOf({ fault, answered }: Playing<C>, step: Step): number {
    const pause = (step.after / 1000) * this.#factor;
    return pause + (step.role.kind === 'answer' && !answered ? (fault?.delay ?? 0) : 0);
  }

  /** Nothing that came before it in the recording can still come before it. */
  #isFree(playing: Playing<C>, step: Step, now: number): boolean {
    const waits = this.#waits(playing, step, now);
    if (this.draining || waits.length === 0) return true;
    const end = maxOf(waits);
    if (end > now) this.#wake(end);
    return end <= now;
  }

  /** Until when it waits for whom. */
  #waits(playing: Playing<C>, step: Step, now: number): number[] {
    const { act } = playing;
    const ready = playing.since + this.#pauseOf(playing, step);
    const waits = this.#isMissing(playing, step) ? [ready + HOLD_MS] : [];
    for (const other of this.#playing) {
      const before = other.act.steps[other.next];
      if (other === playing || !before || before.order >= step.order) continue;
      if (other.act.conversation !== act.conversation) continue;
      const end = other.since + HOLD_MS;
      if (end > now) waits.push(end);
    }
    return waits;
  }

  /** Has the client not said all that it said before this step when it was recorded? */
  #isMissing(playing: Playing<C>, step: Step): boolean {
    for (; playing.arrivedTo < step.arrived; playing.arrivedTo += 1) {
      const cue = playing.act.arrivals[playing.arrivedTo];
      if (cue !== undefined && !this.#arrived.has(cue)) return true;
    }
    return false;
  }

  #wake(at: number): void {
    this.wakeAt = this.wakeAt === undefined ? at : Math.min(this.wakeAt, at);
  }
}
