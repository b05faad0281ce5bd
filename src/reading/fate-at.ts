import type { Fate } from '../model/reading.ts';

/**
 * The fate that covers a pointer: its own, or that of the nearest subtree above it. `undefined` for
 * a value whose children have fates of their own. Of a duplicate key the fate belongs to the last
 * value (`countedMembers` in cover.ts).
 */
export function fateAt(fates: readonly Fate[], pointer: string): Fate | undefined {
  const byPointer = indexed(fates);
  for (
    let end = pointer.length;
    end >= 0;
    end = end === 0 ? -1 : pointer.lastIndexOf('/', end - 1)
  ) {
    const found = byPointer.get(pointer.slice(0, end));
    if (found) return found;
  }
  return undefined;
}

function indexed(fates: readonly Fate[]): ReadonlyMap<string, Fate> {
  const known = indexes.get(fates);
  if (known) return known;
  const index = new Map(fates.map((fate) => [fate.pointer, fate]));
  indexes.set(fates, index);
  return index;
}

/** A view asks for each member of a message in turn, always with the same list. */
const indexes = new WeakMap<readonly Fate[], ReadonlyMap<string, Fate>>();
