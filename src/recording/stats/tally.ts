import type { Micros } from '../../model/frame.ts';
import type { AnswerKind } from './peek.ts';
import type { Ref } from './repeats.ts';
import { SpreadCounter } from './spread.ts';
import type { Amounts, RequestStats } from './types.ts';

/** Counts messages and their bytes. */
export class AmountCounter {
  #count = 0;
  #bytes = 0;
  #most = 0;

  add(bytes: number): void {
    this.#count += 1;
    this.#bytes += bytes;
    this.#most = Math.max(this.#most, bytes);
  }

  amounts(): Amounts {
    return { count: this.#count, bytes: this.#bytes, most: this.#most };
  }
}

/** Counts the requests of a method or tool and what became of them. */
export class RequestTally {
  readonly #requests = new AmountCounter();
  readonly #answers = new AmountCounter();
  readonly #latency = new SpreadCounter();
  #slowest: { readonly ref: Ref; readonly latency: Micros } | undefined;
  readonly #ends = { failures: 0, toolErrors: 0, unanswered: 0, pending: 0, cancelled: 0 };

  asked(bytes: number): void {
    this.#requests.add(bytes);
  }

  /**
   * @param latency undefined where no time is known
   * @param ref names the request, for the slowest one
   */
  answered(kind: AnswerKind, bytes: number, latency: Micros | undefined, ref: Ref): void {
    this.#answers.add(bytes);
    if (latency !== undefined) this.#took(latency, ref);
    if (kind === 'failure') this.#ends.failures += 1;
    if (kind === 'tool-error') this.#ends.toolErrors += 1;
  }

  #took(latency: Micros, ref: Ref): void {
    this.#latency.add(latency);
    if (!this.#slowest || latency > this.#slowest.latency) this.#slowest = { ref, latency };
  }

  ended(how: 'unanswered' | 'pending' | 'cancelled'): void {
    this.#ends[how] += 1;
  }

  stats(): RequestStats {
    const latency = this.#latency.spread();
    return {
      requests: this.#requests.amounts(),
      answers: this.#answers.amounts(),
      ...(latency && { latency }),
      ...(this.#slowest && { slowest: String(this.#slowest.ref) }),
      ...this.#ends,
    };
  }
}
