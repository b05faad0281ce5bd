import { childrenOf, member, walk } from '../../../model/json.ts';
import { quote } from '../../evidence/text.ts';
import { findInLists, type ListedTool, toolName } from '../../evidence/tool-lists.ts';
import { schemasOf } from '../../evidence/tool-schemas.ts';
import { defineRule, type Found } from '../../rule.ts';

/** Legal JSON Schema and legal MCP. */
export const propertyKeys = defineRule({
  id: 'host-limits/property-keys',
  severity: 'warning',
  side: 'host',
  summary: 'names of arguments that model APIs refuse: empty, long, with brackets or spaces',
  basis: 'Claude Messages API: keys of properties match ^[a-zA-Z0-9_.-]{1,64}$',
  hosts:
    'Anthropic’s API refuses the whole request with all its tools; hosts on other APIs hand the name on.',
  fix: 'Name arguments with letters, digits, underscore, dot and hyphen, up to 64 of them.',
  example: {
    bad: `
handshake
→ 1 tools/list
← 1 result {"tools":[{"name":"find","description":"Finds a room.","inputSchema":{"type":"object","properties":{"filter[status]":{"type":"string"}}}}]}
`,
    good: `
handshake
→ 1 tools/list
← 1 result {"tools":[{"name":"find","description":"Finds a room.","inputSchema":{"type":"object","properties":{"filter_status":{"type":"string"}}}}]}
`,
  },
  find: (session) => findInLists(session, (tools) => tools.flatMap(badKeys)),
});

const ALLOWED = /^[a-zA-Z0-9_.-]{1,64}$/;
const SHOWN = 3;

function badKeys(tool: ListedTool): Found[] {
  const schema = schemasOf(tool).find(({ which }) => which === 'inputSchema');
  if (!schema) return [];
  const bad: { readonly key: string; readonly pointer: string }[] = [];
  for (const [pointer, node, step] of walk(schema.node)) {
    // A property may itself be called "properties": its value is a schema, whose keys are keywords.
    if (step === 'properties' && !pointer.endsWith('/properties/properties')) continue;
    const properties = member(node, 'properties');
    if (properties?.kind !== 'object') continue;
    for (const [index, [below]] of childrenOf(properties, `${pointer}/properties`).entries()) {
      const key = properties.members[index]?.key ?? '';
      if (!ALLOWED.test(key)) bad.push({ key, pointer: below });
    }
  }
  if (bad.length === 0) return [];
  const names = bad.slice(0, SHOWN).map(({ key }) => quote(key, 40));
  const more = bad.length > SHOWN ? ` and ${bad.length - SHOWN} more` : '';
  return [
    {
      title: `${toolName(tool)} has arguments whose names the Claude Messages API refuses, with the whole request: ${names.join(', ')}${more}`,
      places: bad.map(({ pointer }) => ({
        ...schema.place,
        pointer: `${schema.place.pointer ?? ''}${pointer}`,
      })),
    },
  ];
}
