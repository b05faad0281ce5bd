import { findInLists, type ListedTool, toolName } from '../../evidence/tool-lists.ts';
import { defineRule, type Found } from '../../rule.ts';

/** Names are unique within a server (2025-11-25), and model APIs insist on it. */
export const duplicateNames = defineRule({
  id: 'host-limits/duplicate-names',
  severity: 'problem',
  side: 'server',
  summary: 'two tools of one list have the same name',
  spec: {
    section: 'server/tools#tool-names',
    revision: '2025-11-25',
    says: 'The name of a tool identifies it, so it is unique within a server.',
  },
  basis: 'Claude Messages API: the names of tools are unique',
  hosts:
    'Model APIs refuse a request with two tools of one name; hosts keep the first or the last, or number them.',
  fix: 'Give each tool a name of its own.',
  example: {
    bad: `
handshake
→ 1 tools/list
← 1 result {"tools":[{"name":"find","description":"Finds a room.","inputSchema":{"type":"object"}},{"name":"find","description":"Finds a child.","inputSchema":{"type":"object"}}]}
`,
    good: `
handshake
→ 1 tools/list
← 1 result {"tools":[{"name":"find_room","description":"Finds a room.","inputSchema":{"type":"object"}},{"name":"find_child","description":"Finds a child.","inputSchema":{"type":"object"}}]}
`,
  },
  find: (session) => findInLists(session, findTwice),
});

function findTwice(tools: readonly ListedTool[]): Found[] {
  const first = new Map<string, ListedTool>();
  return tools.flatMap((tool) => {
    if (tool.name === undefined) return [];
    const before = first.get(tool.name);
    if (!before) {
      first.set(tool.name, tool);
      return [];
    }
    return [
      {
        title: `${toolName(tool)} has the name of tools.${before.index}: model APIs refuse a request with both, and a call cannot say which it means`,
        places: [tool.place, before.place],
        fix: 'Give each tool a name of its own.',
      },
    ];
  });
}
