import { jsonPath, plainText } from '../../evidence/text.ts';
import { findInLists, type ListedTool, toolName } from '../../evidence/tool-lists.ts';
import { schemasOf } from '../../evidence/tool-schemas.ts';
import { defineRule, type Found } from '../../rule.ts';
import type { SchemaChecker } from '../../schemas/checker.ts';

export const schemaInvalid = defineRule({
  id: 'content/schema-invalid',
  severity: 'problem',
  side: 'server',
  summary: 'a schema of a tool that breaks the rules of JSON Schema, or refers to nothing',
  spec: {
    section: 'server/tools#tool',
    revision: '2025-11-25',
    says: 'inputSchema and outputSchema are valid JSON Schema, 2020-12 unless $schema names another dialect.',
  },
  hosts:
    'Model APIs refuse the request with all its tools, clients that validate throw at the first call, and others hand the broken schema on.',
  fix: 'Correct the schema; a validator for its dialect tells the place.',
  example: {
    bad: `
handshake
→ 1 tools/list
← 1 result {"tools":[{"name":"find","description":"Finds a room.","inputSchema":{"type":"object","properties":{"by":{"$ref":"#/$defs/Query"}}}}]}
`,
    good: `
handshake
→ 1 tools/list
← 1 result {"tools":[{"name":"find","description":"Finds a room.","inputSchema":{"type":"object","properties":{"by":{"type":"string"}}}}]}
`,
  },
  find: (session, { schemas }) =>
    schemas ? findInLists(session, (tools) => tools.flatMap((tool) => flawsOf(tool, schemas))) : [],
});

function flawsOf(tool: ListedTool, schemas: SchemaChecker): Found[] {
  return schemasOf(tool).flatMap((schema) => {
    const verdict = schemas.flaws(schema);
    if (verdict.kind !== 'done') return [];
    return verdict.found.map(({ pointer, what }) => ({
      title: `${toolName(tool)} has a broken ${schema.which}: at ${jsonPath(pointer)} it ${plainText(what, 140)}`,
      places: [{ ...schema.place, pointer: `${schema.place.pointer ?? ''}${pointer}` }],
    }));
  });
}
