import { pointerSteps } from '../../model/json.ts';
import {
  copyOf,
  eachSchema,
  type SchemaNode,
  type SchemaObject,
  subschemas,
  textOf,
} from './tree.ts';

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
 * stays as an empty schema, and so does all beyond a size that no schema in use has.
 */
export function resolveReferences(root: SchemaNode): SchemaNode {
  if (root.kind !== 'object') return root;
  const resolving: Resolving = { root: copyOf(root), left: MOST };
  return replaced(resolving, withoutDefinitions(root), []);
}

const LISTS = ['$defs', 'definitions'];

/** References that are replaced in one schema; a hostile one could ask for any number. */
const MOST = 2000;

interface Resolving {
  /** As it was sent: what references point into. */
  readonly root: SchemaObject;
  left: number;
}

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

function replaced(resolving: Resolving, node: SchemaNode, path: readonly string[]): SchemaNode {
  if (node.kind !== 'object') return node;
  const target = targetOf(resolving.root, textOf(node.members.get('$ref')));
  if (target) {
    const isLoop = path.includes(target.name) || resolving.left-- <= 0;
    if (isLoop) return { kind: 'object', members: new Map(), from: undefined };
    const copy = copyOf(target.node);
    return beside(node, replaced(resolving, copy, [...path, target.name]));
  }
  for (const { node: below, replace } of subschemas(node))
    replace(replaced(resolving, below, path));
  return node;
}

/** Members next to the reference stay. */
function beside(node: SchemaObject, target: SchemaNode): SchemaNode {
  if (target.kind !== 'object') return target;
  const own = [...node.members].filter(([key]) => key !== '$ref');
  return { ...target, members: new Map([...target.members, ...own]) };
}
