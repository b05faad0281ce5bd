/** So much of a value gives it away. */
const LEAST = 6;

/**
 * Values of which a text shows the beginning or the end alone, beside a `…` or at its own end, where it was
 * cut. `placeholderOf` gives what stands for a value.
 */
export function withoutStumps(
  text: string,
  values: Iterable<string>,
  placeholderOf: (value: string) => string,
): string {
  const parts = text.split('…');
  for (const value of values) {
    if (value.length <= LEAST) continue;
    for (const [nth, part] of parts.entries()) {
      const withoutEnd = nth > 0 ? cutBefore(part, value, placeholderOf) : part;
      parts[nth] = cutAfter(withoutEnd, value, placeholderOf);
    }
  }
  return parts.join('…');
}

/** The part ends in the middle of the value. */
function cutAfter(part: string, value: string, placeholderOf: (value: string) => string): string {
  const from = Math.max(0, part.length - value.length + 1);
  const at = part.indexOf(value.slice(0, LEAST), from);
  if (at === -1 || !value.startsWith(part.slice(at))) return part;
  return part.slice(0, at) + placeholderOf(value);
}

/** The part begins in the middle of the value. */
function cutBefore(part: string, value: string, placeholderOf: (value: string) => string): string {
  const found = part.lastIndexOf(value.slice(-LEAST), value.length - LEAST - 1);
  const end = found + LEAST;
  if (found === -1 || !value.endsWith(part.slice(0, end))) return part;
  return placeholderOf(value) + part.slice(end);
}
