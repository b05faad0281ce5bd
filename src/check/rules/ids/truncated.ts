import type { Session } from '../../../model/session.ts';
import { misfitsOfKind } from '../../evidence/misfits.ts';
import { idText, requestName } from '../../evidence/text.ts';
import { defineRule } from '../../rule.ts';

export const truncated = defineRule({
  id: 'ids/truncated',
  severity: 'problem',
  summary: 'an answer whose id is that of its request cut to 32 bits, or rounded to a double',
  spec: {
    section: 'basic#responses',
    revision: '2025-06-18',
    says: 'A response carries the same id as its request, and the id is a string or an integer of any size.',
  },
  hosts:
    'Clients that take time stamps or random numbers for ids never see an answer; others work.',
  fix: 'Keep ids as they came: as JSON values, or in 64 bits and as text beyond that.',
  example: {
    bad: `
handshake
→ 4294967301 ping
← 5 result {}
`,
    good: `
handshake
→ 4294967301 ping
← 4294967301 result {}
`,
  },
  find: (session: Session) =>
    misfitsOfKind(session, 'truncated').flatMap(({ answer, exchange }) => {
      if (!exchange) return [];
      return [
        {
          side: answer.from,
          title: `${requestName(exchange.request)} was answered with id ${idText(answer.message.id)}, which is its id cut or rounded: peers do not pair them, so it is unanswered`,
          places: [answer, exchange.request].map(({ seq, index }) => ({ seq, index })),
        },
      ];
    }),
});
