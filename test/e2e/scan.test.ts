import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { writeLargeRecording } from '../../bench/support/large-recording.mjs';
import { sadap } from '../support/sadap.ts';
import { verifies } from '../support/verifies.ts';

const folder = mkdtempSync(join(tmpdir(), 'sadap-scan-'));
afterAll(() => rmSync(folder, { recursive: true }));

it('reads a long recording on two threads, and counts each line once', async () => {
  verifies('scan/agrees');
  const file = join(folder, 'long.ndjson');
  const { bytes, counts } = writeLargeRecording(file, 50 * 1024 * 1024);
  const list = await sadap(['list', file, '--json']);
  expect(list.status).toBe(0);
  expect(JSON.parse(list.stdout)).toMatchObject({
    size: bytes,
    requests: counts.requests,
    failures: counts.failures,
    toolErrors: counts.toolErrors,
    damage: 0,
    state: 'ended',
  });
  const stats = await sadap(['stats', file, '--json']);
  const lines = stats.stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  const calls = lines.filter(({ type }) => type === 'tool');
  const sum = (member: string) => calls.reduce((total: number, each) => total + each[member], 0);
  expect([sum('count'), sum('failures'), sum('toolErrors')]).toEqual([
    counts.requests - 2,
    counts.failures,
    counts.toolErrors,
  ]);
}, 60_000);
