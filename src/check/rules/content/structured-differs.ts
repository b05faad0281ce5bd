import type { Session } from '../../../model/session.ts';
import { contradictingText } from '../../evidence/contradiction.ts';
import { requestName } from '../../evidence/text.ts';
import { type ToolResult, toolResultsOf } from '../../evidence/tool-results.ts';
import { defineRule, type Found } from '../../rule.ts';

/** Prose beside structured content is fine: only a text that is JSON itself claims to be the same data. */
export const structuredDiffers = defineRule({
  id: 'content/structured-differs',
  severity: 'warning',
  side: 'server',
  summary: 'a result whose text is JSON and says something else than its structuredContent',
  spec: {
    section: 'server/tools#structured-content',
    revision: '2025-06-18',
    says: 'A tool that returns structured content should also return the same value, as JSON, in a text block.',
  },
  hosts:
    'Some hosts give the text to their model, others the structuredContent: with two versions of the data, their models answer differently.',
  fix: 'Make the text from the same value as structuredContent.',
  example: {
    bad: `
handshake
→ 1 tools/call {"name":"weather","arguments":{}}
← 1 result {"content":[{"type":"text","text":"{\\"temp\\":21}"}],"structuredContent":{"temp":22}}
`,
    good: `
handshake
→ 1 tools/call {"name":"weather","arguments":{}}
← 1 result {"content":[{"type":"text","text":"{\\"wind\\": 3, \\"temp\\": 21.0}"}],"structuredContent":{"temp":21,"wind":3}}
`,
  },
  find: (session: Session) => toolResultsOf(session).flatMap(judge),
});

function judge({ exchange, answer, isError, texts, structured }: ToolResult): Found[] {
  if (isError || structured?.kind !== 'object') return [];
  const spelled = answer.bytes.toString('utf8', structured.start, structured.end);
  const nth = contradictingText(
    texts.map(({ text }) => text),
    spelled,
  );
  const text = nth === undefined ? undefined : texts[nth];
  if (!text) return [];
  const { seq, index } = answer;
  return [
    {
      title: `${requestName(exchange.request)}: the text is JSON and differs from structuredContent; which of the two a model reads depends on the host`,
      places: [
        { seq, index, pointer: text.pointer },
        { seq, index, pointer: '/result/structuredContent' },
      ],
    },
  ];
}
