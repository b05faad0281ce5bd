import type { Request } from '../../model/message.ts';
import { answerOf, type Era } from '../../model/session.ts';
import { AskBook, type Met } from './asks.ts';
import type { Score } from './score.ts';

/** A question of the server, and how it was met. */
export interface AskedBack extends Met {
  readonly request: Request;
}

/** An answer keeps to its recorded place among the client's lines; no longer than this. */
const HOLD_MS = 1000;

/** Answers what the server asks, each in its recorded place among the lines of the client. */
export class Desk {
  readonly #book: AskBook;
  readonly #era: Era;
  readonly askedBack: AskedBack[] = [];
  #held: { readonly line: Buffer; readonly before: number; readonly until: number }[] = [];

  constructor({ asked, session }: Score) {
    this.#book = new AskBook(asked);
    this.#era = session.era;
  }

  /**
   * Takes a question; its answer comes out of `release`.
   * @param next place of the next line that the client has not said yet
   */
  take(request: Request, next: number, now: number): void {
    const met = this.#book.meet(request);
    // Since 2026-07-28 a client writes no answers; what it never wrote it does not write now.
    const isSilent = met.how === 'unknown' && this.#era === 'modern';
    const line = isSilent ? undefined : met.line;
    this.askedBack.push({ ...met, request, line });
    if (!line) return;
    const answer = met.exchange && answerOf(met.exchange);
    // Asked at another point of the session than it was, it is answered at once.
    const isInPlace =
      (met.how === 'same' || met.how === 'other') &&
      met.exchange &&
      next > met.exchange.request.seq;
    const before = isInPlace && answer ? answer.seq : Number.NEGATIVE_INFINITY;
    this.#held.push({ line, before, until: now + HOLD_MS });
  }

  /** An answer whose place has come, `next` being the place of the client's next line. */
  release(next: number, now: number): Buffer | undefined {
    const free = this.#held.findIndex(({ before, until }) => before < next || now >= until);
    return free < 0 ? undefined : this.#held.splice(free, 1)[0]?.line;
  }

  /** When an answer must go out at the latest; infinite when none is held. */
  get until(): number {
    return Math.min(...this.#held.map((each) => each.until));
  }
}
