import type { JsonNode } from '../../model/json.ts';
import { member, stringMember, walk } from '../../model/json.ts';

/** Dialects of JSON Schema that can be checked. */
export type Dialect = 'draft-07' | '2019-09' | '2020-12';

const BY_URI: readonly (readonly [RegExp, Dialect])[] = [
  [/^https?:\/\/json-schema\.org\/draft-0[67]\/schema#?$/, 'draft-07'],
  [/^https?:\/\/json-schema\.org\/draft\/2019-09\/schema#?$/, '2019-09'],
  [/^https?:\/\/json-schema\.org\/draft\/2020-12\/schema#?$/, '2020-12'],
];

/** The `$schema` of a schema, when it is text. */
export function namedDialect(schema: JsonNode): string | undefined {
  return stringMember(schema, '$schema');
}

/**
 * The dialect of a schema: as it says, else 2020-12, MCP's own since 2025-11-25, unless it has what
 * only earlier dialects have. Undefined for one that is not known.
 */
export function dialectOf(schema: JsonNode): Dialect | undefined {
  const named = namedDialect(schema);
  if (named !== undefined) return BY_URI.find(([pattern]) => pattern.test(named))?.[1];
  return hasOldKeywords(schema) ? 'draft-07' : '2020-12';
}

/** A list as `items`, and `dependencies`, went with 2020-12. */
function hasOldKeywords(schema: JsonNode): boolean {
  for (const [, node] of walk(schema)) {
    if (node.kind !== 'object') continue;
    if (member(node, 'items')?.kind === 'array' || member(node, 'additionalItems')) return true;
  }
  return false;
}
