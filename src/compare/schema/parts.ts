import { type JsonNode, member, nodeAt, stringMember } from '../../model/json.ts';
import { normalise } from '../normalise.ts';
import { itemsOf } from './types.ts';

/** Follows local references, at most as many as there can be without a circle that leads nowhere. */
export function target(root: JsonNode, schema: JsonNode): JsonNode {
  let here = schema;
  for (let hops = 0; hops < 20; hops++) {
    const ref = stringMember(here, '$ref');
    const found = ref?.startsWith('#') ? nodeAt(root, decodeFragment(ref.slice(1))) : undefined;
    if (!found) return here;
    here = found;
  }
  return here;
}

function decodeFragment(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}

/** Equal, and without references that may lead to something else. */
export function isSame(before: JsonNode, after: JsonNode): boolean {
  const text = normalise(before);
  return text === normalise(after) && !text.includes('"$ref":');
}

export function isFalse(node: JsonNode | undefined): boolean {
  return node?.kind === 'literal' && node.value === false;
}

export function isOpen(node: JsonNode | undefined): boolean {
  if (!node || (node.kind === 'literal' && node.value === true)) return true;
  return node.kind === 'object' && node.members.length === 0;
}

export function membersOf(schema: JsonNode, keyword: string): ReadonlyMap<string, JsonNode> {
  const map = member(schema, keyword);
  return new Map(map?.kind === 'object' ? map.members.map((each) => [each.key, each.value]) : []);
}

export function requiredBy(schema: JsonNode): ReadonlySet<string> {
  const names = itemsOf(member(schema, 'required'));
  return new Set(names.flatMap((each) => (each.kind === 'string' ? [each.value] : [])));
}

/** Texts of the value as people read it: the type, or the forms that name it. */
export function typeNode(schema: JsonNode): JsonNode | undefined {
  return member(schema, 'type') ?? member(schema, 'anyOf') ?? member(schema, 'oneOf');
}

export function keywordsOf(before: JsonNode, after: JsonNode): Set<string> {
  const keys = [after, before].flatMap((each) =>
    each.kind === 'object' ? each.members.map(({ key }) => key) : [],
  );
  return new Set(keys);
}
