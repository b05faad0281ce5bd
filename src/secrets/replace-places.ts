/** A text with the values at these places, which are in order, replaced. */
export function replacePlaces(
  text: string,
  places: readonly { readonly start: number; readonly value: string }[],
  by: (value: string) => string,
): string {
  let done = '';
  let from = 0;
  for (const { start, value } of places) {
    done += text.slice(from, start) + by(value);
    from = start + value.length;
  }
  return done + text.slice(from);
}
