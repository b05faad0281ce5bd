import { cut, head } from './width.ts';

/**
 * Words filled into lines of at most `columns` columns. A word longer than a line is broken; past
 * `most` lines the last one ends with `…`.
 */
export function wrapWords(text: string, columns: number, most = Infinity): string[] {
  const room = Math.max(1, columns);
  const lines: string[] = [];
  let left = text;
  for (let full = head(left, room); full.length < left.length; full = head(left, room)) {
    if (lines.length === most - 1) return [...lines, cut(left, room)];
    const line = lineOf(left, full, room);
    lines.push(line.trimEnd());
    left = left.slice(line.length).trimStart();
  }
  return left === '' && lines.length > 0 ? lines : [...lines, left];
}

/** @param full the longest start of the text that fits */
function lineOf(text: string, full: string, columns: number): string {
  // Too narrow for one wide character: take one all the same, or nothing would ever end.
  if (full === '') return text.slice(0, String.fromCodePoint(text.codePointAt(0) ?? 0).length);
  if (text[full.length] === ' ') return full;
  const space = full.lastIndexOf(' ') + 1;
  if (space > columns / 3) return full.slice(0, space);
  // A long name breaks where its parts meet.
  const joint = Math.max(
    ...['.', '_', '/', '-', ']', ','].map((each) => full.lastIndexOf(each) + 1),
  );
  return joint > columns / 2 ? full.slice(0, joint) : full;
}
