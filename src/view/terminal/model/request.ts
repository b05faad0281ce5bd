import type { Origin, RequestPiece, RequestValue } from '../../../model/model-request.ts';
import type { TurnCost } from '../../../reading/requests/cost.ts';
import type { Dialogue } from '../../../reading/requests/dialogue.ts';
import type { Turn } from '../../../reading/requests/steps.ts';
import { requestJson } from '../../../reading/requests/values.ts';
import { type Paint, type Palette, paletteOf } from '../colour.ts';
import { escapeJsonString, escapeText } from '../escape.ts';
import { bytes, count } from '../format.ts';
import { cut, fits, head, pad, widthOf } from '../width.ts';
import { wrapWords } from '../words.ts';
import { modelHeader } from './header.ts';
import { jsonLines } from './json-lines.ts';
import type { ModelViewOptions } from './turns.ts';
import { refText } from './words.ts';

export interface RequestViewOptions extends ModelViewOptions {
  /** Long values whole. */
  readonly full: boolean;
}

/** One request as JSON, with the message that each part comes from beside it. */
export function* renderRequest(
  dialogue: Dialogue,
  turn: Turn,
  request: RequestValue,
  cost: TurnCost,
  options: RequestViewOptions,
): Generator<string> {
  const palette = paletteOf(options.colour);
  const width = Math.max(20, options.width);
  yield* modelHeader(dialogue, width, palette, options.now);
  yield '';
  const isCounted = options.counted?.turns.has(turn.number) === true;
  const tokens = count(cost.total.tokens, 'token');
  const about = isCounted ? `${tokens}, as the API counted them` : `about ${tokens} of text`;
  const size = bytes(Buffer.byteLength(requestJson(request)));
  yield palette.strong(cut(`turn ${turn.number}  ${size}, ${about}`, width));
  const columns = { width, left: width < NARROW ? width : Math.min(width - NOTE, WIDEST) };
  const printer: Printer = { ...columns, palette, full: options.full };
  for (const row of rowsOf(request, printer, 2, '', '')) yield* printed(row, printer);
  if (turn.unsure !== undefined)
    for (const line of wrapWords(turn.unsure, width)) yield palette.caution(line);
}

const NARROW = 60;
/** Columns of what stands beside the JSON. */
const NOTE = 26;
const WIDEST = 110;
const MOST_LINES = 6;
const MOST_JSON_LINES = 12;

interface Printer {
  readonly width: number;
  readonly left: number;
  readonly palette: Palette;
  readonly full: boolean;
}

interface Row {
  /** Printable. */
  readonly text: string;
  readonly note: string;
  readonly paint: Paint;
}

function* rowsOf(
  value: RequestValue,
  printer: Printer,
  indent: number,
  before: string,
  after: string,
): Generator<Row> {
  switch (value.kind) {
    case 'string':
      yield* stringRows(value.pieces, printer, indent, before, after);
      return;
    case 'json':
      yield* jsonRows(value, printer, indent, before, after);
      return;
    case 'array':
    case 'object': {
      const isObject = value.kind === 'object';
      const [open, close] = isObject ? ['{', '}'] : ['[', ']'];
      const children: (readonly [string, RequestValue])[] = isObject
        ? value.members.map((each) => [`${escapeJsonString(each.key)}: `, each.value] as const)
        : value.items.map((each) => ['', each] as const);
      if (children.length === 0) {
        yield plainRow(indent, `${before}${open}${close}${after}`, printer);
        return;
      }
      yield plainRow(indent, before + open, printer);
      for (const [index, [key, child]] of children.entries())
        yield* rowsOf(child, printer, indent + 2, key, index < children.length - 1 ? ',' : '');
      yield plainRow(indent, close + after, printer);
    }
  }
}

function plainRow(indent: number, text: string, { palette }: Printer): Row {
  return { text: ' '.repeat(indent) + text, note: '', paint: palette.dim };
}

function* stringRows(
  pieces: readonly RequestPiece[],
  printer: Printer,
  indent: number,
  before: string,
  after: string,
): Generator<Row> {
  const origins = pieces.map((each) => each.origin);
  const paint = paintOf(origins, printer.palette);
  const note = noteOf(origins);
  const room = Math.max(8, printer.left - indent - widthOf(before) - widthOf(after) - 1);
  const whole = pieces.map((each) => each.text).join('');
  const lines = stringLines(whole, room, printer.full);
  for (const [index, line] of lines.entries()) {
    const start = ' '.repeat(indent) + (index === 0 ? before : ' '.repeat(widthOf(before)));
    const end = index === lines.length - 1 ? after : '';
    yield {
      text: start + line + end,
      note: index === noteAt(lines.length, printer) ? note : '',
      paint,
    };
  }
}

/** A JSON string over a few lines; what is left out is told with the size of the whole. */
function stringLines(text: string, columns: number, full: boolean): string[] {
  const most = full ? Infinity : MOST_LINES;
  const bound = full ? text.length : 16 * columns * MOST_LINES;
  let left = escapeJsonString(text.slice(0, bound), 'name');
  const isCut = text.length > bound;
  const lines: string[] = [];
  while (left !== '' && lines.length < most) {
    const line = lineOf(left, columns);
    lines.push(line);
    left = left.slice(line.length);
  }
  if (left === '' && !isCut) return lines;
  const size = `…" ${bytes(Buffer.byteLength(text))}`;
  const last = lines.pop() ?? '';
  return [...lines, head(last, Math.max(0, columns - widthOf(size))) + size];
}

/** Breaks behind an escaped line feed or a space where one is near, never inside of an escape. */
function lineOf(text: string, columns: number): string {
  const full = head(text, Math.max(2, columns));
  if (full.length === text.length) return full;
  const whole = full.replace(/(?<!\\)((?:\\\\)*)\\(?:u[0-9a-f]{0,3})?$/, '$1') || full;
  const feed = whole.lastIndexOf('\\n') + 2;
  if (feed > whole.length / 3) return whole.slice(0, feed);
  const space = whole.lastIndexOf(' ') + 1;
  return space > whole.length / 2 ? whole.slice(0, space) : whole;
}

function* jsonRows(
  { json, origin }: Extract<RequestValue, { kind: 'json' }>,
  printer: Printer,
  indent: number,
  before: string,
  after: string,
): Generator<Row> {
  const paint = paintOf([origin], printer.palette);
  const room = Math.max(8, printer.left - indent - widthOf(before) - widthOf(after) - 1);
  const lines = jsonLines(escapeText(json, 'json'), room);
  const most = printer.full ? Infinity : MOST_JSON_LINES;
  const shown =
    lines.length > most
      ? [...lines.slice(0, most - 1), `… ${bytes(Buffer.byteLength(json))} in all`]
      : lines;
  for (const [index, line] of shown.entries()) {
    const start = ' '.repeat(indent) + (index === 0 ? before : '');
    const end = index === shown.length - 1 ? after : '';
    yield {
      text: cut(start + line, printer.full ? Infinity : printer.left - 2) + end,
      note: index === noteAt(shown.length, printer) ? noteOf([origin]) : '',
      paint,
    };
  }
}

/** Beside the first line; on a narrow screen below the last. */
function noteAt(lines: number, { width }: Printer): number {
  return width < NARROW ? lines - 1 : 0;
}

/** What stands beside a value: where it comes from. */
function noteOf(origins: readonly Origin[]): string {
  const read = origins.find((each) => each.kind === 'read' || each.kind === 'wrote');
  const isOpen = origins.some((each) => each.kind === 'open');
  if (!read || (read.kind !== 'read' && read.kind !== 'wrote')) return isOpen ? 'not recorded' : '';
  const word = read.kind === 'wrote' ? 'wrote' : 'reads';
  const added = read.text?.parts?.some((each) => each.rule !== undefined) === true;
  return `${word} ${refText(read.target)}${added ? ', words added' : ''}`;
}

function paintOf(origins: readonly Origin[], palette: Palette): Paint {
  if (origins.some((each) => each.kind === 'wrote')) return palette.fate('wrote');
  if (origins.some((each) => each.kind === 'read')) return (text) => text;
  return origins.some((each) => each.kind === 'open') ? palette.fate('unknown') : palette.dim;
}

function* printed(row: Row, { width, left, palette, full }: Printer): Generator<string> {
  const { note, paint } = row;
  // On a screen too narrow for the indentation something is lost, unless all of it was asked for.
  const text = full ? row.text : cut(row.text, width);
  if (note === '') yield paint(text).trimEnd();
  else if (width < NARROW) {
    yield paint(text);
    yield palette.dim(cut(`${' '.repeat(text.length - text.trimStart().length)}^ ${note}`, width));
  } else if (fits(text, left)) yield paint(pad(text, left)) + palette.dim(cut(note, width - left));
  else yield full ? `${paint(text)} ${palette.dim(note)}` : paint(text);
}
