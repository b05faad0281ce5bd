import type { Side } from '../../model/frame.ts';
import type { Located } from '../../model/message.ts';
import { answerOf, refKey, type Session } from '../../model/session.ts';
import type { Found } from '../change.ts';
import type { Context } from '../context.ts';
import { type Match, movedMatches } from '../sequence.ts';
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

function sideChange({ a, b }: Context, side: Side, all: readonly MessagePair[]): Found[] {
  const pairs = all.filter((each) => each.a.from === side);
  const [old, now] = [numbers(a), numbers(b)];
  const place = (pair: MessagePair): Match => [
    old.get(refKey(pair.a)) ?? 0,
    now.get(refKey(pair.b)) ?? 0,
  ];
  const inOrder = pairs.toSorted((x, y) => place(x)[0] - place(y)[0]);
  const matches = inOrder.map(place);
  const moved = new Set(movedMatches(matches).map(([from]) => from));
  const [first] = inOrder.filter((each) => moved.has(place(each)[0]));
  if (!first) return [];
  const named = swapped(inOrder, matches, moved);
  const names = named ?? inOrder.filter((each) => moved.has(place(each)[0]));
  const words = names
    .slice(0, 4)
    .map((each) => `${place(each)[0]} (#${refKey(each.a)} ${each.what})`);
  const more = names.length > 4 ? ` and ${names.length - 4} more` : '';
  const note = named
    ? `messages ${words.join(' and ')} swapped`
    : `of ${pairs.length} messages ${moved.size} moved: ${words.join(', ')}${more}`;
  return [
    {
      rule: 'order.messages',
      subject: side,
      note,
      a: refOf(first.a),
      b: refOf(first.b),
    },
  ];
}

/** One message moved, and by one place: it changed places with its neighbour. */
function swapped(
  pairs: readonly MessagePair[],
  matches: readonly Match[],
  moved: ReadonlySet<number>,
): MessagePair[] | undefined {
  if (moved.size !== 1) return undefined;
  const order = matches.map(([, after]) => after).toSorted((x, y) => x - y);
  const displaced = pairs.filter((_, nth) => matches[nth]?.[1] !== order[nth]);
  return displaced.length === 2 ? displaced : undefined;
}

/** Messages of a session counted from 1, as people count. */
function numbers(session: Session): ReadonlyMap<string, number> {
  return new Map(session.messages.map((each, index) => [refKey(each), index + 1]));
}

function refOf({ seq, index }: Located) {
  return { seq, index };
}
