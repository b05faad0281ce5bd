import { describe, expect, it } from 'vitest';
import type { RecordingSummary } from '../../../../src/recording/summarise.ts';
import { renderList } from '../../../../src/view/terminal/list.ts';
import { widthOf } from '../../../../src/view/terminal/width.ts';
import { conversation } from '../../../support/conversation.ts';
import { verifies } from '../../../support/verifies.ts';

function summary(path: string, more: Partial<RecordingSummary> = {}): RecordingSummary {
  return {
    path,
    size: 12_400,
    header: conversation({ label: 'asrama' }).recording().header,
    duration: 1_234_000,
    requests: 12,
    answers: 12,
    notifications: 1,
    failures: 0,
    toolErrors: 0,
    strays: 0,
    methods: new Map([['initialize', 1]]),
    state: 'ended',
    damage: 0,
    ...more,
  };
}

const rows = [
  summary('asrama-20261130T101000123Z-3f2a.ndjson'),
  summary('检查-20261130T101000123Z-77aa.ndjson', {
    toolErrors: 1,
    failures: 2,
    strays: 3,
    methods: new Map([['server/discover', 1]]),
    state: 'open',
    damage: 2,
    size: 2_250_000,
  }),
  { path: 'notes.ndjson', problem: 'is no recording \u001b' },
];

describe('the list of recordings', () => {
  it('has one line for each', () => {
    verifies('view:list');
    expect([...renderList(rows, { width: 120, colour: 'none' })]).toEqual([
      'file                                    server  era     exchanges  errors  duration     size  state',
      'asrama-20261130T101000123Z-3f2a.ndjson  asrama  legacy         12       0     1.2 s  12.4 kB  ended',
      '检查-20261130T101000123Z-77aa.ndjson    asrama  modern         12       6     1.2 s  2.25 MB  damaged',
      'notes.ndjson: is no recording \\x1b',
      '3 recordings, 2.26 MB',
    ]);
  });

  it('cuts names in the middle where room is short, then leaves out columns', () => {
    const [head, first] = [...renderList(rows, { width: 80, colour: 'none' })];
    expect(head).toBe(
      'file               server  era     exchanges  errors  duration     size  state',
    );
    expect(first).toBe(
      'asram…3f2a.ndjson  asrama  legacy         12       0     1.2 s  12.4 kB  ended',
    );
    const narrow = [...renderList(rows, { width: 40, colour: 'none' })];
    expect(narrow[0]).toMatch(/^file +exchanges +errors$/);
  });

  it('prints the name that it is given', () => {
    const name = (path: string) => `dir/${path}`;
    expect([...renderList(rows, { width: 200, colour: 'none', name })][1]).toMatch(/^dir\/asrama-/);
  });

  it.each([1, 5, 20, 40, 80, 200])('fits into %i columns', (width) => {
    verifies('view:any-width');
    for (const line of renderList(rows, { width, colour: 'none' }))
      expect(widthOf(line)).toBeLessThanOrEqual(width);
  });
});
