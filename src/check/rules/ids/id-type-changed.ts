import { misfitsOfKind } from '../../evidence/misfits.ts';
import { idText, requestName } from '../../evidence/text.ts';
import { defineRule } from '../../rule.ts';

export const idTypeChanged = defineRule({
  id: 'ids/id-type-changed',
  severity: 'problem',
  summary: 'an answer whose id is a string where the request has a number, or the other way round',
  spec: {
    section: 'basic#responses',
    revision: '2025-06-18',
    says: 'A response carries the same id as its request, and the id is a string or an integer.',
  },
  hosts: 'Clients compare type and value, so 1 and "1" do not pair and the request times out.',
  fix: 'Send the id back as it came, with its JSON type.',
  example: {
    bad: `
handshake
→ "1" ping
← 1 result {}
`,
    good: `
handshake
→ "1" ping
← "1" result {}
`,
  },
  find: (session) =>
    misfitsOfKind(session, 'type-changed').flatMap(({ answer, exchange }) => {
      const id = answer.message.id;
      if (!exchange || !id) return [];
      return [
        {
          side: answer.from,
          title: `${requestName(exchange.request)} was answered with the ${id.kind} ${idText(id)}: peers do not pair them, so it is unanswered`,
          places: [answer, exchange.request].map(({ seq, index }) => ({ seq, index })),
          fix: 'Send the id back as it came, with its JSON type.',
        },
      ];
    }),
});
