import type { Side } from '../../model/frame.ts';
import type { Located } from '../../model/message.ts';
import { answerOf, isKind, refKey, type Session } from '../../model/session.ts';
import type { Found } from '../change.ts';
import type { Context } from '../context.ts';
import type { PassedCalls, PassedSide } from '../passed.ts';
import { risingRun } from '../sequence.ts';
import { subjectOf } from '../subject.ts';

/**
 * Messages that both sessions hold, and that one side sent in another order. The sides are looked at
 * apart: how the lines of both lie between each other says where the recorder stood, no more.
 */
export function orderChanges(context: Context): Found[] {
  const pairs = messagePairs(context);
  return (['client', 'server'] as const).flatMap((side) => sideChange(context, side, pairs));
}

/** A message of A, its counterpart in B, and what it is. */
interface MessagePair {
  readonly a: Located;
  readonly b: Located;
  readonly what: string;
}

/** Every message of A that has a counterpart in B. */
export function messagePairs({ exchanges, notifications }: Context): MessagePair[] {
  const pairs: MessagePair[] = [];
  for (const { a, b } of exchanges) {
    if (!a || !b) continue;
    const what = subjectOf(b.request);
    pairs.push({ a: a.request, b: b.request, what });
    const [old, now] = [answerOf(a), answerOf(b)];
    if (old && now) pairs.push({ a: old, b: now, what: `answer to ${what}` });
  }
  for (const { a, b } of notifications)
    if (a && b && b.message.kind === 'notification') pairs.push({ a, b, what: b.message.method });
  return pairs;
}

function sideChange(context: Context, side: Side, all: readonly MessagePair[]): Found[] {
  const order = new Order(
    context,
    side,
    all.filter((each) => each.a.from === side),
  );
  const { moved, swapped } = order;
  if (moved.length === 0) return [];
  const names = swapped ?? moved;
  const words = names.slice(0, 4).map((nth) => order.words(nth));
  const more = names.length > 4 ? ` and ${names.length - 4} more` : '';
  const note = swapped
    ? `messages ${words.join(' and ')} swapped`
    : `of ${order.count} messages ${moved.length} moved: ${words.join(', ')}${more}`;
  const first = order.pair(moved[0] ?? 0);
  return [{ rule: 'order.messages', subject: side, note, a: refOf(first.a), b: refOf(first.b) }];
}

/** A place in the list of what is sorted takes so many values; the number before it the rest of a double. */
const PLACES = 2 ** 26;

/** The messages of one side that both sessions have, in the order of A; those that were left out too. */
class Order {
  readonly count: number;
  /** Which of them moved. */
  readonly moved: readonly number[];
  readonly #pairs: readonly MessagePair[];
  readonly #side: Side;
  readonly #passed: PassedCalls | undefined;
  /** Numbers in A and in B, and which pair it is: below zero a call that was left out, `-1 - n`. */
  readonly #before: Int32Array;
  readonly #after: Int32Array;
  readonly #which: Int32Array;

  constructor({ a, b, passed }: Context, side: Side, pairs: readonly MessagePair[]) {
    this.#pairs = pairs;
    this.#side = side;
    this.#passed = passed;
    const left = passed?.count ?? 0;
    this.count = pairs.length + left;
    this.#which = new Int32Array(this.count);
    this.#before = new Int32Array(this.count);
    this.#after = new Int32Array(this.count);
    const [old, now] = [numbers(a, passed?.a), numbers(b, passed?.b)];
    const [before, after] = [new Int32Array(this.count), new Int32Array(this.count)];
    before.set(passed?.a.numbers[side] ?? []);
    after.set(passed?.b.numbers[side] ?? []);
    for (const [nth, each] of pairs.entries()) {
      before[left + nth] = old.get(refKey(each.a)) ?? 0;
      after[left + nth] = now.get(refKey(each.b)) ?? 0;
    }
    const sorted = new Float64Array(this.count);
    for (const [nth, number] of before.entries()) sorted[nth] = number * PLACES + nth;
    sorted.sort();
    for (const [nth, each] of sorted.entries()) {
      const place = each % PLACES;
      this.#which[nth] = place < left ? -1 - place : place - left;
      this.#before[nth] = before[place] ?? 0;
      this.#after[nth] = after[place] ?? 0;
    }
    const run = risingRun(this.#after);
    const moved: number[] = [];
    for (let nth = 0; nth < run.length; nth += 1) if (run[nth] === 0) moved.push(nth);
    this.moved = moved;
  }

  /** One message moved, and by one place: it changed places with its neighbour. */
  get swapped(): readonly number[] | undefined {
    if (this.moved.length !== 1) return undefined;
    const order = Int32Array.from(this.#after).sort();
    const displaced: number[] = [];
    for (let nth = 0; nth < order.length; nth += 1)
      if (this.#after[nth] !== order[nth]) displaced.push(nth);
    return displaced.length === 2 ? displaced : undefined;
  }

  pair(nth: number): MessagePair {
    const which = this.#which[nth] ?? 0;
    const known = this.#pairs[which];
    if (known) return known;
    if (!this.#passed) throw new Error('there is no such pair');
    const { a, b } = this.#passed;
    const call = -1 - which;
    const request = b.read(call, 'client');
    const subject = isKind(request, 'request') ? subjectOf(request) : '';
    const what = this.#side === 'client' ? subject : `answer to ${subject}`;
    return { a: a.read(call, this.#side), b: b.read(call, this.#side), what };
  }

  /** As people count messages, and what it is. */
  words(nth: number): string {
    const { a, what } = this.pair(nth);
    return `${this.#before[nth]} (#${refKey(a)} ${what})`;
  }
}

/** Messages of a session counted from 1, as people count. */
function numbers(session: Session, passed: PassedSide | undefined): ReadonlyMap<string, number> {
  const known = (seq: number) => passed?.numberOf.get(seq);
  return new Map(
    session.messages.map((each, index) => [refKey(each), known(each.seq) ?? index + 1]),
  );
}

function refOf({ seq, index }: Located) {
  return { seq, index };
}
