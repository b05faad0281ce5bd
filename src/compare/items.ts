import { type JsonNode, member, stringMember } from '../model/json.ts';
import { append } from '../model/lists.ts';
import { numberKey } from './normalise.ts';
import { type Match, matchKeys, movedMatches, nthWithNth, rest } from './sequence.ts';

/** Two items of arrays that belong together; one index alone: the item is gone, or new. */
export type ItemPair =
  | { readonly before: number; readonly after: number }
  | { readonly before: number; readonly after?: undefined }
  | { readonly before?: undefined; readonly after: number };

/** How the items of two arrays correspond. */
export interface Alignment {
  /** In the order of the new array, what is gone behind what stood before it. */
  readonly pairs: readonly ItemPair[];
  /** Pairs that stand in another order. */
  readonly moved: readonly Match[];
}

/** Members by whose value an item is recognised, the best first. */
const KEYS = ['name', 'uri', 'uriTemplate', 'id'] as const;

/**
 * Aligns two arrays: by `name`, `uri`, `uriTemplate` or `id` where every item has it and no two have
 * the same; else equal items in order, equal ones that moved, and at last what is left with what is
 * left of the same `type`, in order.
 * @param print one text for equal items; see `normalise`
 */
export function alignItems(
  before: readonly JsonNode[],
  after: readonly JsonNode[],
  print: (node: JsonNode, side: 'before' | 'after', index: number) => string,
): Alignment {
  const matches = byKey(before, after) ?? byValue(before, after, print);
  return { pairs: pairsOf(matches, before.length, after.length), moved: movedMatches(matches) };
}

function byKey(before: readonly JsonNode[], after: readonly JsonNode[]): Match[] | undefined {
  for (const key of KEYS) {
    const keys = [keysOf(before, key), keysOf(after, key)] as const;
    if (!keys[0] || !keys[1]) continue;
    const matches = nthWithNth([...keys[0].entries()], [...keys[1].entries()]);
    // No key in common: a renamed item, or ids that are new in every run.
    if (matches.length > 0) return matches;
  }
  return undefined;
}

function keysOf(items: readonly JsonNode[], key: string): string[] | undefined {
  const keys: string[] = [];
  for (const item of items) {
    const value = member(item, key);
    if (value?.kind === 'string') keys.push(`s${value.value}`);
    else if (value?.kind === 'number') keys.push(numberKey(value));
    else return undefined;
  }
  return new Set(keys).size === keys.length ? keys : undefined;
}

function byValue(
  before: readonly JsonNode[],
  after: readonly JsonNode[],
  print: (node: JsonNode, side: 'before' | 'after', index: number) => string,
): Match[] {
  const matches = matchKeys(
    before.map((item, index) => print(item, 'before', index)),
    after.map((item, index) => print(item, 'after', index)),
  );
  for (const label of [typeLabel, () => '']) {
    const left = rest(before.map(label), matches, 0);
    const right = rest(after.map(label), matches, 1);
    // Items of different types are one changed item only where nothing else could be meant.
    if (label === typeLabel || left.length === right.length)
      append(matches, nthWithNth(left, right));
  }
  return matches;
}

function typeLabel(node: JsonNode): string {
  return `${node.kind} ${stringMember(node, 'type') ?? ''}`;
}

function pairsOf(matches: readonly Match[], before: number, after: number): ItemPair[] {
  const newIndex = new Map(matches);
  const oldIndex = new Map(matches.map(([a, b]) => [b, a]));
  const pairs: ItemPair[] = [];
  const gone = (from: number) => {
    for (let old = from; old < before && !newIndex.has(old); old++) pairs.push({ before: old });
  };
  gone(0);
  for (let index = 0; index < after; index++) {
    const old = oldIndex.get(index);
    pairs.push(old === undefined ? { after: index } : { before: old, after: index });
    if (old !== undefined) gone(old + 1);
  }
  return pairs;
}
