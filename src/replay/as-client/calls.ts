import type { Answer } from '../../model/message.ts';

/** What became of one of the recorded requests, in the session of today. */
interface CallState {
  readonly sentAt: number;
  answer: Answer | undefined;
  /** Nobody waits for its answer any more. */
  gaveUp: boolean;
}

/** The requests of the client that were sent, and those that were left out. Keys: `refKey`. */
export class Calls {
  readonly #sent = new Map<string, CallState>();
  readonly #omitted = new Set<string>();
  /** Keys of requests without an answer, by the key of their id, oldest first. */
  readonly #open = new Map<string, string[]>();
  readonly #sentBy = new Map<string, string[]>();

  send(key: string, idKey: string, now: number): void {
    this.#sent.set(key, { sentAt: now, answer: undefined, gaveUp: false });
    for (const keys of [this.#open, this.#sentBy]) {
      const known = keys.get(idKey);
      if (known) known.push(key);
      else keys.set(idKey, [key]);
    }
  }

  /** Keys of requests that were sent, in order, by the key of their id. */
  get sentBy(): ReadonlyMap<string, readonly string[]> {
    return this.#sentBy;
  }

  omit(key: string): void {
    this.#omitted.add(key);
  }

  /** The request that this answers; undefined when nobody asked. */
  settle(idKey: string, answer: Answer): string | undefined {
    const key = this.#open.get(idKey)?.shift();
    const state = key === undefined ? undefined : this.#sent.get(key);
    if (state) state.answer = answer;
    return key;
  }

  /** No answer will come to the oldest request with this id; returns its key. */
  lose(idKey: string): string | undefined {
    const key = this.#open.get(idKey)?.shift();
    if (key !== undefined) this.giveUp(key);
    return key;
  }

  giveUp(key: string): void {
    const state = this.#sent.get(key);
    if (state) state.gaveUp = true;
  }

  answerTo(key: string): Answer | undefined {
    return this.#sent.get(key)?.answer;
  }

  sentAt(key: string): number | undefined {
    return this.#sent.get(key)?.sentAt;
  }

  isOmitted(key: string): boolean {
    return this.#omitted.has(key);
  }

  /** There is nothing to wait for: answered, given up, left out, or never sent. */
  isOver(key: string): boolean {
    const state = this.#sent.get(key);
    return !state || state.gaveUp || state.answer !== undefined;
  }

  /** Keys of what was sent and has no answer. */
  unanswered(): string[] {
    return [...this.#sent].flatMap(([key, { answer }]) => (answer ? [] : [key]));
  }
}
