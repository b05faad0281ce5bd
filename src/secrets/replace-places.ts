/** A text with the values at these places, which are in order, replaced. */
export function replacePlaces<P extends { readonly start: number; readonly value: string }>(
  text: string,
  places: readonly P[],
  by: (value: string, place: P) => string,
): string {
  let done = '';
  let from = 0;
  for (const place of places) {
    done += text.slice(from, place.start) + by(place.value, place);
    from = place.start + place.value.length;
  }
  return done + text.slice(from);
}

/**
 * Replaces what stands behind something, such as a name with its sign. A value that stays is no part of what
 * was looked at: where a quote is missing before, what looks like a value holds names as well.
 *
 * @param head global
 * @param value sticky
 * @param instead gets the name, which is the first group of `head`; undefined, and the value stays
 */
export function replaceBehind(
  text: string,
  head: RegExp,
  value: RegExp,
  instead: (name: string, value: string) => string | undefined,
): string {
  const places: { start: number; value: string; by: string }[] = [];
  let last = 0;
  for (const { 0: before, 1: name = '', index } of text.matchAll(head)) {
    const start = index + before.length;
    if (start < last) continue;
    value.lastIndex = start;
    const found = value.exec(text)?.[0];
    const by = found === undefined ? undefined : instead(name, found);
    if (found === undefined || by === undefined) continue;
    places.push({ start, value: found, by });
    last = start + found.length;
  }
  return replacePlaces(text, places, (_, place) => place.by);
}
