import { spawn } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { recordingFrom } from '../../src/recording/load.ts';
import { rawBytes } from '../../src/recording/raw.ts';
import { bin, emptyFolder } from '../support/sadap.ts';
import { verifies } from '../support/verifies.ts';

const server = join(import.meta.dirname, '../fixtures/servers/keeps-received.mjs');
const CALLS = 500;

/** Lines of a file so far; a last one without an end is left out. */
function wholeLines(path: string): string[] {
  return existsSync(path) ? readFileSync(path, 'utf8').split('\n').slice(0, -1) : [];
}

describe('SIGKILL of sadap in a burst of calls', () => {
  it.each([
    ['one after the other', 1],
    ['one after the other', 2],
    ['all at once', 3],
  ])('leaves every frame that was passed on on disk: %s, run %i', async (order) => {
    verifies('capture:record-before-passing');
    const folder = emptyFolder();
    const [received, out, script] = ['received', 'run.ndjson', 'burst.json'].map((name) =>
      join(folder, name),
    ) as [string, string, string]; // three names give three paths
    const calls = Array.from({ length: CALLS }, (_, n) => ({
      'tools/call': { name: 'probe', arguments: { n, padding: 'x'.repeat(n % 300) } },
    }));
    const together = order === 'all at once';
    const steps = ['open', ...(together ? [{ parallel: calls }] : calls)];
    writeFileSync(script, JSON.stringify({ era: 'legacy', steps }));

    const child = spawn(
      process.execPath,
      [bin, 'record', '-o', out, script, '--', process.execPath, server],
      { cwd: folder, env: { ...process.env, RECEIVED: received }, stdio: 'ignore' },
    );
    const gone = new Promise((resolve) => child.once('close', resolve));
    const target = 2 + Math.floor(Math.random() * (CALLS - 50));
    while (wholeLines(received).length < target && child.exitCode === null) await sleep(1);
    child.kill('SIGKILL');
    await gone;
    // The server ends with its input; what it had been sent it still reads.
    for (let before = -1, now = 0; now !== before; await sleep(200)) {
      before = now;
      now = wholeLines(received).length;
    }

    const recording = recordingFrom(readFileSync(out), out);
    expect(recording.end).toBeUndefined();
    const recorded = rawBytes(recording.items, 'client').toString();
    const arrived = wholeLines(received);
    expect(arrived.length).toBeGreaterThanOrEqual(target);
    expect(recorded.startsWith(`${arrived.join('\n')}\n`)).toBe(true);
    if (together) return;
    // Each call was made after the answer before it was handed over; two lines are the opening's.
    const answers = rawBytes(recording.items, 'server').toString().split('\n').length - 1;
    expect(answers).toBeGreaterThanOrEqual(arrived.length - 2);
    expect(answers).toBeLessThan(CALLS);
  });
});

describe('lines that arrive together', () => {
  it('are one append: no chunk of the output leaves half of its lines behind', async () => {
    verifies('capture:one-append-per-chunk');
    const folder = emptyFolder();
    const [out, trace] = [join(folder, 'run.ndjson'), join(folder, 'writes')];
    const preload = join(import.meta.dirname, '../fixtures/count-writes.cjs');
    const many = join(import.meta.dirname, '../fixtures/servers/many-lines.mjs');
    const args = ['--require', preload, bin, 'record', '--era', 'legacy', '-o', out];
    const child = spawn(
      process.execPath,
      [...args, '--call', 'probe', '--', process.execPath, many],
      {
        cwd: folder,
        env: { ...process.env, WRITES: trace },
        stdio: 'ignore',
      },
    );
    await new Promise((resolve) => child.once('close', resolve));
    const lines = readFileSync(trace, 'utf8').trim().split('\n').map(Number);
    expect(lines.reduce((sum, each) => sum + each, 0)).toBeGreaterThan(200);
    // 200 notifications in one write of the server are a handful of appends, not 200.
    expect(Math.max(...lines)).toBeGreaterThan(50);
    expect(lines.length).toBeLessThan(60);
  });
});
