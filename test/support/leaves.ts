import { type JsonNode, pointerTo } from '../../src/model/json.ts';
import type { Fate } from '../../src/model/reading.ts';

/** Pointers of scalars and of empty containers; written without the code under test. */
export function leaves(node: JsonNode, pointer = ''): string[] {
  if (node.kind === 'array' && node.items.length > 0)
    return node.items.flatMap((each, index) => leaves(each, pointerTo(pointer, index)));
  if (node.kind !== 'object' || node.members.length === 0) return [pointer];
  const last = new Map(node.members.map((each) => [each.key, each.value]));
  return [...last].flatMap(([key, value]) => leaves(value, pointerTo(pointer, key)));
}

/** The fates at or above a pointer. */
export function covering(fates: readonly Fate[], pointer: string): Fate[] {
  return fates.filter((each) => pointer === each.pointer || pointer.startsWith(`${each.pointer}/`));
}
