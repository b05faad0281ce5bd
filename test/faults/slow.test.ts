import { openSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { figure, scaled } from '../support/soak.ts';
import { verifies } from '../support/verifies.ts';
import { arrived, flow, recordedWhole } from './support/flow.ts';
import { childOf, stopped } from './support/processes.ts';
import { recordedIn } from './support/recorded.ts';
import { world } from './support/world.ts';

const PAUSE_MS = scaled(2000, 10_000);
const LINES = scaled(60_000, 400_000);

describe.skipIf(process.platform === 'win32')('a slow reader', () => {
  verifies('faults:slow');

  it('a host that stops reading while the server floods: memory is bounded, nothing is lost', async () => {
    const place = world();
    const run = flow(place, {
      said: { lines: LINES, size: 700 },
      sent: { lines: 1000, size: 100 },
      start: { unread: true },
    });
    await sleep(PAUSE_MS / 2);
    const half = run.tee.peak();
    await sleep(PAUSE_MS / 2);
    // Whatever it took for a full pipe, waiting takes no more.
    expect(run.tee.peak()).toBeLessThan(half + 8);
    run.tee.child.stdout?.resume();
    await recordedWhole(place, run);
    figure(
      'faults',
      'tee: a host that reads nothing while its server floods it',
      `${PAUSE_MS / 1000} s, then ${megabytes(run.tee.output().bytes)}: all of it arrives and is recorded; tee held at most ${run.tee.peak().toFixed(0)} MiB`,
    );
  });

  it('a host that reads in short bursts', async () => {
    const place = world();
    const run = flow(place, { said: { lines: 20_000, size: 700 }, sent: { lines: 10, size: 9 } });
    const { stdout } = run.tee.child;
    for (let burst = 0; burst < scaled(15, 100); burst += 1) {
      stdout?.pause();
      await sleep(30);
      stdout?.resume();
      await sleep(1);
    }
    await recordedWhole(place, run);
  });

  it('a server that reads nothing for a while stops the host, not the memory', async () => {
    const place = world();
    const run = flow(place, { said: { lines: 1, size: 1 }, sent: { lines: LINES, size: 700 } });
    const { pid } = run.tee;
    await sleep(100);
    const server = await childOf(pid);
    process.kill(server, 'SIGSTOP');
    await stopped(server);
    await sleep(PAUSE_MS);
    process.kill(server, 'SIGCONT');
    await recordedWhole(place, run);
    figure(
      'faults',
      'tee: a server that reads nothing while its host floods it',
      `${PAUSE_MS / 1000} s, then ${megabytes(run.report().read.bytes)}: all of it arrives and is recorded; tee held at most ${run.tee.peak().toFixed(0)} MiB`,
    );
  });
});

describe.skipIf(process.platform === 'win32')('a slow disk', () => {
  verifies('faults:slow');

  it('slows the traffic down, and that is all', async () => {
    const place = world();
    const fifo = place.path('fifo');
    await place.start(['mkfifo', fifo]).ended;
    const copy = place.path('copy.ndjson');
    // Half a mebibyte, then a rest, as a disk that is asked too much.
    const reader = place.start(
      [
        'sh',
        '-c',
        'exec < "$0"; i=0; while [ $i -lt 8 ]; do head -c 524288; sleep 0.1; i=$((i+1)); done; cat',
        fifo,
      ],
      { stdio: ['ignore', openSync(copy, 'w', 0o600), 'inherit'] },
    );
    const run = flow(place, {
      said: { lines: 30_000, size: 300 },
      sent: { lines: 5000, size: 300 },
      out: fifo,
    });
    await arrived(place, run);
    await reader.ended;
    const { server, client, damage } = await recordedIn(copy);
    expect({ server, client, damage }).toEqual({
      server: run.report().wrote,
      client: run.report().read,
      damage: [],
    });
  });

  it('whose reader is stopped holds the traffic; whose reader is killed is given up', async () => {
    const place = world();
    const fifo = place.path('fifo');
    await place.start(['mkfifo', fifo]).ended;
    const reader = place.start(['sh', '-c', 'exec cat < "$0" > /dev/null', fifo]);
    const run = flow(place, {
      said: { lines: 40_000, size: 300 },
      sent: { lines: 10, size: 300 },
      out: fifo,
    });
    while (run.tee.output().bytes < 200_000) await sleep(2);
    reader.child.kill('SIGSTOP');
    await stopped(reader.pid);
    await sleep(300);
    const held = run.tee.output().bytes;
    await sleep(300);
    expect(run.tee.output().bytes).toBe(held);
    reader.child.kill('SIGKILL');
    await arrived(place, run);
    expect(run.tee.errors()).toMatch(/^sadap: .*EPIPE; traffic goes on unrecorded\n$/);
  });
});

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(0)} MB`;
}
