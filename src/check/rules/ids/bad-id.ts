import { member } from '../../../model/json.ts';
import { isKind, type Session } from '../../../model/session.ts';
import { plainText } from '../../evidence/text.ts';
import { defineRule } from '../../rule.ts';

export const badId = defineRule({
  id: 'ids/bad-id',
  severity: 'problem',
  summary: 'a request whose id is null or a fraction',
  spec: {
    section: 'basic#requests',
    revision: '2025-06-18',
    says: 'The id of a request is a string or an integer, and never null.',
  },
  hosts:
    'Servers take it for a notification, or drop the line: both TypeScript SDKs say nothing at all.',
  fix: 'Give the request an integer or a string.',
  example: {
    bad: `
handshake
→ null ping
`,
    good: `
handshake
→ 0 ping
← 0 result {}
`,
  },
  find: (session: Session) =>
    session.messages.flatMap((each) => {
      if (!isKind(each, 'request')) return [];
      const id = member(each.message.node, 'id');
      const isFraction = id?.kind === 'number' && !Number.isInteger(Number(id.text));
      if (each.message.id.kind !== 'null' && !isFraction) return [];
      const { seq, index, from } = each;
      return [
        {
          side: from,
          title: `${plainText(each.message.method, 60)} has the id ${id?.kind === 'number' ? plainText(id.text, 30) : 'null'}, which no request may have`,
          places: [{ seq, index, pointer: '/id' }],
        },
      ];
    }),
});
