import type { Located, Request } from '../../model/message.ts';
import type { Exchange } from '../../model/session.ts';
import { type Asked, type Nearest, nearestTo } from './nearest.ts';
import { type Bindings, hasPlaceholder, matchRedacted } from './placeholders.ts';
import { OPENINGS, type Question, questionOf } from './question.ts';

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

/** A recorded exchange that a client asked, and the conversation it is from. */
export interface Recorded {
  readonly exchange: Exchange;
  readonly conversation: number;
}

interface Candidate extends Asked, Recorded {
  readonly order: number;
  readonly isRedacted: boolean;
}

/**
 * Decides once for each request what becomes of it. It answers with what the same question was
 * answered with, the n-th time with the n-th answer, and with nothing else: never with the answer to
 * another question of the same method. Of equal questions those of the own conversation come first,
 * then those of the own era, then as recorded. No input, output or clock.
 */
export class Controller {
  readonly #options: MatchOptions;
  readonly #all: readonly Candidate[];
  readonly #byKey = new Map<string, Candidate[]>();
  readonly #redacted: readonly Candidate[];
  readonly #used = new Set<Candidate>();
  #bindings: Bindings = new Map();
  #conversation: number | undefined;

  constructor(recorded: readonly Recorded[], options: MatchOptions = {}) {
    this.#options = options;
    this.#all = recorded.map((each, order) => {
      const question = questionOf(each.exchange.request, options);
      return { ...each, order, question, isRedacted: hasPlaceholder(question.params) };
    });
    this.#redacted = this.#all.filter((each) => each.isRedacted);
    for (const each of this.#all) {
      const { key } = each.question;
      const equal = this.#byKey.get(key);
      if (equal) equal.push(each);
      else this.#byKey.set(key, [each]);
    }
  }

  /** How many recorded requests have been answered from. */
  get used(): number {
    return this.#used.size;
  }

  /** Begins anew with the answers, as for another process or session; prefers this conversation's. */
  restart(conversation: number | undefined): void {
    this.#used.clear();
    this.#conversation = conversation;
  }

  /** Have all recorded answers to this method been given? */
  isUsedUp(method: string): boolean {
    return this.#all.every((each) => each.question.method !== method || this.#used.has(each));
  }

  decide(request: Located<Request>): Decision {
    const question = questionOf(request, this.#options);
    const fitting = this.#fitting(question);
    const fresh = this.#best(
      fitting.filter((each) => !this.#used.has(each)),
      question,
    );
    if (fresh) return this.#take(fresh, question, false);
    const isOpening = OPENINGS.has(question.method);
    const last = this.#lastOf(fitting, question);
    if (last && (isOpening || this.#options.repeat === 'last'))
      return this.#take(last, question, true);
    if (isOpening && !(this.#options.passOn && question.method !== 'ping'))
      return { kind: 'stand-in', method: question.method };
    const miss = this.#miss(question, fitting.length);
    return { kind: this.#options.passOn ? 'pass' : 'miss', miss };
  }

  #fitting(question: Question): readonly Candidate[] {
    const equal = this.#byKey.get(question.key) ?? [];
    const masked = this.#redacted.filter(
      (each) => !equal.includes(each) && this.#fitsRedacted(each, question) !== undefined,
    );
    return masked.length === 0 ? equal : [...equal, ...masked];
  }

  #fitsRedacted({ question: recorded }: Candidate, asked: Question): Bindings | undefined {
    if (recorded.method !== asked.method || recorded.isRetry !== asked.isRetry) return undefined;
    return matchRedacted(recorded.params, asked.params, this.#bindings, this.#options.ignore);
  }

  #take(candidate: Candidate, question: Question, again: boolean): Decision {
    this.#used.add(candidate);
    const isEqual = candidate.question.key === question.key;
    const found = isEqual ? undefined : this.#fitsRedacted(candidate, question);
    if (found) this.#bindings = found;
    return { kind: 'answer', exchange: candidate.exchange, again };
  }

  #best(candidates: readonly Candidate[], question: Question): Candidate | undefined {
    let best: Candidate | undefined;
    for (const each of candidates)
      if (!best || this.#rank(each, question) < this.#rank(best, question)) best = each;
    return best;
  }

  /** The last one of those that would come first. */
  #lastOf(candidates: readonly Candidate[], question: Question): Candidate | undefined {
    const best = this.#best(candidates, question);
    const rank = best && this.#rank(best, question);
    return candidates.findLast((each) => this.#rank(each, question) === rank);
  }

  #rank({ conversation, question }: Candidate, asked: Question): number {
    const isOwn = conversation === (this.#conversation ?? conversation);
    return (isOwn ? 0 : 2) + (question.isModern === asked.isModern ? 0 : 1);
  }

  #miss(question: Question, times: number): Miss {
    const nearest = times > 0 ? undefined : nearestTo(question, this.#all, this.#options.ignore);
    return { question, why: times > 0 ? 'used-up' : 'unknown', times, nearest };
  }
}
