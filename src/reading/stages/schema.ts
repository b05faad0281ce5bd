import { type JsonNode, pointerTo } from '../../model/json.ts';
import { append } from '../../model/lists.ts';
import type { Rule } from '../../model/profile.ts';
import { countedMembers } from '../counted.ts';
import { json, type Reader } from '../cover.ts';
import { type Draft, giveFate, giveKind, joined, ruleOf, wayOf } from '../draft.ts';
import { placesOf } from '../places.ts';
import type { RuleName } from '../rules.ts';
import { operate } from '../schema/operations.ts';
import { jsonOf, type SchemaNode, survivors, treeOf } from '../schema/tree.ts';

/** A tool's input schema, which the API may know by another name and the host may have changed. */
export function inputSchema(place: string): Reader {
  return (node, pointer, draft) => {
    const { as = placesOf(draft.profile.api).schema } = ruleOf(draft.profile, 'tool.inputSchema');
    schemaAt('tool.inputSchema', `${place}.${as}`)(node, pointer, draft);
  };
}

/** A schema that goes to a place in the API request, changed as its rule says. */
export function schemaAt(name: RuleName, at: string): Reader {
  return (node, pointer, draft) => {
    const rule = ruleOf(draft.profile, name);
    const opaque = rule.ops?.find((each) => each.op === 'opaque');
    const tree = rule.ops && !opaque && wayOf(rule.fate) ? treeOf(node) : undefined;
    if (tree) changed(node, pointer, draft, { name, rule, at, tree });
    else if (opaque?.op === 'opaque')
      giveKind(draft, pointer, name, 'unknown', joined(at, opaque.what));
    else json(name, at)(node, pointer, draft);
  };
}

interface Change {
  readonly name: RuleName;
  readonly rule: Rule;
  readonly at: string;
  readonly tree: SchemaNode;
}

function changed(
  node: JsonNode,
  pointer: string,
  draft: Draft,
  { name, rule, at, tree }: Change,
): void {
  const { root, takenBy } = operated(tree, rule);
  const isOmitted = rule.ops?.some((each) => each.op === 'omitEmpty') && !hasProperties(root);
  const left = isOmitted ? new Map<JsonNode, boolean>() : survivors(root);
  const cover: Cover = { name, draft, at, note: rule.note, left, takenBy };
  if (!coverSchema(cover, node, pointer)) giveFate(draft, pointer, name, at);
  if (isOmitted) return;
  // What remains of nothing is still a schema that the rules have made.
  draft.texts.push({ place: at, way: 'read', text: jsonOf(root), from: pointer });
}

function hasProperties(root: SchemaNode): boolean {
  const properties = root.kind === 'object' ? root.members.get('properties') : undefined;
  return properties?.kind === 'object' && properties.members.size > 0;
}

/** Runs the operations, and notes which of them took what away. */
function operated(tree: SchemaNode, { ops = [] }: Rule) {
  const takenBy = new Map<JsonNode, string>();
  let root = tree;
  let before = survivors(root);
  for (const op of ops) {
    root = operate(root, op);
    const after = survivors(root);
    for (const leaf of before.keys()) if (!after.has(leaf)) takenBy.set(leaf, op.op);
    before = after;
  }
  return { root, takenBy };
}

interface Cover {
  readonly name: RuleName;
  readonly draft: Draft;
  readonly at: string;
  readonly note: string | undefined;
  readonly left: ReadonlyMap<JsonNode, boolean>;
  readonly takenBy: ReadonlyMap<JsonNode, string>;
}

/** Gives the largest subtrees with one fate that fate. False: all of it is unchanged. */
function coverSchema(cover: Cover, root: JsonNode, pointer: string): boolean {
  const states = new Map<JsonNode, State>();
  if (stateOf(cover, root, states) === 'same') return false;
  const open: [JsonNode, string][] = [[root, pointer]];
  for (let next = open.pop(); next; next = open.pop()) {
    const [node, at] = next;
    const state = states.get(node);
    if (state === 'mixed') append(open, childrenOf(node, at).reverse());
    else if (state === 'same') giveFate(cover.draft, at, cover.name, cover.at);
    else if (state === 'changed')
      giveKind(cover.draft, at, cover.name, 'rewritten', joined(cover.at, cover.note));
    else giveKind(cover.draft, at, cover.name, 'dropped', takers(cover, node));
  }
  return true;
}

type State = 'same' | 'changed' | 'gone' | 'mixed';

/** The tree was made, so this is not nested deeper than a tree may be. */
function stateOf(cover: Cover, node: JsonNode, states: Map<JsonNode, State>): State {
  const found = valuesIn(node).map((child) => stateOf(cover, child, states));
  const [first] = found;
  const survives = cover.left.get(node);
  const own = survives === undefined ? 'gone' : survives ? 'same' : 'changed';
  const state = first === undefined ? own : found.every((each) => each === first) ? first : 'mixed';
  states.set(node, state);
  return state;
}

function childrenOf(node: JsonNode, at: string): [JsonNode, string][] {
  if (node.kind === 'object')
    return [...countedMembers(node)].map(([key, value]) => [value, pointerTo(at, key)]);
  if (node.kind === 'array') return node.items.map((item, index) => [item, pointerTo(at, index)]);
  return [];
}

function valuesIn(node: JsonNode): readonly JsonNode[] {
  if (node.kind === 'object') return [...countedMembers(node).values()];
  return node.kind === 'array' ? node.items : [];
}

/** The names of the operations that took a subtree away. */
function takers(cover: Cover, node: JsonNode): string | undefined {
  const names = new Set<string>();
  const open: JsonNode[] = [node];
  for (let next = open.pop(); next; next = open.pop()) {
    const children = valuesIn(next);
    const taker = cover.takenBy.get(next);
    if (children.length === 0 && taker !== undefined) names.add(taker);
    append(open, children);
  }
  return names.size === 0 ? undefined : `by ${[...names].join(', ')}`;
}
