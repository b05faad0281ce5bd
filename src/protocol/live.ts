import type { Located } from '../model/message.ts';
import type { Header, Recording, TimelineItem } from '../model/recording.ts';
import { type Exchange, type Orphan, type Role, refKey, type Session } from '../model/session.ts';
import type { Draft, Tie } from './draft.ts';
import { CallBook } from './http-calls.ts';
import { isRetry, needsInput, operationsOf } from './operations.ts';
import { Pairer } from './pair.ts';

/** A map that is only asked. */
export type Lookup<T> = Pick<ReadonlyMap<string, T>, 'get'>;

/** How many pages of lists a message is understood by: the newest of them. */
const MOST_PAGES = 16;
/** The same for calls of several rounds: requests that were to be repeated, and those that repeat. */
const MOST_ROUNDS = 64;

/**
 * A session while it is recorded: what each message is to the ones before it. Each item takes the same
 * time, however many came before; over HTTP all is gone through again when a session gets its name.
 *
 * At any moment roles and exchanges are those of `buildSession` for the items until then.
 */
export class LiveSession {
  readonly #header: Header;
  readonly #items: TimelineItem[] = [];
  readonly #calls = new CallBook();
  #pairer: Pairer;
  #known = new Map<string, Known>();
  #lists: Draft[] = [];
  #rounds: Draft[] = [];

  constructor(header: Header) {
    this.#header = header;
    this.#pairer = this.#newPairer();
  }

  add(item: TimelineItem): void {
    this.#items.push(item);
    if (this.#calls.add(item)) this.#startOver();
    else this.#pairer.add(item);
  }

  /** Messages by `refKey`. */
  get messages(): Lookup<Located> {
    return { get: (key) => this.#known.get(key)?.located };
  }

  /** What each message is at the moment. */
  get roles(): Lookup<Role> {
    return {
      get: (key) => {
        const known = this.#known.get(key);
        if (!known) return undefined;
        if (known.tie)
          return { exchange: this.#pairer.exchange(known.tie.draft), part: known.tie.part };
        return { exchange: undefined, part: known.orphan ? 'orphan' : 'alone' };
      },
    };
  }

  get orphans(): Lookup<Orphan> {
    return { get: (key) => this.#known.get(key)?.orphan };
  }

  /** All requests as they stand, in the order asked. Takes time with their number. */
  exchanges(): Exchange[] {
    return this.#pairer.exchanges();
  }

  /** As much of the session as a reading of this message needs; its size is bounded. */
  around(located: Located): Session {
    const draft = this.#known.get(refKey(located))?.tie?.draft;
    const own = draft?.slot?.drafts ?? (draft ? [draft] : []);
    const rounds = own.some((each) => isRetry(each)) ? this.#rounds : [];
    const exchanges = [...new Set([...this.#lists, ...rounds, ...own])]
      .map((each) => this.#pairer.exchange(each))
      .sort((one, other) => inWireOrder(one.request, other.request));
    return sessionOf(this.#recording(), exchanges);
  }

  /** Nothing but the header: what it says is known from the start. */
  opening(): Session {
    return sessionOf(this.#recording(), []);
  }

  #recording(): Recording {
    return {
      path: '',
      size: 0,
      header: this.#header,
      items: [],
      damage: [],
      end: undefined,
    };
  }

  #newPairer(): Pairer {
    return new Pairer(this.#calls, (located, tie, orphan) => {
      this.#known.set(refKey(located), { located, tie, orphan });
      if (tie) this.#keep(tie);
    });
  }

  /**
   * The newest tools count. A round counts until it is repeated, which is soon; what repeats it counts as
   * long, so that the next one is not taken for its repetition.
   */
  #keep({ draft, part }: Tie): void {
    const { method } = draft.request.message;
    if (part === 'request' && method === 'tools/list')
      this.#lists = newest(this.#lists, draft, MOST_PAGES);
    const isRound =
      part === 'request'
        ? isRetry(draft)
        : part === 'answer' && needsInput(this.#pairer.exchange(draft));
    if (isRound) this.#rounds = newest(this.#rounds, draft, MOST_ROUNDS);
  }

  #startOver(): void {
    this.#known = new Map();
    this.#lists = [];
    this.#rounds = [];
    this.#pairer = this.#newPairer();
    for (const item of this.#items) this.#pairer.add(item);
  }
}

interface Known {
  readonly located: Located;
  readonly tie: Tie | undefined;
  readonly orphan: Orphan | undefined;
}

function newest(list: readonly Draft[], draft: Draft, most: number): Draft[] {
  return [...list.filter((each) => each !== draft), draft].slice(-most);
}

function inWireOrder(one: Located, other: Located): number {
  return one.seq - other.seq || (one.index ?? 0) - (other.index ?? 0);
}

function sessionOf(recording: Recording, exchanges: readonly Exchange[]): Session {
  const messages = exchanges.flatMap(messagesOf).sort(inWireOrder);
  return {
    recording,
    era: 'unknown',
    revision: undefined,
    client: undefined,
    server: undefined,
    instructions: undefined,
    conversations: [],
    messages,
    exchanges,
    operations: operationsOf(messages, exchanges),
    orphans: [],
    duration: 0,
  };
}

function messagesOf({ request, outcome }: Exchange): Located[] {
  if (outcome.kind === 'answered' || outcome.kind === 'late') return [request, outcome.answer];
  return [request];
}
