import { pointerSteps } from '../../model/json.ts';
import { eachSchema, type SchemaNode, type SchemaObject, subschemas, textOf } from './tree.ts';

/** Removes definitions that nothing refers to, and the lists of them when they become empty. */
export function pruneDefinitions(root: SchemaNode): void {
  if (root.kind !== 'object') return;
  const used = reachable(root);
  for (const list of LISTS) {
    const definitions = root.members.get(list);
    if (definitions?.kind !== 'object') continue;
    for (const name of definitions.members.keys())
      if (!used.has(`${list}/${name}`)) definitions.members.delete(name);
    if (definitions.members.size === 0) root.members.delete(list);
  }
}

/**
 * Puts what a local `$ref` points at in its place and removes the definitions. A reference to itself
 * stays as an empty schema.
 */
export function resolveReferences(root: SchemaNode): SchemaNode {
  if (root.kind !== 'object') return root;
  const resolved = replaced(root, root, []);
  if (resolved.kind === 'object') for (const list of LISTS) resolved.members.delete(list);
  return resolved;
}

const LISTS = ['$defs', 'definitions'];

/** A schema that refers to itself through many branches would grow without end. */
const DEEPEST = 12;

function reachable(root: SchemaObject): Set<string> {
  const used = new Set<string>();
  const open: SchemaNode[] = [withoutDefinitions(root)];
  for (let next = open.pop(); next; next = open.pop()) {
    eachSchema(next, ({ members }) => {
      const target = targetOf(root, textOf(members.get('$ref')));
      if (!target || used.has(target.name)) return;
      used.add(target.name);
      open.push(target.node);
    });
  }
  return used;
}

function withoutDefinitions(root: SchemaObject): SchemaObject {
  return { ...root, members: new Map([...root.members].filter(([key]) => !LISTS.includes(key))) };
}

function targetOf(
  root: SchemaObject,
  ref: string | undefined,
): { name: string; node: SchemaNode } | undefined {
  const [list, name, ...rest] = ref?.startsWith('#/') ? (pointerSteps(ref.slice(1)) ?? []) : [];
  if (list === undefined || name === undefined || rest.length > 0) return undefined;
  const definitions = root.members.get(list);
  const node = definitions?.kind === 'object' ? definitions.members.get(name) : undefined;
  return node && LISTS.includes(list) ? { name: `${list}/${name}`, node } : undefined;
}

function replaced(root: SchemaObject, node: SchemaNode, path: readonly string[]): SchemaNode {
  if (node.kind !== 'object') return node;
  const target = targetOf(root, textOf(node.members.get('$ref')));
  if (target) {
    const isLoop = path.includes(target.name) || path.length >= DEEPEST;
    if (isLoop) return { kind: 'object', members: new Map(), from: undefined };
    const copy = structuredClone(target.node);
    const resolved = replaced(root, copy, [...path, target.name]);
    return beside(node, resolved);
  }
  for (const { node: below, replace } of subschemas(node)) replace(replaced(root, below, path));
  return node;
}

/** Members next to the reference stay. */
function beside(node: SchemaObject, target: SchemaNode): SchemaNode {
  if (target.kind !== 'object') return target;
  const own = [...node.members].filter(([key]) => key !== '$ref');
  return { ...target, members: new Map([...target.members, ...own]) };
}
