import type { RecordingSummary } from '../../recording/summarise.ts';
import { type ListFacts, type ListRow, listFacts } from '../list-facts.ts';
import { runsOf } from '../list-runs.ts';
import { type ColourLevel, type Palette, paletteOf } from './colour.ts';
import { escapeText } from './escape.ts';
import { bytes, count, duration, grouped } from './format.ts';
import { cut, cutMiddle, pad, widthOf } from './width.ts';

export type { ListRow } from '../list-facts.ts';

export interface ListOptions {
  readonly width: number;
  readonly colour: ColourLevel;
  /** The path as printed, when it is not the one in the row: relative to here. */
  readonly name?: (path: string) => string;
  /** Cut nothing and leave nothing out, whatever the width: for output that goes to a program. */
  readonly wide?: boolean;
}

/**
 * A table of recordings, one a line, in the order given, those of one run together: file, server, era,
 * exchanges, errors, duration, size, and where there is any, run, strays and a state that is not `ended`. A folder that all
 * share is named once, above. On narrow terminals the columns that matter least are left out, then
 * file names are cut in the middle.
 */
export function* renderList(rows: readonly ListRow[], options: ListOptions): Generator<string> {
  const palette = paletteOf(options.colour);
  const width = options.wide ? Infinity : Math.max(1, Math.floor(options.width));
  const runs = runsOf(rows);
  const named = runs.rows.map((row) => namedRow(row, runs.numberOf(row), options));
  const folder = options.wide ? '' : sharedFolder(named);
  const lines = named.map((row) => ({ ...row, name: row.name.slice(folder.length) }));
  if (folder !== '') yield palette.dim(cutMiddle(folder, width, 0.3));
  const columns = fitting(lines.filter(isReadable), width);
  yield palette.dim(
    cut(columns.map((each) => pad(each.title, each.width, each.side)).join(GAP), width).trimEnd(),
  );
  for (const line of lines) {
    if (isReadable(line)) yield rowLine(line, columns, palette);
    else yield palette.bad(cut(`${line.name}: ${line.problem}`, width));
  }
  const isRun = columns.some(({ title }) => title === 'run');
  const legend = isRun ? '; the same run: servers that one host started together' : '';
  if (rows.length > 1) yield palette.dim(cut(totals(rows) + legend, width));
}

/** A row with its name as printed. */
type Named =
  | { readonly name: string; readonly problem: string }
  | {
      readonly name: string;
      readonly row: Exclude<ListRow, { problem: string }>;
      readonly facts: ListFacts;
      readonly run: number | undefined;
    };
type Readable = Extract<Named, { row: RecordingSummary }>;

function namedRow(row: ListRow, run: number | undefined, options: ListOptions): Named {
  const name = escapeText(options.name?.(row.path) ?? row.path);
  if ('problem' in row) return { name, problem: escapeText(row.problem) };
  return { name, row, facts: listFacts(row), run };
}

function isReadable(line: Named): line is Readable {
  return 'row' in line;
}

/** With its last slash; empty when there is none, or several. */
function sharedFolder(lines: readonly Named[]): string {
  const folders = new Set(lines.map(({ name }) => /^.*[\\/]/s.exec(name)?.[0] ?? ''));
  const [folder = ''] = folders;
  return folders.size === 1 ? folder : '';
}

function rowLine(line: Readable, columns: readonly SizedColumn[], palette: Palette): string {
  const cells = columns.map((each) => {
    const text = each.cell(line);
    const shown = each.title === 'file' ? cutMiddle(text, each.width, 0.3) : text;
    const cell = pad(shown, each.width, each.side);
    return each.alarm?.(line) ? palette.bad(cell) : cell;
  });
  return cells.join(GAP).trimEnd();
}

interface Column {
  readonly title: string;
  readonly side: 'left' | 'right';
  /** The higher, the longer it stays on a narrow terminal. */
  readonly weight: number;
  readonly cell: (line: Readable) => string;
  readonly alarm?: (line: Readable) => boolean;
  /** Left out when no row has anything to say in it. */
  readonly isNews?: (line: Readable) => boolean;
}

interface SizedColumn extends Column {
  readonly width: number;
}

const GAP = '  ';
/** Keeps the short id at the end of a name, which tells recordings apart. */
const SHORTEST_FILE = 17;
/** Columns of this weight stay until even the shortest name has no room. */
const MATTERS = 7;
const WIDEST_SERVER = 20;

const COLUMNS: readonly Column[] = [
  { title: 'file', side: 'left', weight: 11, cell: ({ name }) => name },
  {
    title: 'run',
    side: 'right',
    weight: 6,
    cell: ({ run }) => (run === undefined ? '' : grouped(run)),
    isNews: ({ run }) => run !== undefined,
  },
  {
    title: 'server',
    side: 'left',
    weight: 1,
    cell: ({ row }) => cut(escapeText(row.header.server.label), WIDEST_SERVER),
    isNews: ({ name, row }) => !name.startsWith(`${escapeText(row.header.server.label)}-`),
  },
  {
    title: 'era',
    side: 'left',
    weight: 3,
    cell: ({ facts }) => (facts.era === 'unknown' ? '–' : facts.era),
  },
  { title: 'exchanges', side: 'right', weight: 9, cell: ({ row }) => grouped(row.requests) },
  {
    title: 'errors',
    side: 'right',
    weight: 10,
    cell: ({ facts }) => grouped(facts.errors),
    alarm: ({ facts }) => facts.errors > 0,
  },
  {
    title: 'secrets',
    side: 'right',
    weight: 8,
    cell: ({ row }) => (row.secrets === undefined ? '?' : grouped(row.secrets)),
    alarm: ({ row }) => (row.secrets ?? 0) > 0,
    isNews: ({ row }) => (row.secrets ?? 0) > 0,
  },
  {
    title: 'strays',
    side: 'right',
    weight: 7,
    cell: ({ row }) => grouped(row.strays),
    alarm: ({ row }) => row.strays > 0,
    isNews: ({ row }) => row.strays > 0,
  },
  { title: 'duration', side: 'right', weight: 5, cell: ({ row }) => duration(row.duration) },
  { title: 'size', side: 'right', weight: 2, cell: ({ row }) => bytes(row.size) },
  {
    title: 'state',
    side: 'left',
    weight: 8,
    cell: stateOf,
    alarm: ({ row }) => row.damage > 0 || row.failed !== undefined,
    isNews: ({ row }) => row.damage > 0 || row.failed !== undefined || row.state !== 'ended',
  },
];

function stateOf({ row: { state, damage, pending, failed } }: Readable): string {
  if (damage > 0) return 'damaged';
  if (failed !== undefined) return failed;
  if (state === 'open') return pending > 0 ? `open, ${grouped(pending)} pending` : state;
  return state === 'unknown' ? 'no end' : state;
}

/** Drops columns until the file name has room, but not those that matter most; gives it all that is left. */
function fitting(lines: readonly Readable[], width: number): SizedColumn[] {
  let columns = COLUMNS.filter(({ isNews }) => !isNews || lines.some(isNews)).map((column) => ({
    ...column,
    width: widest(column, lines),
  }));
  const used = () => columns.slice(1).reduce((sum, each) => sum + each.width + GAP.length, 0);
  const wanted = columns[0]?.width ?? 0;
  const drop = (most: number, room: number) => {
    while (columns.length > 1 && width - used() < room) {
      const least = Math.min(...columns.map((each) => each.weight));
      if (least >= most) return;
      columns = columns.filter((each) => each.weight !== least);
    }
  };
  drop(MATTERS, wanted);
  drop(Infinity, Math.min(wanted, SHORTEST_FILE));
  const room = Math.max(1, Math.min(wanted, width - used()));
  return columns.map((each, index) => (index === 0 ? { ...each, width: room } : each));
}

function widest(column: Column, lines: readonly Readable[]): number {
  const cells = lines.slice(0, 10_000).map((line) => widthOf(column.cell(line)));
  return Math.max(widthOf(column.title), ...cells);
}

function totals(rows: readonly ListRow[]): string {
  const readable = rows.filter((row) => 'header' in row);
  const size = readable.reduce((sum, row) => sum + row.size, 0);
  return `${count(rows.length, 'recording')}, ${bytes(size)}`;
}
