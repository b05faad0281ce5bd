import { type JsonNode, member, stringMember } from '../../../model/json.ts';
import type { Session } from '../../../model/session.ts';
import { isRevision, methodInfo } from '../../../protocol/revisions.ts';
import { conversationAt } from '../../../protocol/session.ts';
import { requestName } from '../../evidence/text.ts';
import { type ToolResult, toolResultsOf } from '../../evidence/tool-results.ts';
import { defineRule, type Found } from '../../rule.ts';

/** Some SDKs take a missing list for an empty one, others refuse the result. */
export const toolResultShape = defineRule({
  id: 'content/tool-result-shape',
  severity: 'problem',
  side: 'server',
  summary: 'a result of a tool call without a list of content blocks',
  spec: {
    section: 'server/tools#tool-result',
    revision: '2025-06-18',
    says: 'The result of a tool call has content, a list of blocks.',
  },
  hosts:
    'The TypeScript SDK puts an empty list where there is none; clients that check results refuse it.',
  fix: 'Send content: a list of blocks; an empty list where there is nothing to say.',
  example: {
    bad: `
handshake
→ 1 tools/call {"name":"room","arguments":{}}
← 1 result {"content":"B2"}
`,
    good: `
handshake
→ 1 tools/call {"name":"room","arguments":{}}
← 1 result {"content":[{"type":"text","text":"B2"}]}
`,
  },
  find: (session) => toolResultsOf(session).flatMap((each) => flawOf(session, each)),
});

function flawOf(session: Session, { exchange, answer }: ToolResult): Found[] {
  const result = member(answer.message.node, 'result');
  // Anything but an object has a finding of its own.
  if (result?.kind !== 'object' || isOther(result) || !needsContent(session, answer.seq)) return [];
  const content = member(result, 'content');
  if (content?.kind === 'array') return [];
  const what = content ? `content that is ${kindOf(content)}, not a list` : 'no content';
  return [
    {
      severity: content ? 'problem' : 'warning',
      title: `${requestName(exchange.request)} was answered with ${what}: clients that check results refuse it`,
      places: [
        { seq: answer.seq, index: answer.index, pointer: content ? '/result/content' : '/result' },
      ],
      fix: 'Send content: a list of blocks such as {"type": "text", "text": "…"}; an empty list where there is nothing to say.',
    },
  ];
}

/** Not the call's own result: a question (2026-07-28), a task, or the form of before 2024-11-05. */
function isOther(result: JsonNode): boolean {
  const type = stringMember(result, 'resultType');
  if (type !== undefined && type !== 'complete') return true;
  return member(result, 'task') !== undefined || member(result, 'toolResult') !== undefined;
}

function needsContent(session: Session, seq: number): boolean {
  const revision = conversationAt(session, seq)?.revision;
  // Every released revision wants it; of others nothing is known.
  if (!isRevision(revision)) return revision === undefined;
  const info = methodInfo(revision, 'tools/call', 'client');
  return info?.results.complete?.includes('content') === true;
}

function kindOf(node: JsonNode): string {
  if (node.kind === 'literal') return String(node.value);
  return `${node.kind === 'object' ? 'an' : 'a'} ${node.kind}`;
}
