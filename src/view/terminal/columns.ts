import type { Paint, Palette } from './colour.ts';
import { escapeText } from './escape.ts';
import { type Row, reachesModel } from './place.ts';
import { cut, pad, widthOf } from './width.ts';
import { wrapWords } from './words.ts';

/** The columns of the view: JSON, word of the fate, note. Aligned through the whole session. */
export interface Geometry {
  /** Columns of the terminal; at least 1. */
  readonly width: number;
  /** Columns that the JSON may take, with the indentation of the body. */
  readonly left: number;
  /** First column of the fate; undefined: too narrow, the fate stands under its line. */
  readonly fateAt: number | undefined;
}

/** Columns of the longest word of a fate and the gap behind it. */
export const FATE_COLUMNS = 11;

export function geometryOf(width: number): Geometry {
  if (width < NARROW) return { width, left: width, fateAt: undefined };
  const fateAt = Math.min(WIDEST_JSON, Math.floor(width * 0.7) - 12);
  return { width, left: fateAt - 2, fateAt };
}

/** Rows as printed lines, `indent` columns from the left. */
export function* rowLines(
  rows: readonly Row[],
  indent: number,
  geometry: Geometry,
  palette: Palette,
): Generator<string> {
  let notes: string[] = [];
  for (const row of rows) {
    const text = cut(' '.repeat(indent) + row.text, geometry.left).trimEnd();
    if (geometry.fateAt === undefined) {
      yield* stacked(row, text, indent, geometry, palette);
    } else if (row.continues) {
      yield continued(text, notes.shift(), geometry.fateAt, look(row, palette));
    } else {
      yield* noteLines(notes, geometry.fateAt, palette);
      notes = notesOf(row, geometry.fateAt, geometry);
      yield beside(row, text, notes.shift(), geometry.fateAt, look(row, palette), palette);
    }
  }
  if (geometry.fateAt !== undefined) yield* noteLines(notes, geometry.fateAt, palette);
}

/** Below this width three columns cannot be read. */
const NARROW = 60;
const WIDEST_JSON = 96;
const NOTE_LINES = 3;

interface Look {
  readonly word: string;
  readonly paint: Paint;
  readonly paintText: Paint;
  readonly paintNote: Paint;
}

function notesOf({ note }: Row, fateAt: number, { width }: Geometry): string[] {
  if (note === undefined) return [];
  return wrapWords(
    escapeText(note, 'name'),
    Math.max(1, width - fateAt - FATE_COLUMNS),
    NOTE_LINES,
  );
}

function beside(
  row: Row,
  text: string,
  note: string | undefined,
  fateAt: number,
  { word, paint, paintText, paintNote }: Look,
  palette: Palette,
): string {
  if (row.kinds.length === 0) return palette.dim(text);
  const left = paintText(text) + gap(text, fateAt);
  if (note === undefined) return left + paint(word);
  return left + paint(pad(word, FATE_COLUMNS)) + paintNote(note);
}

/** The rest of a note stands beside the rest of the value. */
function continued(text: string, note: string | undefined, fateAt: number, look: Look): string {
  const left = look.paintText(text);
  return note === undefined
    ? left
    : left + gap(text, fateAt) + ' '.repeat(FATE_COLUMNS) + look.paintNote(note);
}

function noteLines(notes: readonly string[], fateAt: number, palette: Palette): string[] {
  return notes.map((note) => ' '.repeat(fateAt + FATE_COLUMNS) + palette.dim(note));
}

function gap(text: string, column: number): string {
  return ' '.repeat(Math.max(1, column - widthOf(text)));
}

function* stacked(
  row: Row,
  text: string,
  indent: number,
  geometry: Geometry,
  palette: Palette,
): Generator<string> {
  const { word, paint, paintText } = look(row, palette);
  if (row.kinds.length === 0) yield palette.dim(text);
  else yield paintText(text);
  if (row.kinds.length === 0 || row.continues) return;
  const line = `${' '.repeat(indent)}^ ${word}${row.note === undefined ? '' : `: ${escapeText(row.note, 'name')}`}`;
  yield paint(cut(line, geometry.width));
}

/** Lines of what the model never gets step back as a whole. */
function look({ kinds }: Row, palette: Palette): Look {
  const reaches = kinds.some(reachesModel);
  const worst = kinds.find((kind) => kind === 'fails') ?? kinds.find(reachesModel) ?? kinds[0];
  return {
    word: kinds.join(', '),
    paint: palette.fate(worst ?? 'unknown'),
    paintText: reaches ? (text) => text : palette.dim,
    paintNote: palette.dim,
  };
}
