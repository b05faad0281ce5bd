import type { RecordingSummary } from '../recording/summarise.ts';
import type { ListRow } from './list-facts.ts';

/** Recordings of one run stand together, in the place of the first of them. */
export interface Runs {
  readonly rows: readonly ListRow[];
  /** Counts the runs of the list from 1; undefined for a recording that is alone. */
  readonly numberOf: (row: ListRow) => number | undefined;
}

/** A server that could not be started is gone before the next one begins. In microseconds. */
const GAP = 2_000_000;

/**
 * Finds the recordings that were made for one host at a time: their recorders were started by one
 * process, and their times meet. A shell starts recorders too, one after the other: those are no run.
 */
export function runsOf(rows: readonly ListRow[]): Runs {
  const groups = groupsOf(rows);
  const numbers = new Map<readonly ListRow[], number>();
  const ordered = rows.flatMap((row) => {
    const group = groups.get(row);
    if (!group) return [row];
    if (numbers.has(group)) return [];
    numbers.set(group, numbers.size + 1);
    return rows.filter((each) => groups.get(each) === group);
  });
  return { rows: ordered, numberOf: (row) => numbers.get(groups.get(row) ?? []) };
}

/** The group of each recording that has one. */
function groupsOf(rows: readonly ListRow[]): Map<ListRow, readonly ListRow[]> {
  const byMark = new Map<string, RecordingSummary[]>();
  for (const row of rows) {
    const mark = 'header' in row ? row.header.run : undefined;
    if ('header' in row && mark !== undefined) byMark.set(mark, [...(byMark.get(mark) ?? []), row]);
  }
  const groups = [...byMark.values()].flatMap(meeting).filter(({ length }) => length > 1);
  return new Map(groups.flatMap((group) => group.map((row) => [row, group] as const)));
}

/** Cuts where one had ended for a while before the next began. */
function meeting(rows: readonly RecordingSummary[]): RecordingSummary[][] {
  const groups: RecordingSummary[][] = [];
  let until = -Infinity;
  for (const row of rows.toSorted((a, b) => a.header.startedAt - b.header.startedAt)) {
    const { startedAt } = row.header;
    if (startedAt > until + GAP) groups.push([]);
    groups.at(-1)?.push(row);
    until = Math.max(until, row.state === 'open' ? Infinity : startedAt + row.duration);
  }
  return groups;
}
