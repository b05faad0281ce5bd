import { otherSide, type Side } from '../../model/frame.ts';
import type { Message, RpcId } from '../../model/message.ts';

/** Entries that wait for an answer above them; after so many bytes the oldest goes out without. */
const MOST_HELD = 32 * 1024 * 1024;

/** What one side said, for forms that have an answer within its request. */
export interface Said<T> {
  readonly from: Side;
  /** Undefined for what is no message, or several. */
  readonly message: Message | undefined;
  /** In bytes; counts towards what may be held. */
  readonly size: number;
  readonly what: T;
}

/** A request with its answer; or anything else by itself. */
export interface Exchanged<T> {
  readonly asked: Said<T>;
  readonly answer: Said<T> | undefined;
}

interface Waiting<T> {
  readonly asked: Said<T>;
  answer: Said<T> | undefined;
  /** Nothing more can come for it, or nothing ever does. */
  isDone: boolean;
}

/**
 * Puts answers to their requests, by side and id, the first one asked first. What comes out stands in the
 * order of the requests; an answer that comes after its request has gone out stands by itself.
 */
export class Exchanges<T> {
  /** In the order of the recording; the first one is not done. */
  #queue: Waiting<T>[] = [];
  #held = 0;
  readonly #open = new Map<string, Waiting<T>[]>();

  take(said: Said<T>): void {
    const { from, message, size } = said;
    this.#held += size;
    const isAnswer = message?.kind === 'result' || message?.kind === 'failure';
    const asked = isAnswer ? this.#askedBy(otherSide(from), message.id) : undefined;
    if (asked) {
      asked.answer = said;
      asked.isDone = true;
      return;
    }
    const key = keyOf(said);
    const waiting: Waiting<T> = { asked: said, answer: undefined, isDone: key === undefined };
    this.#queue.push(waiting);
    if (key !== undefined) this.#open.set(key, [...(this.#open.get(key) ?? []), waiting]);
  }

  /** What is done and has nothing that waits before it; the oldest ones too, when too much is held. */
  released(): Exchanged<T>[] {
    return this.#released(MOST_HELD);
  }

  /** All that is left, after the last one. */
  rest(): Exchanged<T>[] {
    return this.#released(-1);
  }

  #released(most: number): Exchanged<T>[] {
    let count = 0;
    for (const each of this.#queue) {
      if (!each.isDone && this.#held <= most) break;
      this.#forget(each);
      this.#held -= each.asked.size + (each.answer?.size ?? 0);
      count += 1;
    }
    const released = this.#queue.slice(0, count);
    if (count > 0) this.#queue = this.#queue.slice(count);
    return released;
  }

  /** The first request of this side with this id that waits; it waits no more. */
  #askedBy(asker: Side, id: RpcId | undefined): Waiting<T> | undefined {
    if (!id || id.kind === 'null') return undefined;
    const key = `${asker} ${id.key}`;
    const [first, ...rest] = this.#open.get(key) ?? [];
    if (rest.length > 0) this.#open.set(key, rest);
    else this.#open.delete(key);
    return first;
  }

  /** An answer that comes after its request has gone out is an entry of its own. */
  #forget(waiting: Waiting<T>): void {
    const key = waiting.isDone ? undefined : keyOf(waiting.asked);
    if (key === undefined) return;
    const rest = (this.#open.get(key) ?? []).filter((each) => each !== waiting);
    if (rest.length > 0) this.#open.set(key, rest);
    else this.#open.delete(key);
  }
}

/** Undefined for what nothing answers. */
function keyOf<T>({ from, message }: Said<T>): string | undefined {
  if (message?.kind !== 'request' || message.id.kind === 'null') return undefined;
  return `${from} ${message.id.key}`;
}
