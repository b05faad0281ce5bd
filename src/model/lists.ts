/**
 * Adds items to the end of a list. A call with all of them as arguments (`push(...items)`) overflows the
 * stack from about 120,000 on, and a peer decides how many members a message has.
 */
export function append<T>(list: T[], items: Iterable<T>): void {
  for (const item of items) list.push(item);
}
