import { jsonText } from '../../compare/change.ts';
import type { JsonNode } from '../../model/json.ts';
import { escapeJsonString, escapeText } from './escape.ts';
import { clusters, cut, fits } from './width.ts';

/** A value on one line, in printable JSON as spelled. Long ones are cut before they are escaped. */
export function valueText(node: JsonNode, most = LONGEST): string {
  if (node.kind === 'string') return escapeJsonString(node.value.slice(0, most), 'name');
  return escapeText(jsonText(node).slice(0, most), 'name');
}

/** An old value and a new one, each on one line, the part that differs between brackets. */
export interface MarkedPair {
  readonly before: string;
  readonly after: string;
}

/**
 * Shows where two values differ, in lines of at most `columns`. What both share at the start and at
 * the end stays as context, cut where there is no room; `⟦…⟧` holds the rest. Values that share
 * little are shown whole.
 */
export function markedPair(before: JsonNode, after: JsonNode, columns: number): MarkedPair {
  const [old, now] = [valueText(before), valueText(after)];
  const [a, b] = [[...clusters(old)], [...clusters(now)]];
  const start = common(a, b);
  const end = common(a.slice(start).reverse(), b.slice(start).reverse());
  const isClose = start + end >= Math.max(8, Math.min(a.length, b.length) / 3);
  if (!isClose) return { before: cut(old, columns), after: cut(now, columns) };
  const share = contextShare([a, b], start, end, columns);
  const line = (all: readonly string[]) =>
    cut(
      `${headOf(all.slice(0, start), share)}⟦${all.slice(start, all.length - end).join('')}⟧${tailOf(all.slice(all.length - end), share)}`,
      columns,
    );
  return { before: line(a), after: line(b) };
}

/** Longer values are shown by their start. */
const LONGEST = 4000;

/** How much of the common start and end there is room for; all of it when it fits. */
function contextShare(
  both: readonly (readonly string[])[],
  start: number,
  end: number,
  columns: number,
): number {
  if (both.every((each) => fits(each.join(''), columns - 2))) return Number.POSITIVE_INFINITY;
  const middle = Math.max(...both.map((each) => each.length - start - end));
  return Math.max(12, Math.floor((columns - middle - 6) / 2));
}

function common(a: readonly string[], b: readonly string[]): number {
  let length = 0;
  while (length < a.length && length < b.length && a[length] === b[length]) length += 1;
  return length;
}

function headOf(context: readonly string[], most: number): string {
  return context.length <= most ? context.join('') : `…${context.slice(-most).join('')}`;
}

function tailOf(context: readonly string[], most: number): string {
  return context.length <= most ? context.join('') : `${context.slice(0, most).join('')}…`;
}
