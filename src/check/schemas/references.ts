import { type JsonNode, nodeAt, stringMember, walk } from '../../model/json.ts';
import type { SchemaFlaw } from './checker.ts';

/** A `$ref` of a schema. */
export interface Reference {
  /** JSON pointer of the schema that refers. */
  readonly pointer: string;
  readonly target: string;
}

/** Every `$ref` and `$dynamicRef` with a text, in the order sent. */
export function referencesIn(schema: JsonNode): Reference[] {
  const found: Reference[] = [];
  for (const [pointer, node] of walk(schema)) {
    // A property may be called "$ref": then its value is a schema, no text.
    for (const key of ['$ref', '$dynamicRef']) {
      const target = stringMember(node, key);
      if (target !== undefined && !isInsideData(pointer)) found.push({ pointer, target });
    }
  }
  return found;
}

/** References that lead nowhere, or out of the schema, where no client fetches. */
export function brokenReferences(schema: JsonNode): SchemaFlaw[] {
  const all = referencesIn(schema);
  if (all.length === 0) return [];
  const names = namesIn(schema);
  return all.flatMap(({ pointer, target }) => {
    const what = whatIsWrong(schema, target, names);
    return what === undefined ? [] : [{ pointer, what }];
  });
}

/** Values, not schemas: a `$ref` in an example or default refers to nothing. */
function isInsideData(pointer: string): boolean {
  return /\/(default|const|enum|examples?)(\/|$)/.test(pointer);
}

function whatIsWrong(schema: JsonNode, target: string, names: ReadonlySet<string>) {
  if (target === '#' || names.has(target)) return undefined;
  if (!target.startsWith('#'))
    return [...names].some((id) => target.startsWith(`${id}#`))
      ? undefined
      : `refers to ${target.slice(0, 100)}, which is outside of it`;
  const isThere = target.startsWith('#/') && nodeAt(schema, decoded(target.slice(1))) !== undefined;
  return isThere ? undefined : `refers to ${target.slice(0, 100)}, which is not there`;
}

/** A pointer in the fragment of a URI is percent-encoded (RFC 6901 section 6). */
function decoded(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}

/** Names that a reference may go by: `$id` of embedded schemas and `#anchor`. */
function namesIn(schema: JsonNode): ReadonlySet<string> {
  const names = new Set<string>();
  for (const [, node] of walk(schema)) {
    const id = stringMember(node, '$id');
    if (id !== undefined) names.add(id);
    for (const key of ['$anchor', '$dynamicAnchor']) {
      const anchor = stringMember(node, key);
      if (anchor !== undefined) names.add(`#${anchor}`);
    }
  }
  return names;
}
