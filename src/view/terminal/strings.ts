import type { JsonNode, JsonObject } from '../../model/json.ts';
import { stringMember } from '../../model/json.ts';
import { escapeBytes, escapeJsonString } from './escape.ts';
import { bytes } from './format.ts';
import { clusters, fits, head, widthOf } from './width.ts';

export type JsonString = Extract<JsonNode, { kind: 'string' }>;

/** How strings of one value are spelled. */
export interface Spelling {
  /** The frame, when it holds bytes that are no UTF-8: strings are then shown from their bytes. */
  readonly damaged: Buffer | undefined;
  /** Invisible characters get names (the model reads this text) instead of JSON escapes. */
  readonly names: boolean;
  /** Nothing is left out, not even binary data. */
  readonly whole: boolean;
}

/** The string as a JSON literal when it fits into that many columns, else undefined. */
export function shortString(
  node: JsonString,
  columns: number,
  spelling: Spelling,
): string | undefined {
  // A column holds at most one cluster; the longest emoji is eleven units for two columns.
  if (node.value.length > 16 * columns + 64) return undefined;
  const text = spell(node, spelling);
  return fits(text, columns) ? text : undefined;
}

/**
 * The string in at most `lines` lines; what is left out is replaced by `…` and the size of the whole.
 * @param first columns of the first line
 * @param rest columns of the others
 */
export function wrappedString(
  node: JsonString,
  first: number,
  rest: number,
  lines: number,
  spelling: Spelling,
): string[] {
  const bound = Number.isFinite(lines) ? 16 * (first + rest * (lines - 1)) + 64 : Infinity;
  const isCut = node.value.length > bound;
  const text = isCut
    ? escapeJsonString(node.value.slice(0, bound), style(spelling)).slice(0, -1)
    : spell(node, spelling);
  const rows = wrap(text, first, rest, lines);
  if (!isCut && rows.rest === '') return rows.lines;
  return endWithSize(rows.lines, rows.lines.length === 1 ? first : rest, node);
}

/**
 * What a string of binary data is, in place of its letters: `⟨image/png, 2.25 MB, base64⟩`;
 * undefined for everything else. Its place decides (`data` of an image or audio block, `blob` of a
 * resource) or its own start (`data:…;base64,`): a long text without spaces looks like base64 too.
 * Looks at a bounded part of it.
 * @param columns too few of them: without the word base64
 * @param owner the object that holds it under `key`
 */
export function media(
  node: JsonString,
  columns: number,
  key?: string,
  owner?: JsonObject,
): string | undefined {
  const { value } = node;
  if (value.length < SHORTEST_MEDIA) return undefined;
  const uri = /^data:([\w.+-]+\/[\w.+-]+)[^,]{0,100};base64,/.exec(value.slice(0, 256));
  const data = value.length - (uri?.[0].length ?? 0);
  const isInPlace = holdsBinary(key, owner);
  if (!uri && !isInPlace) return undefined;
  if (!looksLikeBase64(value.slice(value.length - data))) return undefined;
  const named = isInPlace ? stringMember(owner, 'mimeType') : undefined;
  const type = uri?.[1] ?? named?.slice(0, 60);
  const size = Math.floor((data * 3) / 4) - (/=*$/.exec(value.slice(-2))?.[0].length ?? 0);
  const what = type ? `${escapeJsonString(type).slice(1, -1)}, ` : '';
  const text = `⟨${what}${bytes(size)}, base64⟩`;
  return fits(text, columns) ? text : `⟨${what}${bytes(size)}⟩`;
}

/** Members that are base64 by the specification ("Content types", "Resource contents"). */
function holdsBinary(key: string | undefined, owner: JsonObject | undefined): boolean {
  if (key === 'blob') return true;
  const type = key === 'data' ? stringMember(owner, 'type') : undefined;
  return type === 'image' || type === 'audio';
}

/** Bytes of the text as the model would be sent it, UTF-8. */
function textBytes(value: string): string {
  return bytes(Buffer.byteLength(value));
}

/** Shorter ones are shown as they are. */
const SHORTEST_MEDIA = 200;

/** Judged by both ends, so that megabytes cost nothing. What breaks the rule of its place is shown. */
function looksLikeBase64(data: string): boolean {
  return (
    data.length >= 100 &&
    /^[A-Za-z0-9+/_-]+={0,2}$/.test(data.slice(0, 512)) &&
    /^[A-Za-z0-9+/_-]*={0,2}$/.test(data.slice(-64))
  );
}

function spell(node: JsonString, spelling: Spelling): string {
  const { damaged } = spelling;
  if (!damaged) return escapeJsonString(node.value, style(spelling));
  // As sent: JSON escapes stay as they are, a byte that is no UTF-8 shows as `\xE4`.
  return escapeBytes(damaged.subarray(node.start, node.end), style(spelling));
}

function style(spelling: Spelling): 'json' | 'name' {
  return spelling.names ? 'name' : 'json';
}

/** Fills lines; breaks behind spaces, commas and line ends where one is near, never in an escape. */
function wrap(text: string, first: number, rest: number, most: number) {
  const lines: string[] = [];
  let left = text;
  while (left !== '' && lines.length < most) {
    const line = nextLine(left, Math.max(1, lines.length === 0 ? first : rest));
    lines.push(line);
    left = left.slice(line.length);
  }
  return { lines, rest: left };
}

function nextLine(text: string, columns: number): string {
  const full = head(text, columns);
  if (full.length === text.length) return full;
  const whole = withoutHalfEscape(full);
  const lineEnd = whole.lastIndexOf('\\n') + 2;
  if (lineEnd > whole.length / 3) return whole.slice(0, lineEnd);
  const breaks = [lastBreak(whole, text[whole.length]), lastJoint(whole)];
  const breakAt = breaks.find((at) => at > whole.length / 2);
  if (breakAt !== undefined) return whole.slice(0, breakAt);
  // Rather a broken word than a quote alone on its line.
  const isAlmostAll = text.length - whole.length === 1 && whole.length > 8;
  return (isAlmostAll ? withoutHalfEscape(head(whole, columns - 4)) : whole) || firstCluster(text);
}

/** Where the parts of a long name meet. */
function lastJoint(line: string): number {
  return Math.max(...['/', '_', '-', '.'].map((each) => line.lastIndexOf(each) + 1));
}

/** Behind a space, or behind a comma that no space follows. */
function lastBreak(line: string, next: string | undefined): number {
  const comma = /^.*,(?! )/s.exec(line)?.[0].length ?? 0;
  const joint = comma === line.length && next === ' ' ? 0 : comma;
  return Math.max(line.lastIndexOf(' ') + 1, joint);
}

/** Drops the start of an escape whose end did not fit. */
function withoutHalfEscape(line: string): string {
  const open = /(?:^|[^\\])(?:\\\\)*(\\(?:u[0-9a-f]{0,3}|x[0-9A-F]?)?)$/.exec(line);
  if (open?.[1]) return line.slice(0, -open[1].length);
  const name = line.lastIndexOf('⟨');
  return name > line.lastIndexOf('⟩') && line.length - name < 16 ? line.slice(0, name) : line;
}

/** A line too narrow for one character still moves on. */
function firstCluster(text: string): string {
  for (const cluster of clusters(text.slice(0, 64))) return cluster;
  return text;
}

/** Replaces the end of the last line by `…" 412 bytes`; where there is no room, by `…`. */
function endWithSize(lines: readonly string[], columns: number, node: JsonString): string[] {
  const last = lines.at(-1) ?? '';
  const size = `…" ${textBytes(node.value)}`;
  const tail = widthOf(size) + 6 <= columns ? size : '…"';
  const kept = withoutHalfEscape(head(last, Math.max(0, columns - widthOf(tail)))).trimEnd();
  return [...lines.slice(0, -1), head(kept + tail, columns)];
}
