import type { Session } from '../../../model/session.ts';
import { plainText } from '../../evidence/text.ts';
import { findInLists, type ListedTool, toolName } from '../../evidence/tool-lists.ts';
import { defineRule, type Found } from '../../rule.ts';

/** The Claude Messages API takes names of 1 to 128 characters, and so does MCP since 2025-11-25. */
const LONGEST = 128;

export const nameLength = defineRule({
  id: 'host-limits/name-length',
  severity: 'problem',
  side: 'server',
  summary: 'a tool name that is empty, or too long for model APIs',
  spec: {
    section: 'server/tools#tool-names',
    revision: '2025-11-25',
    says: 'A tool name should have 1 to 128 characters, of letters, digits, underscore, hyphen and dot.',
  },
  basis: 'Claude Messages API: names of tools have 1 to 128 characters',
  hosts:
    'Codex, VS Code and Cline cut or hash names above 64 characters with their prefix; Claude Code leaves the tool out above 128.',
  fix: 'Keep names of tools short: prefixes such as mcp__server__ count too.',
  example: {
    bad: `
handshake
→ 1 tools/list
← 1 result {"tools":[{"name":"⟨130 × a⟩","description":"Finds a room.","inputSchema":{"type":"object"}}]}
`,
    good: `
handshake
→ 1 tools/list
← 1 result {"tools":[{"name":"find_room","description":"Finds a room.","inputSchema":{"type":"object"}}]}
`,
  },
  find: (session) =>
    findInLists(session, (tools) => tools.flatMap((tool) => judged(tool, prefixOf(session)))),
});

function judged(tool: ListedTool, prefix: string): Found[] {
  if (tool.name === undefined) return [];
  const { length } = tool.name;
  const places = [{ ...tool.place, pointer: `${tool.place.pointer ?? ''}/name` }];
  if (length === 0)
    return [
      {
        title: `tools.${tool.index} has an empty name: model APIs refuse the whole request`,
        places,
        fix: 'Give the tool a name.',
      },
    ];
  const fix = `Shorten the name; hosts put the server's name before it, so leave some room below ${LONGEST}.`;
  if (length > LONGEST)
    return [
      { title: `${toolName(tool)} has a name of ${length} characters: ${REFUSED}`, places, fix },
    ];
  const whole = prefix.length + length;
  if (whole <= LONGEST) return [];
  const title = `${toolName(tool)} has ${length} characters, ${whole} with the prefix ${plainText(prefix, 60)} that hosts add: ${REFUSED}`;
  return [{ title, places, fix, severity: 'warning', side: 'host' }];
}

const REFUSED = `model APIs take at most ${LONGEST} and refuse the whole request`;

/** As hosts make it of the name under which they know the server; here that is its label. */
function prefixOf({ recording }: Session): string {
  return `mcp__${recording.header.server.label.replaceAll(/[^A-Za-z0-9_-]/g, '_')}__`;
}
