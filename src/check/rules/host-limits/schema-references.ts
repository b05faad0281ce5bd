import type { Session } from '../../../model/session.ts';
import { count } from '../../evidence/text.ts';
import { type ListedTool, toolListsOf, toolName } from '../../evidence/tool-lists.ts';
import { schemasOf } from '../../evidence/tool-schemas.ts';
import { defineRule, type Found } from '../../rule.ts';
import { referencesIn } from '../../schemas/references.ts';

/** Told once: a server that uses references uses them everywhere. */
export const schemaReferences = defineRule({
  id: 'host-limits/schema-references',
  severity: 'note',
  side: 'host',
  summary: 'an inputSchema with $ref, which some hosts do not follow',
  basis: 'measured: ADK makes an object without members of a $ref, mcp-use drops it',
  hosts:
    'Codex, Claude and Copilot follow references inside of a schema; ADK, mcp-use and others lose what they refer to, so the model does not know the arguments.',
  fix: 'Write small schemas out instead of referring to them.',
  example: {
    bad: `
handshake
→ 1 tools/list
← 1 result {"tools":[{"name":"find","description":"Finds a room.","inputSchema":{"type":"object","$defs":{"Query":{"type":"string"}},"properties":{"by":{"$ref":"#/$defs/Query"}}}}]}
`,
    good: `
handshake
→ 1 tools/list
← 1 result {"tools":[{"name":"find","description":"Finds a room.","inputSchema":{"type":"object","properties":{"by":{"type":"string"}}}}]}
`,
  },
  find: findReferences,
});

function findReferences(session: Session): Found[] {
  const tools = new Map<string, ListedTool>();
  for (const tool of toolListsOf(session).flat())
    if (refers(tool)) tools.set(tool.name ?? toolName(tool), tool);
  const [first] = tools.values();
  if (!first) return [];
  const more = tools.size === 1 ? '' : `; ${count(tools.size, 'tool')} in all`;
  return [
    {
      title: `${toolName(first)} has $ref in its inputSchema, which some hosts do not follow${more}`,
      places: [...tools.values()].map(({ place }) => ({
        ...place,
        pointer: `${place.pointer ?? ''}/inputSchema`,
      })),
    },
  ];
}

function refers(tool: ListedTool): boolean {
  const schema = schemasOf(tool).find(({ which }) => which === 'inputSchema');
  return schema !== undefined && referencesIn(schema.node).length > 0;
}
