import { minOf } from '../../model/lists.ts';
import type { Exchange } from '../../model/session.ts';
import type { Asked } from './nearest.ts';
import type { Question } from './question.ts';

/** A recorded exchange that a client asked, and the conversation it is from. */
export interface Recorded {
  readonly exchange: Exchange;
  readonly conversation: number;
}

/** One recorded answer to a question; `order` is its place among all recorded requests. */
export interface Candidate extends Asked, Recorded {
  readonly order: number;
}

/** Who asks: what is closer to that comes first. */
export interface Asker {
  readonly isModern: boolean;
  /** undefined: none is preferred. */
  readonly conversation: number | undefined;
}

interface Pile {
  readonly conversation: number;
  readonly isModern: boolean;
  readonly candidates: Candidate[];
  /** How many of them have been given. */
  given: number;
}

/** All recorded answers to one question. Taking one costs the same however many there are. */
export class Shelf {
  readonly question: Question;
  /** Of one conversation and era each, in recorded order. */
  readonly #piles = new Map<string, Pile>();
  #size = 0;

  constructor(question: Question) {
    this.question = question;
  }

  get size(): number {
    return this.#size;
  }

  get isUsedUp(): boolean {
    return [...this.#piles.values()].every(({ candidates, given }) => given >= candidates.length);
  }

  put(candidate: Candidate): void {
    const { conversation, question } = candidate;
    const key = `${conversation} ${question.isModern}`;
    const known = this.#piles.get(key);
    const { isModern } = question;
    const pile = known ?? { conversation, isModern, candidates: [], given: 0 };
    pile.candidates.push(candidate);
    this.#piles.set(key, pile);
    this.#size += 1;
  }

  /** Begins with the first answers again. */
  restart(): void {
    for (const pile of this.#piles.values()) pile.given = 0;
  }

  /** The next answer that was not given yet, without giving it. */
  next(asker: Asker): Offer | undefined {
    const offers = [...this.#piles.values()].flatMap((pile) => {
      const candidate = pile.candidates[pile.given];
      return candidate ? [{ candidate, rank: rankOf(pile, asker) }] : [];
    });
    return bestOf(offers);
  }

  /** The last answer of those that come first. */
  last(asker: Asker): Offer | undefined {
    const offers = [...this.#piles.values()].flatMap((pile) => {
      const candidate = pile.candidates.at(-1);
      return candidate ? [{ candidate, rank: rankOf(pile, asker) }] : [];
    });
    const best = minOf(offers.map(({ rank }) => rank));
    return offers
      .filter(({ rank }) => rank === best)
      .sort((a, b) => b.candidate.order - a.candidate.order)[0];
  }

  /** Notes that the next answer of its pile was given. */
  give({ conversation, question }: Candidate): void {
    const pile = this.#piles.get(`${conversation} ${question.isModern}`);
    if (pile) pile.given = Math.min(pile.given + 1, pile.candidates.length);
  }
}

/** An answer, and how far it is from who asks. */
export interface Offer {
  readonly candidate: Candidate;
  readonly rank: number;
}

/** The one with the lowest rank, of those the earliest. */
export function bestOf(offers: readonly Offer[]): Offer | undefined {
  let best: Offer | undefined;
  for (const each of offers) {
    const isBetter =
      !best ||
      each.rank < best.rank ||
      (each.rank === best.rank && each.candidate.order < best.candidate.order);
    if (isBetter) best = each;
  }
  return best;
}

/** The own conversation counts more than the own era. */
function rankOf(pile: Pile, { conversation, isModern }: Asker): number {
  const isOwn = pile.conversation === (conversation ?? pile.conversation);
  return (isOwn ? 0 : 2) + (pile.isModern === isModern ? 0 : 1);
}
