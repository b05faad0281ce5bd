import { type Change, jsonText } from './change.ts';
import { keyOf } from './folds.ts';

/** Equal changes of several subjects, told as one. At least one. */
export type ChangeGroup = readonly [Change, ...Change[]];

/**
 * Joins changes that say the same of several tools, answers or places: a new `$schema` in forty tools
 * is one thing to read. Keeps the order of the first of each.
 */
export function groupChanges(changes: readonly Change[]): ChangeGroup[] {
  const groups = new Map<string, [Change, ...Change[]]>();
  for (const each of changes) {
    const values = [each.before, each.after].map((node) => node && jsonText(node));
    const key = JSON.stringify([each.rule, each.note, memberOf(each), ...values]);
    const known = groups.get(key);
    if (known) known.push(each);
    else groups.set(key, [each]);
  }
  return [...groups.values()];
}

/** The member that changed: `listChanged` of two capabilities, not `listChanged` and `subscribe`. */
function memberOf({ pointer = '', inner }: Change): string | undefined {
  return keyOf(inner ?? pointer);
}
