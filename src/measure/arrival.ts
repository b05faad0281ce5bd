import type { JsonValue } from '../model/json.ts';
import type { Arrival } from '../model/measured.ts';
import { LAST_MODIFIED } from '../targets/canary/answers.ts';
import { markersIn } from '../targets/canary/table.ts';
import { type Leaf, lastStep, sameLeaf } from './leaves.ts';

/** How a member arrived, where, and what a reader should know. */
export interface Found {
  readonly arrival: Arrival;
  readonly at?: string;
  readonly note?: string;
}

/**
 * Looks for one leaf of the wire among the leaves of a part of the request. `pointer` is the leaf's
 * own; its last step is the name that it would keep. A value that occurs elsewhere too (true, `text`)
 * counts only in the place that `here` names, or, when there is no such place, with its name before it.
 */
export function findLeaf([pointer, value]: Leaf, leaves: readonly Leaf[], here?: string): Found {
  // Nobody can tell whether an empty text has arrived.
  if (value === '') return { arrival: 'absent', note: EMPTY };
  const own = leaves.find(([at]) => at === here);
  if (own && sameLeaf(own[1], value)) return { arrival: 'unchanged', at: own[0] };
  const alone = own ? undefined : leaves.find(([at]) => at === here?.replace(/\/\d+$/, ''));
  if (alone && sameLeaf(alone[1], value)) return { arrival: 'renamed', at: alone[0] };
  const found = isTelling(value)
    ? findTelling(pointer, value, leaves)
    : here === undefined && findNamed(nameOf(pointer), value, leaves);
  if (found) return found;
  if (own) return { arrival: 'rewritten', at: own[0], note: shortly(own[1]) };
  return { arrival: 'absent' };
}

/** The note of a text of which nothing can be told. */
export const EMPTY = 'empty';

/** Does the value occur in one member only? */
function isTelling(value: JsonValue): value is string | number {
  if (typeof value === 'number') return /913/.test(String(value)) || value === -32_050;
  return typeof value === 'string' && (value === LAST_MODIFIED || markersIn(value).length > 0);
}

function findTelling(
  pointer: string,
  value: string | number,
  leaves: readonly Leaf[],
): Found | undefined {
  const text = String(value);
  const same = leaves.filter(([, each]) => sameLeaf(each, value));
  const kept = same.find(([at]) => lastStep(at) === lastStep(pointer)) ?? same[0];
  if (kept) {
    const arrival = lastStep(kept[0]) === lastStep(pointer) ? 'unchanged' : 'renamed';
    return { arrival, at: kept[0] };
  }
  for (const [at, each] of leaves) {
    if (typeof each !== 'string') continue;
    const found = within(text, each, typeof value === 'number');
    if (found) return { ...found, at };
  }
  return undefined;
}

/** How a text stands inside of another one; undefined when it does not. */
function within(text: string, other: string, isNumber: boolean): Found | undefined {
  // JSON in JSON escapes once more at each level.
  let spelled = text;
  for (let level = 0; level < 3; level += 1) {
    const quoted = JSON.stringify(spelled);
    if (other.includes(quoted)) return { arrival: 'inlined' };
    spelled = quoted.slice(1, -1);
  }
  if (other.includes(text)) {
    const isMember = isNumber && new RegExp(`"\\w+":\\s*${text}\\b`).test(other);
    return { arrival: isMember ? 'inlined' : 'wrapped' };
  }
  const markers = markersIn(text);
  const visible = markers.filter((marker) => text.includes(marker));
  if (markers.some((marker) => other.includes(marker)))
    return visible.length === 0
      ? { arrival: 'rewritten', note: 'decoded from base64' }
      : { arrival: cutOrChanged(text, other), note: leftOf(text, other) };
  return undefined;
}

function cutOrChanged(text: string, other: string): Arrival {
  const markers = markersIn(text);
  const lost = markers.some((marker) => !other.includes(marker));
  return lost || piecesIn(other).length < piecesIn(text).length ? 'truncated' : 'rewritten';
}

/** The ranges of an offset text that are left, and how long what arrived is. */
function leftOf(text: string, other: string): string {
  const pieces = piecesIn(other);
  const ranges: [number, number][] = [];
  for (const piece of pieces) {
    const last = ranges.at(-1);
    // Lines of the offset text end with one character that belongs to no piece.
    if (last && piece - last[1] <= 1 && piece >= last[1]) last[1] = piece + 9;
    else ranges.push([piece, piece + 9]);
  }
  if (ranges.length === 1 && pieces.length === piecesIn(text).length) return 'all of it, changed';
  const shown = ranges.map(([from, to]) => `${from}–${to}`).join(', ');
  return shown === '' ? shortly(other) : `${other.length} of ${text.length} characters: ${shown}`;
}

function piecesIn(text: string): number[] {
  return (text.match(/(?<!\d)\d{8}(?= |\\n|\n|$)/g) ?? []).map(Number);
}

/** A value that says nothing alone, with its name before it in a JSON text or as a member. */
function findNamed(name: string, value: JsonValue, leaves: readonly Leaf[]): Found | undefined {
  const spelled = JSON.stringify(value).replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const quote = '\\\\?"';
  // The value itself, or a list that has it.
  const pattern = new RegExp(
    `${quote}(?:${[name, ...(OTHER_NAMES[name] ?? [])].join('|')})${quote}:\\s*(\\[[^\\]]*)?${spelled.replaceAll('"', quote)}`,
  );
  for (const [at, each] of leaves) {
    if (sameLeaf(each, value) && nameOf(at) === name) return { arrival: 'unchanged', at };
    if (lastStep(at) === API_NAMES[name] && sameLeaf(each, value))
      return { arrival: 'renamed', at };
    if (typeof each !== 'string') continue;
    if (pattern.test(each)) return { arrival: 'inlined', at };
    if (typeof value === 'string' && isTypeIn(each, name, value)) return { arrival: 'wrapped', at };
  }
  return undefined;
}

/** A type of media in a data URL, or in words. */
function isTypeIn(text: string, name: string, type: string): boolean {
  if (text.startsWith(`data:${type};`)) return true;
  return name === 'mimeType' && [': ', '(', '"'].some((before) => text.includes(before + type));
}

/** Names that SDKs have for members of results. */
const OTHER_NAMES: { readonly [name: string]: readonly string[] } = {
  mimeType: ['mime_type', 'media_type', 'mediaType'],
};

/** Names that APIs have for members of results. */
const API_NAMES: { readonly [name: string]: string } = {
  isError: 'is_error',
  mimeType: 'media_type',
};

/** The name of the member that holds a value, directly or as one of a list. */
function nameOf(pointer: string): string {
  return lastStep(pointer.replace(/(\/\d+)+$/, ''));
}

/** A value as a note: at most 80 characters of JSON. */
function shortly(value: JsonValue): string {
  const text = JSON.stringify(value);
  return text.length > 80 ? `${text.slice(0, 60)}… (${text.length} characters)` : text;
}
