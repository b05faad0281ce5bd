/**
 * A JSON Schema that can be changed, and remembers where each value of it came from, so that after
 * all operations one can tell what became of every member that the server sent.
 */
import type { JsonNode, JsonValue } from '../../model/json.ts';
import { append } from '../../model/lists.ts';

/** Where a value came from: the value that was sent; undefined: added by the host. */
interface Origin {
  from: JsonNode | undefined;
  /** The host wrote another value in its place. */
  changed?: true;
}

export type SchemaNode = SchemaObject | SchemaArray | SchemaScalar;
export type SchemaObject = Origin & { kind: 'object'; members: Map<string, SchemaNode> };
export type SchemaArray = Origin & { kind: 'array'; items: SchemaNode[] };
/** `json` is the value as JSON text, numbers as spelled. */
export type SchemaScalar = Origin & { kind: 'scalar'; json: string };

/** A schema deeper than this is left as it is: nobody's is, and a hostile one may have no end. */
export const DEEPEST = 64;

/** The tree of a value that was sent; undefined when it is nested too deep. */
export function treeOf(node: JsonNode, depth = 0): SchemaNode | undefined {
  if (depth > DEEPEST) return undefined;
  if (node.kind === 'object') {
    const members = new Map<string, SchemaNode>();
    for (const { key, value } of node.members) {
      const child = treeOf(value, depth + 1);
      if (!child) return undefined;
      members.set(key, child);
    }
    return { kind: 'object', members, from: node };
  }
  if (node.kind === 'array') {
    const items: SchemaNode[] = [];
    for (const item of node.items) {
      const child = treeOf(item, depth + 1);
      if (!child) return undefined;
      items.push(child);
    }
    return { kind: 'array', items, from: node };
  }
  return {
    kind: 'scalar',
    json: node.kind === 'number' ? node.text : JSON.stringify(node.value),
    from: node,
  };
}

/** A value that the host adds. `from`: the member in whose place it stands. */
export function made(value: JsonValue, from?: JsonNode): SchemaNode {
  const origin: Origin = from === undefined ? { from } : { from, changed: true };
  if (Array.isArray(value))
    return { kind: 'array', items: value.map((each: JsonValue) => made(each, from)), ...origin };
  if (typeof value !== 'object' || value === null)
    return { kind: 'scalar', json: JSON.stringify(value), ...origin };
  const members = Object.entries(value).map(([key, each]) => [key, made(each, from)] as const);
  return { kind: 'object', members: new Map(members), ...origin };
}

/** The value as compact JSON. */
export function jsonOf(node: SchemaNode): string {
  if (node.kind === 'scalar') return node.json;
  if (node.kind === 'array') return `[${node.items.map(jsonOf).join(',')}]`;
  const members = [...node.members].map(([key, each]) => `${JSON.stringify(key)}:${jsonOf(each)}`);
  return `{${members.join(',')}}`;
}

/** The text of a string; undefined for any other value. */
export function textOf(node: SchemaNode | undefined): string | undefined {
  if (node?.kind !== 'scalar' || !node.json.startsWith('"')) return undefined;
  // The JSON of a scalar that starts with a quote is a string.
  return JSON.parse(node.json) as string;
}

/** A copy that can be changed by itself, and knows the same origins. */
export function copyOf<T extends SchemaNode>(node: T): T;
export function copyOf(node: SchemaNode): SchemaNode {
  if (node.kind === 'scalar') return { ...node };
  if (node.kind === 'array') return { ...node, items: node.items.map((each) => copyOf(each)) };
  const members = [...node.members].map(([key, each]) => [key, copyOf(each)] as const);
  return { ...node, members: new Map(members) };
}

/** What is left of each leaf that was sent: true when unchanged. */
export function survivors(root: SchemaNode): Map<JsonNode, boolean> {
  const found = new Map<JsonNode, boolean>();
  const open: SchemaNode[] = [root];
  for (let next = open.pop(); next; next = open.pop()) {
    const children =
      next.kind === 'object' ? [...next.members.values()] : next.kind === 'array' ? next.items : [];
    append(open, children);
    if (children.length === 0 && next.from !== undefined) found.set(next.from, !next.changed);
  }
  return found;
}

/** Visits every schema in a schema, the outermost first; a visitor may change what it gets. */
export function eachSchema(
  root: SchemaNode,
  visit: (schema: SchemaObject, depth: number) => void,
  outside: readonly string[] = [],
): void {
  walkSchema({ node: root, depth: 0 }, visit, outside);
}

/** A schema in a schema, the keyword that holds it, and a way to replace it. */
export interface Subschema {
  readonly key: string;
  readonly node: SchemaNode;
  readonly replace: (node: SchemaNode) => void;
}

/** The schemas directly in this one. */
export function subschemas(schema: SchemaObject): Subschema[] {
  return [...schema.members].flatMap(([key, value]): Subschema[] => {
    if (ONE.has(key) && value.kind !== 'array')
      return [{ key, node: value, replace: (node) => schema.members.set(key, node) }];
    if ((MANY.has(key) || key === 'items') && value.kind === 'array')
      return value.items.map((node, index) => ({
        key,
        node,
        replace: (other: SchemaNode) => {
          value.items[index] = other;
        },
      }));
    if (NAMED.has(key) && value.kind === 'object')
      return [...value.members].map(([name, node]) => ({
        key,
        node,
        replace: (other: SchemaNode) => value.members.set(name, other),
      }));
    return [];
  });
}

function walkSchema(
  { node, depth }: { readonly node: SchemaNode; readonly depth: number },
  visit: (schema: SchemaObject, depth: number) => void,
  outside: readonly string[],
): void {
  if (node.kind !== 'object') return;
  visit(node, depth);
  for (const { key, node: below } of subschemas(node))
    if (!outside.includes(key)) walkSchema({ node: below, depth: depth + 1 }, visit, outside);
}

/** Keywords that hold one schema / a list of schemas / schemas by name. */
const ONE: ReadonlySet<string> = new Set(
  'items additionalProperties not if then else contains propertyNames'.split(' '),
);
const MANY: ReadonlySet<string> = new Set('anyOf oneOf allOf prefixItems'.split(' '));
const NAMED: ReadonlySet<string> = new Set(
  'properties patternProperties $defs definitions dependentSchemas'.split(' '),
);
