import type { JsonNode } from '../../../model/json.ts';
import type { Session } from '../../../model/session.ts';
import { type FailureSign, failureInObject, failureSign } from '../../evidence/failure-text.ts';
import { requestName } from '../../evidence/text.ts';
import { type ToolResult, toolResultsOf } from '../../evidence/tool-results.ts';
import { defineRule, type Found } from '../../rule.ts';

/** Hosts and models go by isError alone: to them such a result is a success. */
export const softError = defineRule({
  id: 'content/soft-error',
  severity: 'warning',
  side: 'server',
  summary: 'a result that is called a success, and looks like a failure',
  spec: {
    section: 'server/tools#error-handling',
    revision: '2025-06-18',
    says: 'Errors of a tool are reported in the result, with isError true.',
  },
  hosts: 'Hosts count such a call as a success and the model reads the failure as data.',
  fix: 'Return isError: true with the same text (with an SDK: throw).',
  example: {
    bad: `
handshake
→ 1 tools/call {"name":"room","arguments":{}}
← 1 result {"content":[{"type":"text","text":"{\\"error\\":\\"service answered 404\\"}"}],"isError":false}
`,
    good: `
handshake
→ 1 tools/call {"name":"scan","arguments":{}}
← 1 result {"content":[{"type":"text","text":"0 errors found"}],"isError":false}
`,
  },
  find: (session) => findSoftErrors(session),
});

function findSoftErrors(session: Session): Found[] {
  return toolResultsOf(session).flatMap((result) => {
    const found = result.isError ? undefined : signOf(result);
    if (!found) return [];
    const { exchange, answer } = result;
    return [
      {
        severity: found.confidence === 'low' ? 'note' : 'warning',
        title: `${requestName(exchange.request)} is called a success, but its text looks like a failure (${found.confidence} confidence): ${found.sign}`,
        places: [{ seq: answer.seq, index: answer.index, pointer: found.pointer }],
        fix: 'Return isError: true with the same text (with an SDK: throw), so that host and model can tell it from success.',
      },
    ];
  });
}

/** The first text decides: what follows explains or quotes. */
function signOf({
  texts,
  structured,
}: ToolResult): (FailureSign & { pointer: string }) | undefined {
  const [first] = texts;
  const inText = first && failureSign(first.text);
  if (inText) return { ...inText, pointer: first.pointer };
  const inObject = structured && failureInObject(shallow(structured));
  return inObject && { ...inObject, pointer: '/result/structuredContent' };
}

/** The top level as a plain object; below it only counts whether something is there. */
function shallow(node: JsonNode): { readonly [key: string]: unknown } {
  if (node.kind !== 'object') return {};
  return Object.fromEntries(node.members.map((each) => [each.key, plain(each.value)]));
}

function plain(node: JsonNode): unknown {
  switch (node.kind) {
    case 'object':
      return Object.fromEntries(node.members.slice(0, 3).map((each) => [each.key, '…']));
    case 'array':
      return node.items.slice(0, 3).map(() => '…');
    case 'number':
      return Number(node.text);
    case 'string':
    case 'literal':
      return node.value;
  }
}
