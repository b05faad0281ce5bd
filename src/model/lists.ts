/**
 * Adds items to the end of a list. A call with all of them as arguments (`push(...items)`) overflows the
 * stack from about 120,000 on, and a peer decides how many members a message has.
 */
export function append<T>(list: T[], items: Iterable<T>): void {
  for (const item of items) list.push(item);
}

/** Lists of the items that have the same key, in the order in which the keys came first. */
export function groupBy<T, K>(items: Iterable<T>, keyOf: (item: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return groups;
}

/** The largest of these, or `least` when there is none; for lists that are too long to be arguments. */
export function maxOf(values: Iterable<number>, least = Number.NEGATIVE_INFINITY): number {
  let max = least;
  for (const value of values) if (value > max) max = value;
  return max;
}

/** The smallest of these, or `most` when there is none. */
export function minOf(values: Iterable<number>, most = Number.POSITIVE_INFINITY): number {
  let min = most;
  for (const value of values) if (value < min) min = value;
  return min;
}
