import type { RepeatedCall } from '../../recording/stats/repeats.ts';
import type {
  MethodStats,
  RequestStats,
  Stats,
  ToolStats,
  UnusedTool,
} from '../../recording/stats/types.ts';
import { type ColourLevel, type Palette, paletteOf } from './colour.ts';
import { escapeText } from './escape.ts';
import { bytes, count, duration, grouped } from './format.ts';
import { arrowOf } from './headline.ts';
import { type TableColumn, tableLines } from './table.ts';
import { cut } from './width.ts';
import { wrapWords } from './words.ts';

export interface StatsStyle {
  readonly width: number;
  readonly colour: ColourLevel;
  /** Every row, however many there are. */
  readonly full: boolean;
}

/**
 * Numbers of recordings for a terminal: what was read, requests by method, calls by tool, tools that were
 * never called, calls that were repeated, notifications, and what was out of order. The rows that took
 * most time come first.
 */
export function* renderStats(stats: Stats, style: StatsStyle): Generator<string> {
  const width = Math.max(1, Math.floor(style.width));
  const palette = paletteOf(style.colour);
  for (const line of wrapWords(titleOf(stats), width)) yield palette.strong(line);
  const table = <Row>(name: string, rows: readonly Row[], columns: readonly TableColumn<Row>[]) =>
    section(name, rows, columns, { ...style, width }, palette);
  yield* table('methods', byTime(stats.methods), [METHOD, ...requestColumns<MethodStats>(palette)]);
  yield* table('tools', byTime(stats.tools), toolColumns(stats, palette));
  yield* unusedLines(stats, { ...style, width }, palette);
  yield* repeatLines(stats, { ...style, width }, palette);
  yield* table('notifications', stats.notifications, NOTIFICATIONS);
  yield* troubleLines(stats, palette);
}

function titleOf({ servers, recordings, methods, duration: time, wire }: Stats): string {
  const requests = methods.reduce((sum, each) => sum + each.requests.count, 0);
  const names = servers.slice(0, 3).map((name) => escapeText(name));
  const more = servers.length > 3 ? [`${servers.length - 3} more servers`] : [];
  return [
    [...names, ...more].join(', '),
    ...(recordings === 1 ? [] : [count(recordings, 'recording')]),
    count(requests, 'exchange'),
    // Logs without times.
    ...(time === 0 ? [] : [duration(time)]),
    `${bytes(wire.client + wire.server)} on the wire: ${bytes(wire.client)} →, ${bytes(wire.server)} ←`,
  ].join(' · ');
}

/** Most rows of a table when not all are asked for. */
const MOST_ROWS = 20;

function* section<Row>(
  name: string,
  rows: readonly Row[],
  columns: readonly TableColumn<Row>[],
  { width, full }: StatsStyle,
  palette: Palette,
): Generator<string> {
  if (rows.length === 0) return;
  const shown = full ? rows : rows.slice(0, MOST_ROWS);
  const [first, ...others] = columns;
  if (!first) return;
  yield '';
  yield* tableLines(shown, [{ ...first, title: name }, ...others], width, palette.dim);
  yield* moreLine(rows.length - shown.length, width, palette);
}

function* moreLine(left: number, width: number, palette: Palette): Generator<string> {
  if (left > 0) yield palette.dim(cut(`and ${grouped(left)} more (all: --full)`, width));
}

/** The time spent on all of them, the most first. */
function byTime<Row extends RequestStats>(rows: readonly Row[]): Row[] {
  const time = ({ latency }: Row) => (latency ? latency.mean * latency.count : 0);
  return [...rows].sort((one, other) => time(other) - time(one));
}

const METHOD: TableColumn<MethodStats> = {
  title: 'methods',
  side: 'left',
  weight: 99,
  cell: ({ from, method }) => `${arrowOf(from)} ${escapeText(method.slice(0, 200))}`,
};

/** With the server's name where there are several; calls of what no list has are told where lists are. */
function toolColumns({ servers, listed }: Stats, palette: Palette): TableColumn<ToolStats>[] {
  const isUnlisted = ({ isListed }: ToolStats) => listed > 0 && !isListed;
  return [
    {
      title: 'tools',
      side: 'left',
      weight: 99,
      cell: (row) => toolName(row, servers.length > 1),
    },
    {
      title: '',
      side: 'left',
      weight: 7,
      cell: (row) => (isUnlisted(row) ? 'in no list' : ''),
      paint: () => palette.caution,
    },
    ...requestColumns<ToolStats>(palette),
  ];
}

function toolName(
  { server, tool }: Pick<UnusedTool, 'server' | 'tool'>,
  withServer: boolean,
): string {
  const name = escapeText(tool.slice(0, 200)) || '(no name)';
  return withServer ? `${escapeText(server)}/${name}` : name;
}

function requestColumns<Row extends RequestStats>(palette: Palette): TableColumn<Row>[] {
  const right = (title: string, weight: number, cell: (row: Row) => string): TableColumn<Row> => ({
    title,
    side: 'right',
    weight,
    cell,
  });
  return [
    right('calls', 10, ({ requests }) => grouped(requests.count)),
    {
      ...right('errors', 9, (row) => nonZero(errorsOf(row))),
      paint: (row) => (errorsOf(row) > 0 ? palette.bad : undefined),
    },
    right('open', 6, (row) => nonZero(row.pending)),
    right('cancelled', 5, (row) => nonZero(row.cancelled)),
    right('p50', 8, ({ latency }) => (latency ? duration(latency.p50) : '–')),
    right('p90', 4, ({ latency }) => (latency ? duration(latency.p90) : '–')),
    right('p99', 3, ({ latency }) => (latency ? duration(latency.p99) : '–')),
    right('max', 7, ({ latency }) => (latency ? duration(latency.max) : '–')),
    right('slowest', 1, ({ slowest }) => (slowest === undefined ? '' : `#${slowest}`)),
    right('asked', 2, ({ requests }) => bytes(requests.bytes)),
    right('answered', 6, ({ answers }) => bytes(answers.bytes)),
    right('largest', 2, ({ answers }) => bytes(answers.most)),
  ];
}

/** As `sadap list` counts them. */
function errorsOf({ failures, toolErrors, unanswered }: RequestStats): number {
  return failures + toolErrors + unanswered;
}

function nonZero(number: number): string {
  return number === 0 ? '' : grouped(number);
}

const NOTIFICATIONS: readonly TableColumn<Stats['notifications'][number]>[] = [
  {
    title: 'notifications',
    side: 'left',
    weight: 99,
    cell: ({ from, method }) => `${arrowOf(from)} ${escapeText(method.slice(0, 200))}`,
  },
  { title: 'number', side: 'right', weight: 10, cell: (row) => grouped(row.count) },
  { title: 'size', side: 'right', weight: 5, cell: (row) => bytes(row.bytes) },
  { title: 'largest', side: 'right', weight: 2, cell: (row) => bytes(row.most) },
];

function* unusedLines(
  stats: Stats,
  { width, full }: StatsStyle,
  palette: Palette,
): Generator<string> {
  const { unused, listed, servers } = stats;
  if (unused.length === 0) return;
  const size = unused.reduce((sum, each) => sum + each.bytes, 0);
  yield '';
  const number = `${grouped(unused.length)} of ${count(listed, 'tool')}`;
  const title = `never called: ${number}, ${bytes(size)} of definitions that the model may read in every turn`;
  for (const line of wrapWords(title, width)) yield palette.caution(line);
  const largest = [...unused].sort((one, other) => other.bytes - one.bytes);
  const shown = full ? largest : largest.slice(0, MOST_ROWS);
  const names = shown.map((each) => toolName(each, servers.length > 1)).join(', ');
  for (const line of wrapWords(names, width - 2)) yield `  ${line}`;
  yield* moreLine(largest.length - shown.length, width, palette);
}

function* repeatLines(
  stats: Stats,
  { width, full }: StatsStyle,
  palette: Palette,
): Generator<string> {
  const { repeats, repeatsComplete } = stats;
  if (repeats.length === 0) return;
  const extra = repeats.reduce((sum, each) => sum + each.times - 1, 0);
  const size = repeats.reduce((sum, each) => sum + each.again, 0);
  yield '';
  const limit = repeatsComplete
    ? ''
    : ', at least: there were too many different calls to remember all';
  const title = `asked again with the same arguments: ${count(extra, 'call')}, ${bytes(size)} of answers${limit}`;
  for (const line of wrapWords(title, width)) yield palette.caution(line);
  const shown = full ? repeats : repeats.slice(0, MOST_ROWS);
  for (const each of shown) yield repeatLine(each, stats, width, palette);
  yield* moreLine(repeats.length - shown.length, width, palette);
}

/** Where it was asked means something in one recording alone. */
function repeatLine(
  call: RepeatedCall,
  { servers, recordings }: Stats,
  width: number,
  palette: Palette,
): string {
  const times = `  ${grouped(call.times)} ×  `;
  const text = `${toolName(call, servers.length > 1)} ${escapeText(call.arguments)}`.trimEnd();
  const places = recordings === 1 ? `  #${call.first} … #${call.last}` : '';
  const room = width - times.length - places.length;
  if (room < 20) return cut(times + text, width);
  return times + cut(text, room) + palette.dim(places);
}

function* troubleLines({ strays, orphans, damage }: Stats, palette: Palette): Generator<string> {
  const parts = [
    ...(strays > 0 ? [count(strays, 'stray')] : []),
    ...(orphans > 0 ? [count(orphans, 'answer to nobody', 'answers to nobody')] : []),
    ...(damage > 0 ? [count(damage, 'damaged place')] : []),
  ];
  if (parts.length === 0) return;
  yield '';
  yield palette.bad(parts.join(', '));
}
