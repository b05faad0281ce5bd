import { describe, expect, it } from 'vitest';
import { buildSession } from '../../../../src/protocol/session.ts';
import { loadRecording } from '../../../../src/recording/load.ts';
import { type RecordingSummary, summariseRecording } from '../../../../src/recording/summarise.ts';
import { renderListJson } from '../../../../src/view/json/list.ts';
import { listFacts } from '../../../../src/view/list-facts.ts';
import { renderList } from '../../../../src/view/terminal/list.ts';
import { errorCount } from '../../../../src/view/terminal/outcomes.ts';
import { widthOf } from '../../../../src/view/terminal/width.ts';
import { conversation } from '../../../support/conversation.ts';
import { sampleNames, samplePath } from '../../../support/samples.ts';
import { verifies } from '../../../support/verifies.ts';

const legacy = conversation({ label: 'asrama' }).initialized().recording();
const modern = conversation()
  .client({
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/list',
    params: { _meta: { 'io.modelcontextprotocol/protocolVersion': '2026-07-28' } },
  })
  .recording();

function summary(path: string, more: Partial<RecordingSummary> = {}): RecordingSummary {
  return {
    path,
    size: 12_400,
    header: legacy.header,
    duration: 1_234_000,
    requests: 12,
    answers: 12,
    notifications: 1,
    failures: 0,
    toolErrors: 0,
    unanswered: 0,
    pending: 0,
    refusedProbes: 0,
    orphans: 0,
    strays: 0,
    methods: new Map([['initialize', 1]]),
    opening: legacy.items,
    state: 'ended',
    damage: 0,
    isTorn: false,
    ...more,
  };
}

const rows = [
  summary('asrama-20261130T101000123Z-3f2a.ndjson'),
  summary('检查-20261130T101000123Z-77aa.ndjson', {
    toolErrors: 1,
    failures: 2,
    unanswered: 1,
    refusedProbes: 1,
    orphans: 5,
    strays: 3,
    opening: modern.items,
    state: 'unknown',
    damage: 2,
    size: 2_250_000,
  }),
  { path: 'notes.ndjson', problem: 'is no recording \u001b' },
];

describe('the list of recordings', () => {
  it('has one line for each', () => {
    verifies('view:list');
    expect([...renderList(rows, { width: 120, colour: 'none' })]).toEqual([
      'file                                    server  era     exchanges  errors  strays  duration     size  state',
      'asrama-20261130T101000123Z-3f2a.ndjson  asrama  legacy         12       0       0     1.2 s  12.4 kB  ended',
      '检查-20261130T101000123Z-77aa.ndjson    asrama  modern         12       4       3     1.2 s  2.25 MB  damaged',
      'notes.ndjson: is no recording \\x1b',
      '3 recordings, 2.26 MB',
    ]);
  });

  it('leaves out what says nothing: the server in each name, no strays, an end in order', () => {
    const [head] = [...renderList(rows.slice(0, 1), { width: 120, colour: 'none' })];
    expect(head).toMatch(/^file +era +exchanges +errors +duration +size$/);
  });

  it('leaves out columns before it cuts names, and cuts these in the middle', () => {
    const [head, first] = [...renderList(rows.slice(0, 1), { width: 80, colour: 'none' })];
    expect(head).toMatch(/^file +era +exchanges +errors +duration$/);
    expect(first).toMatch(/^asrama-20261130T101000123Z-3f2a\.ndjson {2}legacy/);
    const narrow = [...renderList(rows, { width: 50, colour: 'none' })];
    expect(narrow[0]).toMatch(/^file +exchanges +errors +state$/);
    expect(narrow[1]).toMatch(/^asrama-…3Z-3f2a.ndjson +12 +0 +ended$/);
  });

  it('names the folder that all share once, above', () => {
    const name = (path: string) => `some/dir/${path}`;
    const [folder, , first] = [...renderList(rows, { width: 200, colour: 'none', name })];
    expect([folder, first?.slice(0, 8)]).toEqual(['some/dir/', 'asrama-2']);
    const other = (path: string) => (path.startsWith('a') ? `a/${path}` : path);
    const lines = [...renderList(rows, { width: 200, colour: 'none', name: other })];
    expect([lines[0]?.slice(0, 4), lines[1]?.slice(0, 8)]).toEqual(['file', 'a/asrama']);
  });

  it('for a program cuts nothing, so that each name can be opened', () => {
    const name = (path: string) => `dir/${path}`;
    const lines = [...renderList(rows, { width: 20, colour: 'none', name, wide: true })];
    expect(lines[1]).toMatch(/^dir\/asrama-20261130T101000123Z-3f2a\.ndjson .* ended$/);
    expect(lines[3]).toBe('dir/notes.ndjson: is no recording \\x1b');
  });

  it.each([1, 5, 20, 40, 80, 200])('fits into %i columns', (width) => {
    verifies('view:any-width');
    const name = (path: string) => `some/dir/${path}`;
    for (const options of [{}, { name }])
      for (const line of renderList(rows, { width, colour: 'none', ...options }))
        expect(widthOf(line)).toBeLessThanOrEqual(width);
  });

  it('has era, revision and errors as JSON too', () => {
    const [first = '', second = '', third = ''] = [...renderListJson(rows)];
    expect(JSON.parse(first)).toMatchObject({ era: 'legacy', revision: '2025-06-18', errors: 0 });
    expect(JSON.parse(second)).toMatchObject({
      era: 'modern',
      revision: '2026-07-28',
      errors: 4,
      refusedProbes: 1,
      orphans: 5,
    });
    expect(JSON.parse(third)).toEqual({ path: 'notes.ndjson', problem: 'is no recording \u001b' });
  });
});

describe('list and summary of a recording', () => {
  verifies('view:list-agrees');

  it.each(sampleNames)('agree on %s', async (name) => {
    const path = samplePath(name);
    const row = await summariseRecording(path);
    const session = buildSession(await loadRecording(path));
    expect({ ...listFacts(row), duration: row.duration, exchanges: row.requests }).toEqual({
      era: session.era,
      revision: session.revision,
      errors: errorCount(session),
      duration: session.duration,
      exchanges: session.exchanges.length,
    });
  });
});
