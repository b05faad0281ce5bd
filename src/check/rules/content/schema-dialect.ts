import type { Session } from '../../../model/session.ts';
import { count, quote } from '../../evidence/text.ts';
import { type ListedTool, toolListsOf, toolName } from '../../evidence/tool-lists.ts';
import { schemasOf, type ToolSchema } from '../../evidence/tool-schemas.ts';
import { defineRule, type Found } from '../../rule.ts';
import { dialectOf, namedDialect } from '../../schemas/dialect.ts';

/**
 * One finding for each dialect. A server that has all its schemas in draft-07 has them from the
 * TypeScript SDK of version 1, which every client has met: nothing is said of it.
 */
export const schemaDialect = defineRule({
  id: 'content/schema-dialect',
  severity: 'warning',
  side: 'server',
  summary:
    'an outputSchema in an earlier dialect than the others, or a schema in one that nobody knows',
  spec: {
    section: 'basic#json-schema-usage',
    revision: '2025-11-25',
    says: 'Schemas are 2020-12 by default; both sides must support it, and should say which other dialects they support.',
  },
  hosts:
    'The TypeScript SDK of version 1 writes draft-07, and most clients take both; some validators know one of them alone and refuse the tool.',
  fix: 'Write schemas in 2020-12, and leave $schema out or let it say so.',
  example: {
    bad: `
handshake
→ 1 tools/list
← 1 result {"tools":[{"name":"find","description":"Finds a room.","inputSchema":{"type":"object","$schema":"http://json-schema.org/draft-04/schema#"}}]}
`,
    good: `
handshake
→ 1 tools/list
← 1 result {"tools":[{"name":"find","description":"Finds a room.","inputSchema":{"type":"object","$schema":"https://json-schema.org/draft/2020-12/schema"}}]}
`,
  },
  find: findDialects,
});

interface Use {
  readonly tool: ListedTool;
  readonly schema: ToolSchema;
  readonly isKnown: boolean;
}

function findDialects(session: Session): Found[] {
  const schemas = toolListsOf(session).flat().flatMap(schemasOf);
  const isMixed = new Set(schemas.map(({ node }) => namedDialect(node))).size > 1;
  const uses = new Map<string, Use[]>();
  for (const tool of toolListsOf(session).flat()) {
    for (const schema of schemasOf(tool)) {
      const named = namedDialect(schema.node);
      const dialect = dialectOf(schema.node);
      if (named === undefined || dialect === '2020-12') continue;
      // Clients check results, and leave the arguments to the server: there the dialect matters less.
      if (dialect !== undefined && (schema.which === 'inputSchema' || !isMixed)) continue;
      const known = uses.get(named) ?? [];
      uses.set(named, [...known, { tool, schema, isKnown: dialect !== undefined }]);
    }
  }
  return [...uses].flatMap(([named, all]) => describe(named, all));
}

function describe(named: string, all: readonly Use[]): Found[] {
  const [first] = all;
  if (!first) return [];
  const more = all.length === 1 ? '' : `; ${count(all.length, 'schema')} in all`;
  const what = first.isKnown ? 'an earlier dialect of JSON Schema' : 'no dialect that clients know';
  return [
    {
      severity: first.isKnown ? 'note' : 'warning',
      title: `${toolName(first.tool)} has an ${first.schema.which} in ${quote(named, 80)}, ${what}${more}`,
      places: all.map(({ schema }) => ({
        ...schema.place,
        pointer: `${schema.place.pointer ?? ''}/$schema`,
      })),
    },
  ];
}
