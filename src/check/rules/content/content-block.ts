import { childrenOf, type JsonNode, member, stringMember } from '../../../model/json.ts';
import type { Revision, Session } from '../../../model/session.ts';
import { revisionAt } from '../../evidence/revision-of.ts';
import { plainText, quote, requestName } from '../../evidence/text.ts';
import { type ToolResult, toolResultsOf } from '../../evidence/tool-results.ts';
import { defineRule, type Found } from '../../rule.ts';

export const contentBlock = defineRule({
  id: 'content/content-block',
  severity: 'problem',
  side: 'server',
  summary: 'a block of content of an unknown type, or without what its type must have',
  spec: {
    section: 'server/tools#tool-result',
    revision: '2025-06-18',
    says: 'A block has a type: text, image, audio (since 2025-03-26), resource, or resource_link (since 2025-06-18), with the members of that type.',
  },
  hosts: 'Clients on the SDKs refuse the whole result for one block of an unknown type.',
  fix: 'Use one of the types; put anything else into text as JSON.',
  example: {
    bad: `
handshake
→ 1 tools/call {"name":"room","arguments":{}}
← 1 result {"content":[{"type":"json","json":{"room":"B2"}}]}
`,
    good: `
handshake
→ 1 tools/call {"name":"room","arguments":{}}
← 1 result {"content":[{"type":"text","text":"{\\"room\\":\\"B2\\"}"}]}
`,
  },
  find: (session) => toolResultsOf(session).flatMap((each) => judge(session, each)),
});

interface BlockType {
  readonly since: Revision;
  readonly texts: readonly string[];
}

const TYPES: ReadonlyMap<string, BlockType> = new Map([
  ['text', { since: '2024-11-05', texts: ['text'] }],
  ['image', { since: '2024-11-05', texts: ['data', 'mimeType'] }],
  ['audio', { since: '2025-03-26', texts: ['data', 'mimeType'] }],
  ['resource', { since: '2024-11-05', texts: [] }],
  ['resource_link', { since: '2025-06-18', texts: ['uri', 'name'] }],
]);

function judge(session: Session, { exchange, answer }: ToolResult): Found[] {
  const content = member(member(answer.message.node, 'result'), 'content');
  if (content?.kind !== 'array') return [];
  const revision = revisionAt(session, answer);
  const [first, ...others] = childrenOf(content, '/result/content').flatMap(([pointer, block]) => {
    const flaw = flawOf(block, revision);
    return flaw === undefined ? [] : [{ pointer, flaw }];
  });
  if (!first) return [];
  const more = others.length === 0 ? '' : `, and ${others.length} more`;
  return [
    {
      title: `${requestName(exchange.request)} was answered with a block ${first.flaw}${more}`,
      places: [first, ...others].map(({ pointer }) => ({
        seq: answer.seq,
        index: answer.index,
        pointer,
      })),
    },
  ];
}

function flawOf(block: JsonNode, revision: Revision | undefined): string | undefined {
  if (block.kind !== 'object') return 'that is no object';
  const name = stringMember(block, 'type');
  if (name === undefined) return 'without a type';
  const type = TYPES.get(name);
  if (!type) return `of the unknown type ${quote(name, 40)}`;
  if (revision !== undefined && type.since > revision)
    return `of type ${name}, which is not in revision ${revision}`;
  const missing = type.texts.find((each) => stringMember(block, each) === undefined);
  if (missing !== undefined) return `of type ${name} whose ${missing} is no text`;
  return name === 'resource' ? flawOfResource(block) : flawOfData(block, name);
}

function flawOfResource(block: JsonNode): string | undefined {
  const resource = member(block, 'resource');
  if (stringMember(resource, 'uri') === undefined) return 'of type resource without a uri';
  const holds = ['text', 'blob'].some((each) => stringMember(resource, each) !== undefined);
  return holds ? undefined : 'of type resource with neither text nor blob';
}

const BASE64 = /^[A-Za-z0-9+/_-]*={0,2}$/;

/** Looked at where it begins: a whole image would take long. */
function flawOfData(block: JsonNode, name: string): string | undefined {
  if (name !== 'image' && name !== 'audio') return undefined;
  const head = (stringMember(block, 'data') ?? '').slice(0, 200).replaceAll(/[\r\n]/g, '');
  if (head.startsWith('data:')) return `of type ${name} whose data is a data: URL, not base64`;
  return BASE64.test(head)
    ? undefined
    : `of type ${name} whose data is no base64: ${plainText(head, 20)}`;
}
