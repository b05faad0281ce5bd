import { count, quote } from '../../evidence/text.ts';
import { findInLists, type ListedTool, toolName } from '../../evidence/tool-lists.ts';
import { defineRule, type Found } from '../../rule.ts';

/** Dots are MCP's own, and hosts have learnt to replace them; the others surprise. */
export const nameCharacters = defineRule({
  id: 'host-limits/name-characters',
  severity: 'warning',
  side: 'server',
  summary: 'names of tools with characters that MCP does not allow, and hosts replace',
  spec: {
    section: 'server/tools#tool-names',
    revision: '2025-11-25',
    says: 'A tool name holds letters and digits of ASCII, underscore, hyphen and dot, and no spaces or other characters.',
  },
  hosts:
    'Model APIs take letters, digits, underscore and hyphen; hosts replace the others or leave the tool out, so the model calls another name than the server has.',
  fix: 'Name tools with letters, digits, underscore and hyphen; put the rest into the title.',
  example: {
    bad: `
handshake
→ 1 tools/list
← 1 result {"tools":[{"name":"find room","description":"Finds a room.","inputSchema":{"type":"object"}}]}
`,
    good: `
handshake
→ 1 tools/list
← 1 result {"tools":[{"name":"find_room","title":"Find room","description":"Finds a room.","inputSchema":{"type":"object"}}]}
`,
  },
  find: (session) => findInLists(session, findBad),
});

function findBad(tools: readonly ListedTool[]): Found[] {
  const bad = tools.filter(({ name }) => name !== undefined && /[^A-Za-z0-9_.-]/.test(name));
  const [first] = bad;
  if (!first) return [];
  const chars = new Set(bad.flatMap(({ name }) => name?.match(/[^A-Za-z0-9_.-]/gu) ?? []));
  const shown = [...chars].slice(0, 5).map((each) => quote(each, 4));
  const more = bad.length === 1 ? '' : `; ${count(bad.length, 'tool')} in all`;
  return [
    {
      title: `${toolName(first)} has a name with ${shown.join(' ')}, which hosts replace or refuse${more}`,
      places: bad.map(({ place }) => ({ ...place, pointer: `${place.pointer ?? ''}/name` })),
    },
  ];
}
