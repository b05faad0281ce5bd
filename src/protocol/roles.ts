import type { Located } from '../model/message.ts';
import { type Exchange, type Role, refKey, type Session } from '../model/session.ts';

/**
 * What each message of a session is, in wire order: every one has exactly one role, by `refKey`. An answer that
 * may belong to several requests is shown with the first of them, whose outcome says `ambiguous`.
 */
export function rolesOf(session: Session): Map<string, Role> {
  const roles = new Map<Located, Role>();
  const shared = new Set<readonly Located[]>();
  for (const exchange of session.exchanges) enter(exchange, roles, shared);
  for (const { answer } of session.orphans) roles.set(answer, alone('orphan'));
  return new Map(
    session.messages.map((each) => [refKey(each), roles.get(each) ?? alone('alone')] as const),
  );
}

function enter(
  exchange: Exchange,
  roles: Map<Located, Role>,
  shared: Set<readonly Located[]>,
): void {
  const put = (part: Role['part'], messages: readonly Located[]) => {
    for (const message of messages) roles.set(message, { exchange, part });
  };
  const answers = answersOf(exchange);
  put('request', [exchange.request]);
  if (!shared.has(answers)) put('answer', answers);
  shared.add(answers);
  put('duplicate', exchange.duplicates);
  put('notification', exchange.notifications);
  if (exchange.cancel) put('cancel', [exchange.cancel]);
}

function answersOf({ outcome }: Exchange): readonly Located[] {
  if (outcome.kind === 'ambiguous') return outcome.answers;
  return outcome.kind === 'answered' || outcome.kind === 'late' ? [outcome.answer] : [];
}

function alone(part: 'orphan' | 'alone'): Role {
  return { exchange: undefined, part };
}
