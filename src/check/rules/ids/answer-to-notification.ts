import type { Side } from '../../../model/frame.ts';
import type { MessageRef } from '../../../model/message.ts';
import { isKind, refKey, type Session } from '../../../model/session.ts';
import { misfitsOfKind } from '../../evidence/misfits.ts';
import { perSession } from '../../evidence/per-session.ts';
import { straysOf } from '../../evidence/strays.ts';
import { plainText } from '../../evidence/text.ts';
import { defineRule, type Found } from '../../rule.ts';

/** JSON-RPC 2.0 section 4.1: a notification is never answered, not even with an error. */
export const answerToNotification = defineRule({
  id: 'ids/answer-to-notification',
  severity: 'problem',
  summary: 'an answer to a notification',
  spec: {
    section: 'basic#notifications',
    revision: '2025-06-18',
    says: 'A receiver must not send a response to a notification.',
  },
  hosts: 'Hosts that check shapes (zod) throw a page of errors and drop the server.',
  fix: 'Send nothing back for a message without an id.',
  example: {
    bad: `
handshake
← {"jsonrpc":"2.0","id":null,"error":{"code":-32601,"message":"Method not found"}}
`,
    good: `
handshake
→ 1 ping
← 1 result {}
`,
  },
  find: (session) => [
    ...misfitsOfKind(session, 'to-notification').flatMap(({ answer, to }) =>
      to ? [describe(session, answer, to, answer.from)] : [],
    ),
    ...emptyAnswers(session),
  ],
});

/** `{"jsonrpc":"2.0","id":null}` after a notification is meant as an answer too. */
function emptyAnswers(session: Session): Found[] {
  return straysOf(session).flatMap((stray) => {
    const { before } = stray.line;
    const isAnswer = stray.kind === 'empty-answer' || stray.kind === 'answer-without-id';
    if (!isAnswer || stray.answers.length > 0) return [];
    if (before?.content.kind !== 'notification') return [];
    return [describe(session, stray, { seq: before.frame.seq, index: undefined }, stray.from)];
  });
}

function describe(session: Session, answer: MessageRef, to: MessageRef, from: Side): Found {
  const method = notifications(session).get(refKey(to)) ?? 'a notification';
  return {
    side: from,
    title: `the ${from} answered the notification ${plainText(method, 60)}`,
    places: [
      { seq: answer.seq, index: answer.index },
      { seq: to.seq, index: to.index },
    ],
    fix: 'Send nothing back for a message without an id; strict hosts drop a server that does.',
  };
}

const notifications = perSession((session: Session): ReadonlyMap<string, string> => {
  const found = session.messages.flatMap((each) => (isKind(each, 'notification') ? [each] : []));
  return new Map(found.map((each) => [refKey(each), each.message.method]));
});
