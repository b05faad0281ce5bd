import { answerOf } from '../../../model/session.ts';
import { misfitsOfKind } from '../../evidence/misfits.ts';
import { duration, requestName } from '../../evidence/text.ts';
import { defineRule } from '../../rule.ts';

export const duplicateAnswer = defineRule({
  id: 'ids/duplicate-answer',
  severity: 'problem',
  summary: 'a second answer to the same request',
  spec: {
    section: 'basic#responses',
    revision: '2025-06-18',
    says: 'There is one response to a request.',
  },
  hosts: 'Clients drop the second answer, or report an unknown message id.',
  fix: 'Answer each request once.',
  example: {
    bad: `
handshake
→ 1 ping
← 1 result {}
← 1 result {}
`,
    good: `
handshake
→ 1 ping
← 1 result {}
`,
  },
  find: (session) =>
    misfitsOfKind(session, 'duplicate').flatMap(({ answer, exchange }) => {
      if (!exchange) return [];
      const first = answerOf(exchange);
      const later = first ? `, ${duration(answer.at - first.at)} after the first` : '';
      return [
        {
          side: answer.from,
          title: `${requestName(exchange.request)} was answered again${later}`,
          places: [answer, exchange.request].map(({ seq, index }) => ({ seq, index })),
          fix: 'Answer each request once; peers drop or misread the second answer.',
        },
      ];
    }),
});
