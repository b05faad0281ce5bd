import { stringMember } from '../../../model/json.ts';
import { answerOf, type Session } from '../../../model/session.ts';
import { count } from '../../evidence/text.ts';
import { findInLists, type ListedTool, toolName } from '../../evidence/tool-lists.ts';
import { defineRule, type Found } from '../../rule.ts';

export const emptyDescription = defineRule({
  id: 'content/empty-description',
  severity: 'note',
  side: 'server',
  summary: 'tools without a description, or instructions without a text',
  spec: {
    section: 'server/tools#tool',
    revision: '2025-06-18',
    says: 'A tool has a human-readable description of what it does; the schema lets it be left out.',
  },
  hosts:
    'The model has the name alone to go by; VS Code writes <empty>, Copilot "No description provided".',
  fix: 'Say in a sentence what the tool does and when to use it; leave empty instructions out.',
  example: {
    bad: `
handshake
→ 1 tools/list
← 1 result {"tools":[{"name":"find","inputSchema":{"type":"object"}}]}
`,
    good: `
handshake
→ 1 tools/list
← 1 result {"tools":[{"name":"find","description":"Finds a room.","inputSchema":{"type":"object"}}]}
`,
  },
  find: (session) => [...findInLists(session, undescribed), ...emptyInstructions(session)],
});

function undescribed(tools: readonly ListedTool[]): Found[] {
  const bare = tools.filter(
    ({ node }) => node.kind === 'object' && !stringMember(node, 'description')?.trim(),
  );
  const [first] = bare;
  if (!first) return [];
  const more = bare.length === 1 ? '' : `; ${count(bare.length, 'tool')} in all`;
  return [
    {
      title: `${toolName(first)} has no description${more}`,
      places: bare.map(({ place }) => place),
    },
  ];
}

function emptyInstructions(session: Session): Found[] {
  return session.exchanges.flatMap((exchange) => {
    const answer = answerOf(exchange);
    if (answer?.message.kind !== 'result' || answer.from !== 'server') return [];
    if (!/^(initialize|server\/discover)$/.test(exchange.request.message.method)) return [];
    const text = stringMember(answer.message.result, 'instructions');
    if (text === undefined || text.trim() !== '') return [];
    const place = { seq: answer.seq, index: answer.index, pointer: '/result/instructions' };
    return [{ title: 'the instructions of the server are empty', places: [place] }];
  });
}
