import { maxOf } from '../../model/lists.ts';
import type { PlacedHit } from '../../recording/redact.ts';
import { type FoundPlace, foundPlaces } from '../found.ts';
import { type ColourLevel, paletteOf } from './colour.ts';
import { escapeText } from './escape.ts';
import { cut, cutMiddle, pad, widthOf } from './width.ts';

export interface FoundOptions {
  readonly width: number;
  readonly colour: ColourLevel;
  /** Of the recording, as printed. */
  readonly name: string;
}

/** Columns that the pointer keeps on a narrow terminal. */
const LEAST = 12;

/** What `sadap redact` would take out, one place a line: entry, rule, how often, a glimpse, where. */
export function* renderFound(
  hits: readonly PlacedHit[],
  { width, colour, name }: FoundOptions,
): Generator<string> {
  const palette = paletteOf(colour);
  const places = foundPlaces(hits);
  const rows = places.map(cellsOf);
  if (rows.length === 0) {
    yield cut(`nothing found in ${escapeText(name)}`, width);
    return;
  }
  const titles = ['entry', 'found by', 'times', 'begins', 'where'];
  const widths = titles.map((title, column) =>
    maxOf([title, ...rows.map((cells) => cells[column] ?? '')].map(widthOf)),
  );
  const line = (cells: readonly string[]) => {
    const front = cells
      .slice(0, -1)
      .map((cell, column) => pad(cell, widths[column] ?? 0, column === 2 ? 'right' : 'left'));
    const room = Math.max(LEAST, width - widthOf(front.join('  ')) - 2);
    return cut([...front, cutMiddle(cells.at(-1) ?? '', room, 0.5)].join('  ').trimEnd(), width);
  };
  yield palette.dim(line(titles));
  for (const cells of rows) yield line(cells);
  yield '';
  yield cut(totals(hits.length, places), width);
}

function cellsOf({ seq, pointer, rule, count, preview }: FoundPlace): string[] {
  const entry = seq === undefined ? 'header' : `#${seq}`;
  return [entry, escapeText(rule), String(count), escapeText(preview), escapeText(pointer)];
}

function totals(values: number, places: readonly FoundPlace[]): string {
  const entries = new Set(places.map(({ seq }) => seq)).size;
  const many = (count: number, word: string, more: string) =>
    count === 1 ? `1 ${word}` : `${count} ${more}`;
  return `${many(values, 'value', 'values')} in ${many(entries, 'entry', 'entries')}; take them out with: sadap redact FILE -o NEW`;
}
