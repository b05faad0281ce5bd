import type { Located } from '../../src/model/message.ts';
import { type Exchange, refKey, type Session } from '../../src/model/session.ts';

/** One line per exchange: `client tools/call 1 answered`. The id is as it was spelled. */
export function outcomes(session: Session): string[] {
  return session.exchanges.map((each) => `${nameOf(each.request)} ${each.outcome.kind}`);
}

/** One line per orphan: its place, why it is one, and the line it seems to react to. */
export function orphans(session: Session): string[] {
  return session.orphans.map(({ answer, why, after }) => {
    return `${refKey(answer)} ${why}${after ? ` after ${refKey(after)}` : ''}`;
  });
}

/** The exchange asked with this id, spelled as in the frame. */
export function exchange(session: Session, from: 'client' | 'server', id: string): Exchange {
  const found = session.exchanges.filter((each) => {
    return each.request.from === from && idOf(each.request) === id;
  });
  const [only] = found;
  if (!only || found.length > 1) throw new Error(`${found.length} exchanges of ${from} ${id}`);
  return only;
}

/** Milliseconds from the request to its answer. */
export function latency({ request, outcome }: Exchange): number | undefined {
  if (outcome.kind !== 'answered' && outcome.kind !== 'late') return undefined;
  return (outcome.answer.at - request.at) / 1000;
}

function nameOf(located: Located): string {
  const { message } = located;
  return `${located.from} ${'method' in message ? message.method : message.kind} ${idOf(located)}`;
}

function idOf({ message }: Located): string {
  if (message.kind === 'notification' || !message.id) return '-';
  return message.id.kind === 'null' ? 'null' : message.id.text;
}
