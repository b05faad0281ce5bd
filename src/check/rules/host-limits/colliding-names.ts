import { quote } from '../../evidence/text.ts';
import { findInLists, type ListedTool, toolName } from '../../evidence/tool-lists.ts';
import { defineRule, type Found } from '../../rule.ts';

/** MCP allows more characters in a name than model APIs do; hosts replace the others. */
export const collidingNames = defineRule({
  id: 'host-limits/colliding-names',
  severity: 'problem',
  side: 'host',
  summary: 'two tools have the same name once characters that model APIs refuse are replaced',
  basis: 'Claude Messages API: ^[a-zA-Z0-9_-]{1,128}$',
  hosts:
    'Hosts replace every character that the model’s API refuses by an underscore; one of the two tools is then gone.',
  fix: 'Let names differ in letters and digits.',
  example: {
    bad: `
handshake
→ 1 tools/list
← 1 result {"tools":[{"name":"room.find","description":"One.","inputSchema":{"type":"object"}},{"name":"room/find","description":"Two.","inputSchema":{"type":"object"}}]}
`,
    good: `
handshake
→ 1 tools/list
← 1 result {"tools":[{"name":"room_find","description":"One.","inputSchema":{"type":"object"}},{"name":"room_list","description":"Two.","inputSchema":{"type":"object"}}]}
`,
  },
  find: (session) => findInLists(session, findColliding),
});

function findColliding(tools: readonly ListedTool[]): Found[] {
  const first = new Map<string, ListedTool>();
  return tools.flatMap((tool) => {
    if (tool.name === undefined) return [];
    const name = replaced(tool.name);
    const before = first.get(name) ?? tool;
    first.set(name, before);
    if (before.name === tool.name) return [];
    return [
      {
        title: `${toolName(tool)} and ${toolName(before)} are both ${quote(name, 60)} to a host that replaces what model APIs do not allow: such a request is refused`,
        places: [tool.place, before.place],
        fix: 'Rename one of them: names that differ in letters, digits, _ and - stay apart everywhere.',
      },
    ];
  });
}

/** The characters that the Claude Messages API takes in a tool's name. */
function replaced(name: string): string {
  return name.replaceAll(/[^A-Za-z0-9_-]/g, '_');
}
