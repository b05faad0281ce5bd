/** Adds to the list of a key, in place: a copy for each of many thousand would take quadratic time. */
export function addTo<K, V>(lists: Map<K, V[]>, key: K, value: V): void {
  const known = lists.get(key);
  if (known) known.push(value);
  else lists.set(key, [value]);
}
