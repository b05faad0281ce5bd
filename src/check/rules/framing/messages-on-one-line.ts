import { SIDES } from '../../evidence/lines.ts';
import { explainedBy } from '../../evidence/open-requests.ts';
import { strayNumbers, straysOfKind } from '../../evidence/strays.ts';
import { count, requestName, streamOf } from '../../evidence/text.ts';
import { defineRule } from '../../rule.ts';

export const messagesOnOneLine = defineRule({
  id: 'framing/messages-on-one-line',
  severity: 'problem',
  summary: 'several messages on one line, without a line feed between them',
  spec: {
    section: 'basic/transports#stdio',
    revision: '2025-06-18',
    says: 'Messages are separated by line feeds and hold none.',
  },
  hosts: 'A line with two values is no JSON: clients drop both.',
  fix: 'Write a line feed after every message, in the same write.',
  example: {
    bad: `
→ 1 ping
→ 2 ping
← {"jsonrpc":"2.0","id":1,"result":{}}{"jsonrpc":"2.0","id":2,"result":{}}
`,
    good: `
→ 1 ping
→ 2 ping
← 1 result {}
← 2 result {}
`,
  },
  find: (session) =>
    SIDES.flatMap((side) => {
      const strays = straysOfKind(session, side, 'several');
      const [first] = strays;
      if (!first) return [];
      const lost = explainedBy(session, strays).map((each) => requestName(each.request));
      const unread =
        lost.length === 0
          ? ''
          : `; unanswered because of it: ${lost.slice(0, 3).join(', ')}${lost.length > 3 ? ', …' : ''}`;
      return [
        {
          side,
          title: `several messages on one line of ${streamOf(side)} (${count(strays.length, 'line')}: ${strayNumbers(strays)}); the second begins at byte ${first.stray.offset}${unread}`,
          places: strays.map(({ seq, stray }) => ({
            seq,
            index: undefined,
            ...(stray.offset === undefined ? {} : { offset: stray.offset }),
          })),
          fix: 'Write a line feed after every message, in the same write.',
        },
      ];
    }),
});
