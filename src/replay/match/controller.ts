import type { Located, Request } from '../../model/message.ts';
import type { Exchange } from '../../model/session.ts';
import { type Nearest, nearestTo } from './nearest.ts';
import { type Bindings, hasPlaceholder, matchRedacted } from './placeholders.ts';
import { OPENINGS, type Question, questionOf } from './question.ts';
import { bestOf, type Candidate, type Offer, type Recorded, Shelf } from './shelf.ts';

/** What the user decides about matching. */
export interface MatchOptions {
  /** Pointers that do not count; see `Normalising.ignore`. */
  readonly ignore?: readonly string[];
  /** A request that was asked as often as recorded: its last answer again, or a miss. */
  readonly repeat?: 'last' | 'miss';
  /** Requests that the recording has no answer to go on to a real server. */
  readonly passOn?: boolean;
}

/** Why a request has no recorded answer. */
export interface Miss {
  readonly question: Question;
  /** `unknown`: nobody asked this; `used-up`: it was asked `times` times, and is asked once more. */
  readonly why: 'unknown' | 'used-up';
  readonly times: number;
  readonly nearest: Nearest | undefined;
}

/** What becomes of a request. */
export type Decision =
  /** `again`: the recorded answers are used up, and this is the last one once more. */
  | { readonly kind: 'answer'; readonly exchange: Exchange; readonly again: boolean }
  /** An opening that the recording lacks. */
  | { readonly kind: 'stand-in'; readonly method: string }
  | { readonly kind: 'miss'; readonly miss: Miss }
  | { readonly kind: 'pass'; readonly miss: Miss };

/**
 * Decides once for each request what becomes of it. It answers with what the same question was
 * answered with, the n-th time with the n-th answer, and with nothing else: never with the answer to
 * another question of the same method. Of equal questions those of the own conversation come first,
 * then those of the own era, then as recorded. No input, output or clock.
 */
export class Controller {
  readonly #options: MatchOptions;
  readonly #all: readonly Candidate[];
  readonly #shelves = new Map<string, Shelf>();
  /** Those whose question holds placeholders. */
  readonly #redacted: readonly Shelf[];
  #bindings: Bindings = new Map();
  #conversation: number | undefined;

  constructor(recorded: readonly Recorded[], options: MatchOptions = {}) {
    this.#options = options;
    this.#all = recorded.map((each, order) => {
      return { ...each, order, question: questionOf(each.exchange.request, options) };
    });
    for (const each of this.#all) {
      const { key } = each.question;
      const shelf = this.#shelves.get(key) ?? new Shelf(each.question);
      this.#shelves.set(key, shelf);
      shelf.put(each);
    }
    this.#redacted = [...this.#shelves.values()].filter(({ question }) =>
      hasPlaceholder(question.params),
    );
  }

  /** Begins anew with the answers, as for another process or session; prefers this conversation's. */
  restart(conversation: number | undefined): void {
    for (const shelf of this.#shelves.values()) shelf.restart();
    this.#conversation = conversation;
  }

  /** Have all recorded answers to this method been given? */
  isUsedUp(method: string): boolean {
    return [...this.#shelves.values()].every(
      (shelf) => shelf.question.method !== method || shelf.isUsedUp,
    );
  }

  decide(request: Located<Request>): Decision {
    const question = questionOf(request, this.#options);
    const asker = { isModern: question.isModern, conversation: this.#conversation };
    const shelves = this.#fitting(question);
    const fresh = offer(shelves, (shelf) => shelf.next(asker));
    if (fresh) return this.#take(fresh, question, false);
    const isOpening = OPENINGS.has(question.method);
    if (isOpening || this.#options.repeat === 'last') {
      const last = offer(shelves, (shelf) => shelf.last(asker));
      if (last) return this.#take(last, question, true);
    }
    if (isOpening && !(this.#options.passOn && question.method !== 'ping'))
      return { kind: 'stand-in', method: question.method };
    const times = shelves.reduce((sum, { size }) => sum + size, 0);
    return { kind: this.#options.passOn ? 'pass' : 'miss', miss: this.#miss(question, times) };
  }

  #fitting(question: Question): readonly Shelf[] {
    const equal = this.#shelves.get(question.key);
    const masked = this.#redacted.filter(
      (each) => each !== equal && this.#fitsRedacted(each.question, question) !== undefined,
    );
    return equal ? [equal, ...masked] : masked;
  }

  #fitsRedacted(recorded: Question, asked: Question): Bindings | undefined {
    if (recorded.method !== asked.method || recorded.isRetry !== asked.isRetry) return undefined;
    return matchRedacted(recorded.params, asked.params, this.#bindings, this.#options.ignore);
  }

  #take({ candidate }: Offer, question: Question, again: boolean): Decision {
    const { key } = candidate.question;
    if (!again) this.#shelves.get(key)?.give(candidate);
    const found =
      key === question.key ? undefined : this.#fitsRedacted(candidate.question, question);
    if (found) this.#bindings = found;
    return { kind: 'answer', exchange: candidate.exchange, again };
  }

  #miss(question: Question, times: number): Miss {
    const nearest = times > 0 ? undefined : nearestTo(question, this.#all, this.#options.ignore);
    return { question, why: times > 0 ? 'used-up' : 'unknown', times, nearest };
  }
}

function offer(
  shelves: readonly Shelf[],
  of: (shelf: Shelf) => Offer | undefined,
): Offer | undefined {
  return bestOf(shelves.flatMap((shelf) => of(shelf) ?? []));
}
