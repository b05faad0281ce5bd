import type { ImportedRow } from '../imported.ts';
import { type ColourLevel, paletteOf } from './colour.ts';
import { escapeText } from './escape.ts';
import { grouped, moment } from './format.ts';
import { cut, cutMiddle, pad, widthOf } from './width.ts';

export interface ImportedOptions {
  readonly width: number;
  readonly colour: ColourLevel;
  /** Cut nothing: for output that goes to a program. */
  readonly wide: boolean;
  /** A path as printed: relative to here. */
  readonly name: (path: string) => string;
}

interface Column {
  readonly title: string;
  readonly side: 'left' | 'right';
  readonly cell: (row: ImportedRow) => string;
  /** Columns of this rank or above are left out first on a narrow terminal. */
  readonly rank: number;
}

const GAP = '  ';
const SHORTEST_NAME = 12;

/** A table of the sessions that an import found, one a line. */
export function* renderImported(
  rows: readonly ImportedRow[],
  options: ImportedOptions,
): Generator<string> {
  const { dim } = paletteOf(options.colour);
  const width = options.wide ? Number.POSITIVE_INFINITY : Math.max(1, options.width);
  const columns = fitting(columnsFor(rows, options.name), rows, width);
  yield dim(
    cut(
      line(columns, ({ title }) => title),
      width,
    ),
  );
  for (const row of rows)
    yield cut(
      line(columns, ({ cell }) => cell(row)),
      width,
    );
}

function columnsFor(rows: readonly ImportedRow[], name: (path: string) => string): Column[] {
  const number = (title: string, rank: number, of: (row: ImportedRow) => number): Column => ({
    title,
    side: 'right',
    rank,
    cell: (row) => grouped(of(row)),
  });
  const files: Column = {
    title: rows.some(({ recording }) => recording !== undefined) ? 'recording' : 'read from',
    side: 'left',
    rank: 0,
    cell: ({ recording, files }) =>
      escapeText(recording === undefined ? files.join(', ') : name(recording)),
  };
  return [
    files,
    { title: 'server', side: 'left', rank: 1, cell: ({ label }) => cut(escapeText(label), 24) },
    { title: 'started', side: 'left', rank: 5, cell: startOf },
    number('from client', 2, (row) => row.fromClient),
    number('from server', 2, (row) => row.fromServer),
    number('stderr', 4, (row) => row.stderr),
    number('notes', 3, (row) => row.notes),
    ...(rows.some(({ quoted }) => quoted > 0) ? [number('quoted', 3, (row) => row.quoted)] : []),
  ];
}

function startOf({ startedAt }: ImportedRow): string {
  return startedAt === undefined ? '–' : moment(startedAt).replace(/ UTC$/, '');
}

interface Sized extends Column {
  readonly width: number;
}

/** Leaves columns out until the names of the files have room, and gives those the rest. */
function fitting(columns: readonly Column[], rows: readonly ImportedRow[], width: number): Sized[] {
  let sized = columns.map((each) => ({
    ...each,
    width: Math.max(widthOf(each.title), ...rows.map((row) => widthOf(each.cell(row)))),
  }));
  const rest = () => sized.slice(1).reduce((sum, each) => sum + each.width + GAP.length, 0);
  const wanted = Math.min(sized[0]?.width ?? 0, 40);
  for (let rank = 5; rank > 1 && width - rest() < wanted; rank -= 1)
    sized = sized.filter((each) => each.rank < rank);
  const room = Math.max(SHORTEST_NAME, width - rest());
  return sized.map((each, index) =>
    index === 0 ? { ...each, width: Math.min(each.width, room) } : each,
  );
}

function line(columns: readonly Sized[], text: (column: Column) => string): string {
  return columns
    .map((each) => pad(cutMiddle(text(each), each.width, 0.3), each.width, each.side))
    .join(GAP)
    .trimEnd();
}
