/** Operations that say themselves which schemas in a schema they change, and how. */
import type { JsonValue } from '../../model/json.ts';
import type { SchemaOp, SchemaWhere } from '../../model/profile.ts';
import { eachSchema, made, type SchemaNode, type SchemaObject, textOf } from './tree.ts';

const NAMES = [
  'set',
  'drop',
  'renameKey',
  'mapTypes',
  'merge',
  'nullableChoice',
  'wrapRefs',
] as const;

type RewritingOp = Extract<SchemaOp, { op: (typeof NAMES)[number] }>;

/** Is it one of these operations? */
export function isRewriting(op: SchemaOp): op is RewritingOp {
  return NAMES.some((name) => name === op.op);
}

/** Runs one of these operations on a schema, which it changes. */
export function rewrite(root: SchemaNode, op: RewritingOp): void {
  const where = 'where' in op ? op.where : undefined;
  const visit = (schema: SchemaObject, depth: number) => {
    if (isMeant(schema, depth, where)) change(schema, op);
  };
  eachSchema(root, visit, where?.outside);
}

function isMeant(schema: SchemaObject, depth: number, where: SchemaWhere = {}): boolean {
  const { root, type, has, lacks } = where;
  if (root && depth > 0) return false;
  if (type !== undefined && textOf(schema.members.get('type')) !== type) return false;
  if (has && !has.some((key) => schema.members.has(key))) return false;
  return !lacks?.some((key) => schema.members.has(key));
}

function change(schema: SchemaObject, op: RewritingOp): void {
  // A profile document is JSON; the schema of profiles allows any value here.
  if (op.op === 'set') set(schema, op.key, op.value as JsonValue, op.mode);
  else if (op.op === 'drop') for (const key of op.keys) schema.members.delete(key);
  else if (op.op === 'renameKey') renameKey(schema, op.from, op.to);
  else if (op.op === 'mapTypes') mapTypes(schema, op.types);
  else if (op.op === 'merge') merge(schema, op.from, op.members);
  else if (op.op === 'nullableChoice') nullableChoice(schema);
  else wrapRef(schema);
}

function set(
  { members }: SchemaObject,
  key: string,
  value: JsonValue,
  mode: 'force' | 'default' | 'unless-schema',
): void {
  const before = members.get(key);
  if (before && (mode === 'default' || (mode === 'unless-schema' && before.kind === 'object')))
    return;
  const isSame = before?.kind === 'scalar' && before.json === JSON.stringify(value);
  if (!isSame) members.set(key, made(value, before?.kind === 'scalar' ? before.from : undefined));
}

/** The other keyword stands in the place of the first. */
function renameKey(schema: SchemaObject, from: string, to: string): void {
  const renamed = [...schema.members].map(
    ([key, value]) => [key === from ? to : key, value] as const,
  );
  schema.members = new Map(renamed);
}

function mapTypes({ members }: SchemaObject, types: { readonly [type: string]: string }): void {
  const mapped = (node: SchemaNode): SchemaNode => {
    const other = types[textOf(node) ?? ''];
    return other === undefined ? node : made(other, node.from);
  };
  const type = members.get('type');
  if (type?.kind === 'array') type.items = type.items.map(mapped);
  else if (type) members.set('type', mapped(type));
}

function merge({ members }: SchemaObject, from: string, taken: readonly string[]): void {
  const held = members.get(from);
  members.delete(from);
  const sources = held?.kind === 'array' ? held.items : held ? [held] : [];
  for (const source of sources)
    if (source.kind === 'object')
      for (const key of taken) {
        const value = source.members.get(key);
        if (value) members.set(key, together(members.get(key), value));
      }
}

/** Of two objects all members, of two lists all items; else the first. */
function together(one: SchemaNode | undefined, other: SchemaNode): SchemaNode {
  if (one === undefined) return other;
  if (one.kind === 'object' && other.kind === 'object')
    return { ...one, members: new Map([...other.members, ...one.members]) };
  if (one.kind === 'array' && other.kind === 'array')
    return { ...one, items: [...one.items, ...other.items] };
  return one;
}

function nullableChoice({ members }: SchemaObject): void {
  const choice = members.get('anyOf');
  if (choice?.kind !== 'array') return;
  const isNull = (each: SchemaNode) =>
    each.kind === 'object' && textOf(each.members.get('type')) === 'null';
  const [only, ...others] = choice.items.filter((each) => !isNull(each));
  const none = choice.items.find(isNull);
  if (!none || only?.kind !== 'object' || others.length > 0) return;
  members.delete('anyOf');
  for (const [key, value] of only.members) members.set(key, value);
  const { members: ofNull } = none.kind === 'object' ? none : { members: undefined };
  members.set('nullable', made(true, ofNull?.get('type')?.from));
}

function wrapRef({ members }: SchemaObject): void {
  const ref = members.get('$ref');
  if (!ref || members.size < 2) return;
  members.delete('$ref');
  const target: SchemaNode = { kind: 'object', members: new Map([['$ref', ref]]), from: undefined };
  members.set('anyOf', { kind: 'array', items: [target], from: undefined });
}
