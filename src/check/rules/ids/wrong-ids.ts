import type { Side } from '../../../model/frame.ts';
import type { Session } from '../../../model/session.ts';
import { SIDES } from '../../evidence/lines.ts';
import { misfitsOfKind } from '../../evidence/misfits.ts';
import { idText, requestName } from '../../evidence/text.ts';
import { defineRule, type Found } from '../../rule.ts';

/**
 * A server that answers everything with the same id looks healthy in the handshake (its id is often the
 * same by chance) and dead afterwards. One fault, so one finding.
 */
export const wrongIds = defineRule({
  id: 'ids/wrong-ids',
  severity: 'problem',
  summary: 'several answers carry ids that no open request has, while requests go unanswered',
  spec: {
    section: 'basic#responses',
    revision: '2025-06-18',
    says: 'A response carries the same id as its request.',
  },
  hosts:
    'initialize is id 0 in most clients, so the handshake looks healthy; every later request times out although the server answers at once.',
  fix: 'Answer with the id of the request; do not store it in a variable that another request overwrites.',
  example: {
    bad: `
handshake
→ 1 tools/list
← 0 result {"tools":[]}
→ "req-a" ping
← null result {}
`,
    good: `
handshake
→ 1 tools/list
← 1 result {"tools":[]}
→ "req-a" ping
← "req-a" result {}
`,
  },
  find: (session) => SIDES.flatMap((side) => findWrong(session, side)),
});

function findWrong(session: Session, side: Side): Found[] {
  const wrong = misfitsOfKind(session, 'wrong-id').filter((each) => each.answer.from === side);
  if (wrong.length === 0) return [];
  const answers = session.messages.filter(
    ({ from, message }) =>
      from === side && (message.kind === 'result' || message.kind === 'failure'),
  );
  const passedOver = side === 'server' ? (session.recording.passedOver?.calls ?? 0) : 0;
  const ids = [...new Set(wrong.map((each) => idText(each.answer.message.id)))];
  const open = wrong.flatMap(({ exchange }) => (exchange ? [requestName(exchange.request)] : []));
  return [
    {
      side,
      title: `${wrong.length} of ${answers.length + passedOver} answers of the ${side} carry an id that is not the id of any open request (${some(ids)}); an unanswered request precedes each one (${some(open)})`,
      places: wrong.map(({ answer: { seq, index } }) => ({ seq, index })),
      fix: 'Answer with the id of the request, in the same JSON type; do not store ids in a variable that another request overwrites.',
    },
  ];
}

function some(texts: readonly string[]): string {
  return texts.slice(0, 3).join(', ') + (texts.length > 3 ? ', …' : '');
}
