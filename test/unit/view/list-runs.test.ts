import { describe, expect, it } from 'vitest';
import type { RecordingSummary } from '../../../src/recording/summarise.ts';
import { runsOf } from '../../../src/view/list-runs.ts';
import { renderList } from '../../../src/view/terminal/list.ts';
import { conversation } from '../../support/conversation.ts';
import { verifies } from '../../support/verifies.ts';

const { header, items } = conversation().initialized().recording();

/** Starts so many seconds after the first, and lasts so long. */
function row(path: string, run: string | undefined, at: number, lasts: number): RecordingSummary {
  return {
    path,
    size: 1000,
    header: { ...header, startedAt: at * 1e6, ...(run !== undefined && { run }) },
    duration: lasts * 1e6,
    requests: 1,
    answers: 1,
    notifications: 0,
    failures: 0,
    toolErrors: 0,
    unanswered: 0,
    pending: 0,
    refusedProbes: 0,
    orphans: 0,
    strays: 0,
    methods: new Map(),
    opening: items,
    state: 'ended',
    damage: 0,
    isTorn: false,
  };
}

function grouped(rows: readonly RecordingSummary[]): string[] {
  const runs = runsOf(rows);
  return runs.rows.map((each) => `${each.path} ${runs.numberOf(each) ?? '-'}`);
}

describe('runs of a list', () => {
  verifies('watch:runs');

  it('puts together what one process started, in the place of the first', () => {
    const rows = [row('c', 'x', 2, 9), row('b', 'y', 1, 9), row('a', 'x', 0, 9)];
    expect(grouped(rows)).toEqual(['c 1', 'a 1', 'b -']);
  });

  it('chains what meets in time, and parts what does not', () => {
    const rows = [
      row('d', 'x', 60, 9),
      row('c', 'x', 19, 9),
      row('b', 'x', 9, 11),
      row('a', 'x', 0, 10),
    ];
    expect(grouped(rows)).toEqual(['d -', 'c 1', 'b 1', 'a 1']);
  });

  it('counts a server that was gone before the next one began, and one that still runs', () => {
    expect(grouped([row('b', 'x', 1.5, 9), row('a', 'x', 0, 0)])).toEqual(['b 1', 'a 1']);
    const open = { ...row('a', 'x', 0, 1), state: 'open' as const };
    expect(grouped([row('b', 'x', 99, 1), open])).toEqual(['b 1', 'a 1']);
  });

  it('leaves alone what has no mark', () => {
    expect(grouped([row('b', undefined, 1, 9), row('a', undefined, 0, 9)])).toEqual(['b -', 'a -']);
  });

  it('has a column where there is a run', () => {
    const rows = [row('test-b', 'x', 1, 9), row('test-a', 'x', 0, 9)];
    const lines = [...renderList(rows, { width: 100, colour: 'none' })];
    expect(lines[0]).toMatch(/^file +run +era/);
    expect(lines.at(-1)).toMatch(
      /^\d recordings, .*; the same run: servers that one host started together$/,
    );
    expect(lines[1]).toMatch(/^test-b +1 +legacy/);
    expect([...renderList(rows.slice(1), { width: 100, colour: 'none' })][0]).not.toContain('run');
  });
});

describe('states of a list', () => {
  verifies('watch:states');

  it.each([
    ['open', 0, 'open'],
    ['open', 2, 'open, 2 pending'],
    ['cut', 1, 'cut'],
    ['unknown', 0, 'no end'],
  ] as const)('%s with %i pending', (state, pending, shown) => {
    const rows = [{ ...row('test-a', undefined, 0, 9), state, pending }];
    expect([...renderList(rows, { width: 100, colour: 'none' })][1]).toMatch(
      new RegExp(` ${shown}$`),
    );
  });
});
