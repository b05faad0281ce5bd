import { SIDES } from '../../evidence/lines.ts';
import { explainedBy } from '../../evidence/open-requests.ts';
import { strayNumbers, straysOfKind } from '../../evidence/strays.ts';
import { count, requestName, streamOf } from '../../evidence/text.ts';
import { defineRule } from '../../rule.ts';

export const messageOverLines = defineRule({
  id: 'framing/message-over-lines',
  severity: 'problem',
  summary: 'one message over several lines (pretty-printed JSON)',
  spec: {
    section: 'basic/transports#stdio',
    revision: '2025-06-18',
    says: 'A message must not hold line feeds.',
  },
  hosts: 'Each line is parsed alone and refused; the request then times out.',
  fix: 'Write each message as one line: serialise without indentation.',
  example: {
    bad: `
→ 1 ping
← {
←   "jsonrpc": "2.0",
←   "id": 1,
←   "result": {}
← }
`,
    good: `
→ 1 ping
← 1 result {}
`,
  },
  find: (session) =>
    SIDES.flatMap((side) => {
      const parts = straysOfKind(session, side, 'spread');
      const messages = new Set(parts.map((each) => each.part));
      const heads = parts.filter((each) => each.part?.lines[0] === each.line);
      if (heads.length === 0) return [];
      const lost = explainedBy(session, parts).map((each) => requestName(each.request));
      const unread =
        lost.length === 0
          ? ''
          : `; unanswered because of it: ${lost.slice(0, 3).join(', ')}${lost.length > 3 ? ', …' : ''}`;
      return [
        {
          side,
          title: `${count(messages.size, 'JSON value')} spread over ${count(parts.length, 'line')} on ${streamOf(side)}, from ${strayNumbers(heads)}${unread}`,
          places: heads.map(({ seq }) => ({ seq, index: undefined })),
          fix: 'Write each message as one line: serialise without indentation.',
        },
      ];
    }),
});
