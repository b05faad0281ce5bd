import type { Micros } from '../model/frame.ts';
import type { Recording, TimelineItem } from '../model/recording.ts';
import type { Conversation, Era, Opening, Session } from '../model/session.ts';
import { eraOf } from './era.ts';
import { operationsOf } from './operations.ts';
import { type Part, pair } from './pair.ts';
import { introductions } from './peers.ts';

/** Derives everything that a recording means. Never throws; linear in the size of the recording. */
export function buildSession(recording: Recording): Session {
  const { messages, exchanges, orphans, parts } = pair(recording);
  const conversations = parts.map(conversation);
  return {
    recording,
    ...summary(conversations),
    conversations,
    messages,
    exchanges,
    operations: operationsOf(messages, exchanges),
    orphans,
    duration: duration(recording),
  };
}

/**
 * The conversation that a frame belongs to; undefined before the first message. They stand in the order in
 * which they began, so this is a binary search.
 */
export function conversationAt(session: Session, seq: number): Conversation | undefined {
  const { conversations } = session;
  let low = 0;
  let high = conversations.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((conversations[middle]?.from ?? 0) <= seq) low = middle + 1;
    else high = middle;
  }
  return conversations[low - 1];
}

function conversation(part: Part): Conversation {
  return { from: part.from, ...eraOf(part), ...introductions(part) };
}

function summary(conversations: readonly Conversation[]): Opening {
  const newest = <K extends keyof Opening>(key: K) =>
    conversations.findLast((each) => each[key] !== undefined)?.[key];
  return {
    era: agreedEra(conversations),
    revision: newest('revision'),
    client: newest('client'),
    server: newest('server'),
    instructions: newest('instructions'),
  };
}

function agreedEra(conversations: readonly Conversation[]): Era {
  const eras = new Set(conversations.map((each) => each.era));
  eras.delete('unknown');
  const [era = 'unknown'] = eras;
  return eras.size > 1 ? 'ambiguous' : era;
}

function duration({ items }: Recording): Micros {
  const [first] = items;
  const last = items.at(-1);
  return first && last ? Math.max(0, timeOf(last) - timeOf(first)) : 0;
}

function timeOf(item: TimelineItem): Micros {
  return item.type === 'frame' ? item.frame.at : item.at;
}
