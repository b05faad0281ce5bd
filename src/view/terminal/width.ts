/**
 * Columns that a terminal gives to text, on the borders of what a reader sees as one character:
 * a family emoji is one, two columns wide; a Chinese character takes two; an accent none.
 * The input is printable text (see escape.ts).
 */

/** Columns of the whole text. */
export function widthOf(text: string): number {
  if (SIMPLE.test(text)) return text.length;
  let columns = Math.max(0, text.length - MOST_MEASURED);
  for (const cluster of clusters(text.slice(0, MOST_MEASURED))) columns += clusterWidth(cluster);
  return columns;
}

/** In units. What is longer fits on no line, however wide each character is, and measuring it would take long. */
const MOST_MEASURED = 1024;

/**
 * The text in at most `columns` columns; where something is left out, `mark` ends it. Never cuts
 * inside a cluster. With less room than the mark needs, as much of the mark as fits.
 */
export function cut(text: string, columns: number, mark = '…'): string {
  if (fits(text, columns)) return text;
  const room = columns - widthOf(mark);
  return room < 0 ? head(mark, columns) : head(text, room) + mark;
}

/**
 * Cut in the middle, where both ends matter, such as in file names.
 * @param share how much of the room the start gets
 */
export function cutMiddle(text: string, columns: number, share = 0.5): string {
  if (fits(text, columns)) return text;
  const room = columns - 1;
  if (room < 2) return cut(text, columns);
  const start = Math.ceil(room * share);
  return `${head(text, start)}…${last(text, room - start)}`;
}

/** Cut and filled with spaces to exactly `columns` columns. */
export function pad(text: string, columns: number, side: 'left' | 'right' = 'left'): string {
  const shown = cut(text, columns);
  const fill = ' '.repeat(Math.max(0, columns - widthOf(shown)));
  return side === 'left' ? shown + fill : fill + shown;
}

/** Does the text fit? Looks at no more of a long text than it needs. */
export function fits(text: string, columns: number): boolean {
  if (text.length <= columns && SIMPLE.test(text)) return true;
  return head(text, columns).length === text.length;
}

/** The longest start of the text that takes at most `columns` columns. */
export function head(text: string, columns: number): string {
  if (columns <= 0) return '';
  const start = text.slice(0, columns + 1);
  if (SIMPLE.test(start)) return start.slice(0, columns);
  // A mark may belong to the last simple character.
  const simple = Math.max(0, (SIMPLE_START.exec(start)?.[0].length ?? 0) - 1);
  // The longest emoji take eleven units for two columns, but most characters far less.
  for (const units of [3 * columns + 16, 16 * columns + 64]) {
    const length = headLength(text.slice(simple, simple + units), columns - simple);
    if (length !== undefined) return text.slice(0, simple + length);
    if (simple + units >= text.length) return text;
  }
  return text.slice(0, simple + 16 * columns + 64);
}

/** Units of the start that fits; undefined when all of it does. */
function headLength(text: string, columns: number): number | undefined {
  let used = 0;
  let length = 0;
  for (const cluster of clusters(text)) {
    used += clusterWidth(cluster);
    if (used > columns) return length;
    length += cluster.length;
  }
  return undefined;
}

/** What a reader sees as single characters, in order. */
export function* clusters(text: string): Generator<string> {
  // Built when the first text beyond SIMPLE comes: most sessions never need it.
  segmenter ??= new Intl.Segmenter('en', { granularity: 'grapheme' });
  for (const { segment } of segmenter.segment(text)) yield segment;
}

let segmenter: Intl.Segmenter | undefined;

/**
 * Characters that are each one unit, one cluster and one column: the letters of Latin, Greek and
 * Cyrillic, and the signs of this program's own drawing. Segmenting costs fifty times as much.
 */
const SIMPLE =
  /^[\x20-\x7e\xa0-\xac\xae-\u02ff\u0370-\u0482\u048a-\u052f\u2010-\u2027\u2030-\u205e\u2190-\u2193\u2248\u25aa\u27e8\u27e9]*$/;
/** The longest start of such characters. */
const SIMPLE_START = new RegExp(SIMPLE.source.replace('$', ''));
const MARK = /^[\p{M}\p{Cf}\p{Emoji_Modifier}\u1160-\u11ff\ud7b0-\ud7ff]$/u;
const EMOJI = /\p{Emoji_Presentation}|\ufe0f|\p{Regional_Indicator}{2}/u;
const LONE_INDICATOR = /^\p{Regional_Indicator}$/u;

/** Blocks of wide and full-width characters (Unicode 16, UAX 11); emoji have a property of their own. */
const WIDE: readonly (readonly [number, number])[] = [
  [0x1100, 0x115f],
  [0x2329, 0x232a],
  [0x2e80, 0x303e],
  [0x3041, 0xa4cf],
  [0xa960, 0xa97f],
  [0xac00, 0xd7a3],
  [0xf900, 0xfaff],
  [0xfe10, 0xfe19],
  [0xfe30, 0xfe6f],
  [0xff01, 0xff60],
  [0xffe0, 0xffe6],
  [0x16fe0, 0x18dff],
  [0x1aff0, 0x1b2ff],
  [0x1d300, 0x1d376],
  [0x1f200, 0x1f265],
  [0x20000, 0x3fffd],
];

function clusterWidth(cluster: string): number {
  if (cluster.length === 1 && cluster < '\u0300') return 1;
  if (LONE_INDICATOR.test(cluster)) return 1;
  if (EMOJI.test(cluster)) return 2;
  let columns = 0;
  for (const char of cluster) columns += charWidth(char);
  return columns;
}

function charWidth(char: string): number {
  if (MARK.test(char)) return 0;
  const code = char.codePointAt(0) ?? 0;
  return WIDE.some(([from, to]) => code >= from && code <= to) ? 2 : 1;
}

/** The longest end of the text that takes at most `columns` columns. */
function last(text: string, columns: number): string {
  let used = 0;
  let length = 0;
  const end = text.slice(-(16 * columns + 64));
  for (const cluster of [...clusters(end)].reverse()) {
    used += clusterWidth(cluster);
    if (used > columns) break;
    length += cluster.length;
  }
  return length === 0 ? '' : text.slice(-length);
}
