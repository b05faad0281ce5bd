import type { RecordingSummary } from '../../recording/summarise.ts';
import { type ColourLevel, paletteOf } from './colour.ts';
import { escapeText } from './escape.ts';
import { bytes, count, duration, grouped } from './format.ts';
import { cut, cutMiddle, pad, widthOf } from './width.ts';

/** A recording of the list, or a file that could not be read and why. */
export type ListRow = RecordingSummary | { readonly path: string; readonly problem: string };

export interface ListOptions {
  readonly width: number;
  readonly colour: ColourLevel;
  /** The path as printed, when it is not the one in the row: relative to here. */
  readonly name?: (path: string) => string;
}

/**
 * A table of recordings, one a line, in the order given: file, server, era, exchanges, errors,
 * duration, size, state. Long file names are cut in the middle; on narrow terminals the columns that
 * matter least are left out.
 */
export function* renderList(rows: readonly ListRow[], options: ListOptions): Generator<string> {
  const palette = paletteOf(options.colour);
  const width = Math.max(1, Math.floor(options.width));
  const name = options.name ?? ((path: string) => path);
  const columns = fitting(rows, width, name);
  yield palette.dim(
    cut(columns.map((each) => pad(each.title, each.width, each.side)).join(GAP), width).trimEnd(),
  );
  for (const row of rows) {
    if ('problem' in row) {
      yield palette.bad(cut(`${escapeText(name(row.path))}: ${escapeText(row.problem)}`, width));
      continue;
    }
    const cells = columns.map((each) => {
      const text = each.cell(row, name);
      const shown = each.title === 'file' ? cutMiddle(text, each.width, 0.3) : text;
      const cell = pad(shown, each.width, each.side);
      return each.alarm?.(row) ? palette.bad(cell) : cell;
    });
    yield cells.join(GAP).trimEnd();
  }
  if (rows.length > 1) yield palette.dim(cut(totals(rows), width));
}

interface Column {
  readonly title: string;
  readonly side: 'left' | 'right';
  /** The higher, the longer it stays on a narrow terminal. */
  readonly weight: number;
  readonly cell: (row: RecordingSummary, name: (path: string) => string) => string;
  readonly alarm?: (row: RecordingSummary) => boolean;
}

const GAP = '  ';
/** Keeps the short id at the end of a name, which tells recordings apart. */
const SHORTEST_FILE = 17;
const WIDEST_SERVER = 20;

const COLUMNS: readonly Column[] = [
  { title: 'file', side: 'left', weight: 9, cell: ({ path }, name) => escapeText(name(path)) },
  {
    title: 'server',
    side: 'left',
    weight: 6,
    cell: ({ header }) => cut(escapeText(header.server.label), WIDEST_SERVER),
  },
  { title: 'era', side: 'left', weight: 3, cell: ({ methods }) => eraOf(methods) },
  { title: 'exchanges', side: 'right', weight: 7, cell: (row) => grouped(row.requests) },
  {
    title: 'errors',
    side: 'right',
    weight: 8,
    cell: (row) => grouped(errorsOf(row)),
    alarm: (row) => errorsOf(row) > 0,
  },
  { title: 'duration', side: 'right', weight: 5, cell: (row) => duration(row.duration) },
  { title: 'size', side: 'right', weight: 2, cell: ({ size }) => bytes(size) },
  {
    title: 'state',
    side: 'left',
    weight: 4,
    cell: stateOf,
    alarm: ({ damage }) => damage > 0,
  },
];

/** As the opening tells: an `initialize` wins, since a modern probe may come before it. */
function eraOf(methods: ReadonlyMap<string, number>): string {
  if (methods.has('initialize')) return 'legacy';
  return methods.size > 0 ? 'modern' : '–';
}

/** JSON-RPC errors, results with `isError`, and lines that are no message. */
function errorsOf(row: RecordingSummary): number {
  return row.failures + row.toolErrors + row.strays;
}

function stateOf({ state, damage }: RecordingSummary): string {
  if (damage > 0) return 'damaged';
  return state === 'open' ? 'no end' : 'ended';
}

/** Drops columns until the file name has room; gives it all that is left. */
function fitting(rows: readonly ListRow[], width: number, name: (path: string) => string) {
  const readable = rows.filter((row) => 'header' in row);
  let columns = COLUMNS.map((column) => ({ ...column, width: widest(column, readable, name) }));
  const used = () => columns.slice(1).reduce((sum, each) => sum + each.width + GAP.length, 0);
  const wanted = columns[0]?.width ?? 0;
  while (columns.length > 1 && width - used() < Math.min(wanted, SHORTEST_FILE)) {
    const least = Math.min(...columns.map((each) => each.weight));
    columns = columns.filter((each) => each.weight !== least);
  }
  const room = Math.max(1, Math.min(wanted, width - used()));
  return columns.map((each, index) => (index === 0 ? { ...each, width: room } : each));
}

function widest(
  column: Column,
  rows: readonly RecordingSummary[],
  name: (path: string) => string,
): number {
  const cells = rows.map((row) => widthOf(column.cell(row, name)));
  return Math.max(widthOf(column.title), ...cells.slice(0, 10_000));
}

function totals(rows: readonly ListRow[]): string {
  const readable = rows.filter((row) => 'header' in row);
  const size = readable.reduce((sum, row) => sum + row.size, 0);
  return `${count(rows.length, 'recording')}, ${bytes(size)}`;
}
