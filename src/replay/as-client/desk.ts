import { minOf } from '../../model/lists.ts';
import type { Request } from '../../model/message.ts';
import { answerOf, type Era } from '../../model/session.ts';
import { AskBook, type Met } from './asks.ts';
import type { Score } from './score.ts';

/** A question of the server, and how it was met. */
export interface AskedBack extends Met {
  readonly request: Request;
}

/** An answer keeps to its recorded place; no longer than this. */
const HOLD_MS = 1000;

interface Held {
  readonly line: Buffer;
  /** Place of the recorded answer; before everything: it goes out at once. */
  readonly seq: number;
  readonly until: number;
}

/** Answers what the server asks, each in its recorded place among all that the client wrote. */
export class Desk {
  readonly #book: AskBook;
  readonly #era: Era;
  readonly askedBack: AskedBack[] = [];
  readonly #held: Held[] = [];
  /** Places of recorded answers that are still to be given, in order. */
  #due: readonly number[];

  constructor({ asked, session }: Score) {
    this.#book = new AskBook(asked);
    this.#era = session.era;
    const answers = asked.flatMap((each) => answerOf(each)?.seq ?? []);
    this.#due = answers.toSorted((x, y) => x - y);
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
    const seq = answer?.seq ?? AT_ONCE;
    this.#held.push({ line, seq: isInPlace ? seq : AT_ONCE, until: now + HOLD_MS });
    if (!isInPlace) this.#due = this.#due.filter((each) => each !== seq);
  }

  /** An answer whose place has come, `next` being the place of the client's next line. */
  release(next: number, now: number): Buffer | undefined {
    const isFree = ({ seq, until }: Held) =>
      (seq < next && !this.#isEarlierDue(seq)) || now >= until;
    const index = this.#held.findIndex(isFree);
    const [found] = index < 0 ? [] : this.#held.splice(index, 1);
    // What should have come before it was waited for long enough.
    if (found) this.#due = this.#due.filter((each) => each > found.seq);
    return found?.line;
  }

  /** When an answer must go out at the latest; infinite when none is held. */
  get until(): number {
    return minOf(this.#held.map((each) => each.until));
  }

  #isEarlierDue(seq: number): boolean {
    const [first = seq] = this.#due;
    return first < seq;
  }
}

const AT_ONCE = Number.NEGATIVE_INFINITY;
