import { type JsonNode, member } from '../../../model/json.ts';
import { plainText } from '../../evidence/text.ts';
import { findInLists, type ListedTool, toolName } from '../../evidence/tool-lists.ts';
import { defineRule, type Found } from '../../rule.ts';

/**
 * A name, and an inputSchema that is an object schema. Clients that check shapes refuse the whole list
 * for one such tool, and model APIs the whole request.
 */
export const toolDefinition = defineRule({
  id: 'content/tool-definition',
  severity: 'problem',
  side: 'server',
  summary: 'a listed tool without a name, or whose schemas are not of type object',
  spec: {
    section: 'server/tools#tool',
    revision: '2025-06-18',
    says: 'A tool has a name and an inputSchema; up to 2025-11-25 the schema is of type object.',
  },
  hosts:
    'Clients on the SDKs refuse the whole list for one such tool, model APIs the whole request.',
  fix: 'Send inputSchema: {"type": "object"} for a tool that takes no arguments.',
  example: {
    bad: `
handshake
→ 1 tools/list
← 1 result {"tools":[{"name":"room","description":"Finds a room."}]}
`,
    good: `
handshake
→ 1 tools/list
← 1 result {"tools":[{"name":"room","description":"Finds a room.","inputSchema":{"type":"object"}}]}
`,
  },
  find: (session) => findInLists(session, (tools) => tools.flatMap(flaws)),
});

function flaws(tool: ListedTool): Found[] {
  if (tool.node.kind !== 'object')
    return [describe(tool, 'is no object', '', 'List each tool as an object.')];
  const nameless = tool.name === undefined ? [describe(tool, 'has no name', '', NAME)] : [];
  return [...nameless, ...schemaFlaws(tool), ...outputFlaws(tool)];
}

const NAME = 'Give every tool a name that is text.';
const SCHEMA = 'Send inputSchema: {"type": "object"} for a tool that takes no arguments.';

function schemaFlaws(tool: ListedTool): Found[] {
  const schema = member(tool.node, 'inputSchema');
  if (!schema) return [describe(tool, 'has no inputSchema', '', SCHEMA)];
  if (schema.kind !== 'object')
    return [describe(tool, `has an inputSchema that is ${shown(schema)}, no schema`, IN, SCHEMA)];
  const type = member(schema, 'type');
  if (type?.kind === 'string' && type.value === 'object') return [];
  const is = type ? `of type ${shown(type)}, not "object"` : 'without a type';
  const found = describe(tool, `has an inputSchema ${is}`, IN, SCHEMA);
  // The newest revision leaves the type to the schema; the APIs behind hosts do not.
  return [tool.isModern && !type ? { ...found, severity: 'warning', side: 'host' } : found];
}

/** Up to 2025-11-25 the result is an object, and its schema says so; clients on the SDKs insist. */
function outputFlaws(tool: ListedTool): Found[] {
  const schema = member(tool.node, 'outputSchema');
  if (!schema) return [];
  if (schema.kind !== 'object')
    return [describe(tool, `has an outputSchema that is ${shown(schema)}, no schema`, OUT, OUTPUT)];
  const type = member(schema, 'type');
  if (tool.isModern || (type?.kind === 'string' && type.value === 'object')) return [];
  const is = type ? `of type ${shown(type)}, not "object"` : 'without a type';
  return [describe(tool, `has an outputSchema ${is}`, OUT, OUTPUT)];
}

const OUT = '/outputSchema';
const OUTPUT = 'Give the outputSchema "type": "object", and put other values into a member of it.';
const IN = '/inputSchema';

function describe(tool: ListedTool, what: string, below: string, fix: string): Found {
  const { place } = tool;
  return {
    title: `${toolName(tool)} ${what}: strict clients refuse the whole list, model APIs the whole request`,
    places: [{ ...place, pointer: `${place.pointer ?? ''}${below}` }],
    fix,
  };
}

function shown(node: JsonNode): string {
  if (node.kind === 'string') return `the text "${plainText(node.value, 40)}"`;
  if (node.kind === 'literal') return String(node.value);
  return node.kind === 'number' ? plainText(node.text, 20) : `an ${node.kind}`;
}
