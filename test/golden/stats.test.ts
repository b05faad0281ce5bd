import { describe, expect, it } from 'vitest';
import { StatsCollector } from '../../src/recording/stats/collect.ts';
import { renderStatsJson } from '../../src/view/json/stats.ts';
import { renderStats } from '../../src/view/terminal/stats.ts';
import { widthOf } from '../../src/view/terminal/width.ts';
import { conversation } from '../support/conversation.ts';
import { expectGolden } from '../support/golden.ts';
import { fileOf, itemsOf } from '../support/recording-file.ts';
import { sampleBytes, sampleNames } from '../support/samples.ts';
import { verifies } from '../support/verifies.ts';
import { call, toolResult } from '../unit/view/support.ts';

async function statsOf(files: Readonly<Record<string, Buffer>>) {
  const collector = new StatsCollector();
  for (const [path, bytes] of Object.entries(files)) {
    collector.startOfFile(path);
    for (const item of await itemsOf(bytes)) collector.add(item);
    collector.endOfFile(bytes.length);
  }
  return collector.stats();
}

describe('sadap stats', () => {
  verifies('stats/views');
  const everything = () => statsOf({ 'everything.ndjson': sampleBytes('everything') });

  it.each([40, 80, 100, 200])('of one recording in %i columns', async (width) => {
    const lines = [...renderStats(await everything(), { width, colour: 'none', full: false })];
    for (const line of lines) expect(widthOf(line), line).toBeLessThanOrEqual(width);
    expectGolden(`stats/everything-${width}`, `${lines.join('\n')}\n`);
  });

  it('of all samples together', async () => {
    const files = Object.fromEntries(sampleNames.map((name) => [name, sampleBytes(name)]));
    const lines = [...renderStats(await statsOf(files), { width: 120, colour: 'none', full: false })];
    expectGolden('stats/all-120', `${lines.join('\n')}\n`);
  });

  it('of a session with repeated calls, strays and hostile names', async () => {
    const talk = conversation({ label: 'x\u202e' })
      .server('Server started')
      .client(call(1, 'tool\x1b[2J', { q: 'a\u0007' }))
      .server(toolResult(1, 'one'), { at: 40 })
      .client(call(2, 'tool\x1b[2J', { q: 'a\u0007' }), { at: 50 })
      .server(toolResult(2, 'two'), { at: 1290 })
      .client(call(3, 'slow'), { at: 1300 })
      .server({ jsonrpc: '2.0', id: 77, result: {} });
    const stats = await statsOf({ 'a.ndjson': fileOf(talk.recording()) });
    const lines = [...renderStats(stats, { width: 100, colour: 'none', full: true })];
    expectGolden('stats/hostile-100', `${lines.join('\n')}\n`);
    // Nothing that repaints a terminal.
    expect(lines.join('')).not.toMatch(/[\p{Cc}\p{Cf}]/u);
  });

  it('for programs', async () => {
    const lines = [...renderStatsJson(await everything())];
    expectGolden('stats/everything-json', `${lines.join('\n')}\n`);
    for (const line of lines) expect(typeof JSON.parse(line).type).toBe('string');
  });
});
