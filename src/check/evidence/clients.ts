import type { Located } from '../../model/message.ts';
import type { Conversation, Session } from '../../model/session.ts';
import { conversationAt } from '../../protocol/session.ts';

/** Several clients of one HTTP server talk at the same time: which of them it is nobody knows. */
export function isMixed({ conversations }: Session, { call }: Pick<Located, 'call'>): boolean {
  return call !== undefined && conversations.length > 1;
}

/** The conversation that a message is a part of, when that is sure. */
export function surelyIn(
  session: Session,
  located: Pick<Located, 'seq' | 'call'>,
): Conversation | undefined {
  return isMixed(session, located) ? undefined : conversationAt(session, located.seq);
}
