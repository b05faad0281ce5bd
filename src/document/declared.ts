import { at, type JsonNode, member, pointerSteps, stringMember } from '../model/json.ts';
import { scalarText } from './shape.ts';

/** What a schema says of one member. */
export interface Declared {
  /** `data[].nama`; the root is the empty string. */
  readonly path: string;
  /** As a type: `string | null`, `integer`, `"a" | "b"`. */
  readonly type: string;
  readonly required: boolean;
  /** The default as JSON spells it. */
  readonly fallback: string | undefined;
  readonly description: string | undefined;
  /** Bounds and formats, as the schema names them: `maximum 100`. */
  readonly bounds: readonly string[];
}

const DEEPEST = 6;
const BOUNDS = [
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
  'pattern',
  'format',
];

/** The members that a JSON Schema declares, parents first, in its order. */
export function declaredMembers(schema: JsonNode | undefined): Declared[] {
  return schema ? below(schema, '', { root: schema, depth: 0 }) : [];
}

interface Around {
  readonly root: JsonNode;
  readonly depth: number;
}

function below(schema: JsonNode, path: string, around: Around): Declared[] {
  if (around.depth >= DEEPEST) return [];
  const here = resolved(schema, around.root);
  const deeper = { ...around, depth: around.depth + 1 };
  const items = member(here, 'items');
  if (items?.kind === 'object') return below(items, `${path}[]`, deeper);
  const properties = member(here, 'properties');
  if (properties?.kind !== 'object') return optionsBelow(here, path, deeper);
  const required = requiredOf(here);
  return properties.members.flatMap(({ key, value }) => {
    const child = path === '' ? key : `${path}.${key}`;
    return [
      declared(resolved(value, around.root), child, required.has(key), around.root),
      ...below(value, child, deeper),
    ];
  });
}

/** An object or array that may be null is one of two; the other has nothing below it. */
function optionsBelow(schema: JsonNode, path: string, around: Around): Declared[] {
  const options = at(schema, 'anyOf') ?? at(schema, 'oneOf');
  if (options?.kind !== 'array') return [];
  const [only, ...more] = options.items
    .map((option) => resolved(option, around.root))
    .filter((option) => member(option, 'properties') ?? member(option, 'items'));
  return only && more.length === 0 ? below(only, path, around) : [];
}

function declared(schema: JsonNode, path: string, required: boolean, root: JsonNode): Declared {
  const fallback = member(schema, 'default');
  return {
    path,
    type: typeText(schema, root),
    required,
    fallback: fallback && scalarOrBrackets(fallback),
    description: stringMember(schema, 'description'),
    bounds: BOUNDS.flatMap((name) => {
      const bound = member(schema, name);
      return bound ? [`${name} ${bound.kind === 'string' ? bound.value : scalarText(bound)}`] : [];
    }),
  };
}

/** A schema as a type that fits into a cell. */
function typeText(schema: JsonNode, root: JsonNode, depth = 0): string {
  if (depth > DEEPEST) return 'any';
  const inner = (node: JsonNode) => typeText(resolved(node, root), root, depth + 1);
  const choices = member(schema, 'enum');
  if (choices?.kind === 'array') return choices.items.map(scalarOrBrackets).join(' | ');
  const constant = member(schema, 'const');
  if (constant) return scalarOrBrackets(constant);
  const options = member(schema, 'anyOf') ?? member(schema, 'oneOf');
  if (options?.kind === 'array') return [...new Set(options.items.map(inner))].join(' | ');
  const type = member(schema, 'type');
  if (type?.kind === 'array')
    return type.items.flatMap((each) => (each.kind === 'string' ? [each.value] : [])).join(' | ');
  if (type?.kind !== 'string') return member(schema, 'properties') ? 'object' : 'any';
  const items = member(schema, 'items');
  return type.value === 'array' && items ? `${inner(items)}[]` : type.value;
}

function scalarOrBrackets(node: JsonNode): string {
  if (node.kind === 'object') return node.members.length === 0 ? '{}' : '{…}';
  if (node.kind === 'array') return node.items.length === 0 ? '[]' : '[…]';
  return scalarText(node);
}

function requiredOf(schema: JsonNode): Set<string> {
  const list = member(schema, 'required');
  if (list?.kind !== 'array') return new Set();
  return new Set(list.items.flatMap((each) => (each.kind === 'string' ? [each.value] : [])));
}

/** Follows a reference inside the same schema, once: references to references are not worth a circle. */
function resolved(schema: JsonNode, root: JsonNode): JsonNode {
  const reference = stringMember(schema, '$ref');
  if (!reference?.startsWith('#')) return schema;
  const steps = pointerSteps(reference.slice(1)) ?? [];
  return at(root, ...steps) ?? schema;
}
