import type { JsonValue } from '../../model/json.ts';
import type { SchemaOp } from '../../model/profile.ts';
import { fitBudget } from './budget.ts';
import { pruneDefinitions, resolveReferences } from './references.ts';
import { isRewriting, rewrite } from './rewriting.ts';
import {
  eachSchema,
  made,
  type SchemaNode,
  type SchemaObject,
  subschemas,
  textOf,
} from './tree.ts';

/**
 * Runs one operation on a schema. In: the root, which may be changed. Out: the root to go on with.
 * `opaque` and `omitEmpty` change nothing; whoever asks has to treat the schema as unknown, or to leave
 * out one that has no properties.
 */
export function operate(root: SchemaNode, op: SchemaOp): SchemaNode {
  if (isEverywhere(op)) return all(root, EVERYWHERE[op.op]);
  if (isRewriting(op)) return same(root, () => rewrite(root, op));
  switch (op.op) {
    case 'keepOnlyKeys':
      return keys(root, op.at, (key) => op.keys.includes(key));
    case 'dropKeys':
      return keys(root, op.at, (key) => !op.keys.includes(key));
    case 'truncateDescriptions':
      return all(root, (schema) => shorten(schema, op.max));
    case 'filterFormat':
      return all(root, (schema) => filterFormat(schema, op.allowed));
    case 'orderKeys':
      return scoped(root, op.at, (schema) => orderKeys(schema, op.keys));
    case 'typeArray':
      return all(root, (schema) => splitTypes(schema, op.to));
    case 'budget':
      return same(root, () => fitBudget(root, op.bytes));
    case 'omitEmpty':
      return root;
    case 'setRoot':
    case 'addProperty':
    case 'emptySchemaTo':
      return atRoot(root, op);
    case 'opaque':
      return root;
    case 'pruneDefs':
      return same(root, () => pruneDefinitions(root));
    case 'resolveRefs':
      return resolveReferences(root);
  }
}

type RootOp = Extract<SchemaOp, { op: 'setRoot' | 'addProperty' | 'emptySchemaTo' }>;

/** Operations without settings, which change each schema in a schema. */
const EVERYWHERE = {
  closeObjects: closeObject,
  constToEnum,
  inferType,
  fillItems,
  tupleItemsToAnyOf: tupleToAnyOf,
  flattenComposition: flatten,
  boolSchemaToString: booleansToStrings,
  sortNames,
  emptyUntyped,
} as const;

type EverywhereOp = Extract<SchemaOp, { op: keyof typeof EVERYWHERE }>;

function isEverywhere(op: SchemaOp): op is EverywhereOp {
  return Object.hasOwn(EVERYWHERE, op.op);
}

function same(root: SchemaNode, change: () => void): SchemaNode {
  change();
  return root;
}

function all(root: SchemaNode, change: (schema: SchemaObject) => void): SchemaNode {
  eachSchema(root, change);
  return root;
}

function keys(root: SchemaNode, at: 'root' | 'all', keep: (key: string) => boolean): SchemaNode {
  return scoped(root, at, (schema) => {
    for (const key of schema.members.keys()) if (!keep(key)) schema.members.delete(key);
  });
}

function scoped(
  root: SchemaNode,
  at: 'root' | 'all',
  change: (schema: SchemaObject) => void,
): SchemaNode {
  if (at === 'all') return all(root, change);
  if (root.kind === 'object') change(root);
  return root;
}

function atRoot(root: SchemaNode, op: RootOp): SchemaNode {
  if (root.kind !== 'object') return root;
  const { members } = root;
  // A profile document is JSON; the schema of profiles allows any value here.
  const value = (op.op === 'addProperty' ? op.schema : op.value) as JsonValue;
  if (op.op === 'emptySchemaTo') return members.size === 0 ? made(value) : root;
  if (op.op === 'addProperty') {
    addProperty(root, op.name, value, op.required === true);
    return root;
  }
  const before = members.get(op.key);
  if (before === undefined) members.set(op.key, made(value));
  else if (op.mode === 'force' && before.kind !== 'scalar') members.set(op.key, made(value));
  else if (op.mode === 'force' && before.kind === 'scalar' && before.json !== JSON.stringify(value))
    members.set(op.key, made(value, before.from));
  return root;
}

function addProperty(
  { members }: SchemaObject,
  name: string,
  schema: JsonValue,
  required: boolean,
) {
  const properties = members.get('properties');
  if (properties?.kind === 'object') properties.members.set(name, made(schema));
  else members.set('properties', made({ [name]: schema }));
  if (!required) return;
  const list = members.get('required');
  if (list?.kind === 'array') list.items.push(made(name));
  else members.set('required', made([name]));
}

function shorten({ members }: SchemaObject, max: number): void {
  const node = members.get('description');
  const text = textOf(node);
  if (node && text !== undefined && text.length > max)
    members.set('description', made(text.slice(0, max), node.from));
}

function filterFormat({ members }: SchemaObject, allowed: readonly string[]): void {
  const format = textOf(members.get('format'));
  if (format !== undefined && !allowed.includes(format)) members.delete('format');
}

function splitTypes({ members }: SchemaObject, to: 'anyOf' | 'nullable' | 'first'): void {
  const types = members.get('type');
  if (types?.kind !== 'array') return;
  const named = types.items.filter((each) => textOf(each) !== 'null');
  const isNull = types.items.find((each) => textOf(each) === 'null');
  const [first] = named;
  if (to === 'anyOf') {
    members.delete('type');
    const alternatives = types.items.map(
      (each): SchemaNode => ({
        kind: 'object',
        members: new Map([['type', each]]),
        from: undefined,
      }),
    );
    members.set('anyOf', { kind: 'array', items: alternatives, from: undefined });
  } else if (first && (to === 'first' || (isNull && named.length === 1))) {
    members.set('type', first);
    if (isNull && to === 'nullable') members.set('nullable', made(true, isNull.from));
  }
}

function closeObject({ members }: SchemaObject): void {
  const isObject = textOf(members.get('type')) === 'object' || members.has('properties');
  if (!isObject) return;
  const before = members.get('additionalProperties');
  const isFalse = before?.kind === 'scalar' && before.json === 'false';
  if (!isFalse)
    members.set(
      'additionalProperties',
      before?.kind === 'scalar' ? made(false, before.from) : made(false),
    );
}

function constToEnum({ members }: SchemaObject): void {
  const value = members.get('const');
  if (!value) return;
  members.delete('const');
  if (!members.has('enum')) members.set('enum', { kind: 'array', items: [value], from: undefined });
}

function inferType({ members }: SchemaObject): void {
  if (COMPOUND.some((key) => members.has(key)) || members.has('type')) return;
  const isObject = ['properties', 'required', 'additionalProperties'].some((key) =>
    members.has(key),
  );
  if (isObject) members.set('type', made('object'));
  else if (members.has('items') || members.has('prefixItems')) members.set('type', made('array'));
  else if (members.has('enum') || members.has('format')) members.set('type', made('string'));
  else if (members.has('minimum') || members.has('maximum')) members.set('type', made('number'));
}

const COMPOUND = ['$ref', 'anyOf', 'oneOf', 'allOf'];

function fillItems({ members }: SchemaObject): void {
  const type = textOf(members.get('type'));
  if (type === 'object' && !members.has('properties')) members.set('properties', made({}));
  if (type === 'array' && !members.has('items')) members.set('items', made({ type: 'string' }));
}

function tupleToAnyOf({ members }: SchemaObject): void {
  const tuple = members.get('items');
  if (tuple?.kind !== 'array') return;
  members.set('items', {
    kind: 'object',
    members: new Map<string, SchemaNode>([['anyOf', { ...tuple }]]),
    from: undefined,
  });
}

/** Of alternatives the first that is an object is kept, its members in place of the list. */
function flatten({ members }: SchemaObject): void {
  for (const key of ['anyOf', 'oneOf', 'allOf']) {
    const list = members.get(key);
    if (list?.kind !== 'array') continue;
    const chosen = list.items.find(
      (each) => each.kind === 'object' && textOf(each.members.get('type')) !== 'null',
    );
    members.delete(key);
    if (chosen?.kind !== 'object') continue;
    for (const [name, value] of chosen.members) if (!members.has(name)) members.set(name, value);
  }
}

function booleansToStrings(schema: SchemaObject): void {
  for (const { node, replace } of subschemas(schema)) {
    const isBoolean = node.kind === 'scalar' && (node.json === 'true' || node.json === 'false');
    // Whether an object is closed is no schema of a value.
    if (isBoolean && schema.members.get('additionalProperties') !== node)
      replace(made({ type: 'string' }, node.from));
  }
}

/** These keys in this order, the others behind them as they are. */
function orderKeys({ members }: SchemaObject, keys: readonly string[]): void {
  const before = new Map(members);
  members.clear();
  for (const key of keys) {
    const value = before.get(key);
    if (value) members.set(key, value);
  }
  for (const [key, value] of before) members.set(key, value);
}

/** Properties and definitions by the alphabet. */
function sortNames({ members }: SchemaObject): void {
  for (const key of ['properties', '$defs', 'definitions']) {
    const named = members.get(key);
    if (named?.kind !== 'object') continue;
    const sorted = [...named.members].sort(([one], [other]) => (one < other ? -1 : 1));
    named.members.clear();
    for (const [name, value] of sorted) named.members.set(name, value);
  }
}

/** A schema that says no type, and from which none follows, loses all that it says. */
function emptyUntyped({ members }: SchemaObject): void {
  if (!members.has('type') && !COMPOUND.some((key) => members.has(key))) members.clear();
}
