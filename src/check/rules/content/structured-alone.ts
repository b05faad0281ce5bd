import { at } from '../../../model/json.ts';
import { requestName } from '../../evidence/text.ts';
import { toolResultsOf } from '../../evidence/tool-results.ts';
import { defineRule } from '../../rule.ts';

export const structuredAlone = defineRule({
  id: 'content/structured-alone',
  severity: 'warning',
  side: 'server',
  summary: 'a result with structuredContent and nothing in content',
  spec: {
    section: 'server/tools#structured-content',
    revision: '2025-06-18',
    says: 'A tool that returns structured content should also return it as JSON in a text block, for clients that read content alone.',
  },
  hosts:
    'About half of the hosts pass content on and drop structuredContent: their models read an empty result.',
  fix: 'Put the same JSON into a text block of content.',
  example: {
    bad: `
handshake
→ 1 tools/call {"name":"weather","arguments":{}}
← 1 result {"content":[],"structuredContent":{"temp":21}}
`,
    good: `
handshake
→ 1 tools/call {"name":"weather","arguments":{}}
← 1 result {"content":[{"type":"text","text":"{\\"temp\\":21}"}],"structuredContent":{"temp":21}}
`,
  },
  find: (session) =>
    toolResultsOf(session).flatMap(({ exchange, answer, structured }) => {
      const content = at(answer.message.node, 'result', 'content');
      if (!structured || content?.kind !== 'array' || content.items.length > 0) return [];
      return [
        {
          title: `${requestName(exchange.request)} has structuredContent, and its content is empty: hosts that read content alone see nothing`,
          places: [{ seq: answer.seq, index: answer.index, pointer: '/result/content' }],
        },
      ];
    }),
});
