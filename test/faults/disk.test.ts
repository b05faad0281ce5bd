import { spawnSync } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { recordingFrom } from '../../src/recording/load.ts';
import { bin } from '../support/sadap.ts';
import { figure, scaled } from '../support/soak.ts';
import { verifies } from '../support/verifies.ts';
import { chance } from './support/chance.ts';
import { hasTinyDisks, limited, onTinyDisk } from './support/disks.ts';
import { arrived, type FlowPlan, flow, isStart, recordedWhole } from './support/flow.ts';
import { world } from './support/world.ts';

const RUNS = scaled(4, 50);
const MEBIBYTE = 1024 * 1024;
/** One line of tee's own among the server's messages. */
const GIVEN_UP = /^sadap: [^\n]*; traffic goes on unrecorded\n$/;

/** About 1 MB each way in lines of this size. */
function both(size: number): Pick<FlowPlan, 'said' | 'sent'> {
  const lines = Math.ceil(MEBIBYTE / (size + 100));
  return { said: { lines, size }, sent: { lines, size } };
}

describe.skipIf(process.platform !== 'linux')('tee on a disk that', () => {
  verifies('faults:disk-full');

  it('is full from the start', async () => {
    const place = world();
    const run = flow(place, { ...both(100), out: '/dev/full' });
    await arrived(place, run);
    expect(run.tee.errors()).toMatch(GIVEN_UP);
    expect(run.tee.errors()).toContain('ENOSPC');
  });

  it(`gets full at a random moment, ${RUNS} times`, async ({ skip }) => {
    skip(!hasTinyDisks, 'nobody may mount a disk here');
    const luck = chance();
    for (let run = 0; run < RUNS; run += 1) {
      const place = world();
      const traffic = both(luck.oneOf([1, 300, 9000, 600_000]));
      const size = 64 + luck.upTo(900);
      const tee = flow(place, {
        ...traffic,
        out: 'disk/run.ndjson',
        wrap: (command) => onTinyDisk(place, size, command),
      });
      await arrived(place, tee);
      const why = `SADAP_SEED=${luck.seed}, run ${run}: ${size} KiB, ${JSON.stringify(traffic)}`;
      expect(tee.tee.errors(), why).toMatch(GIVEN_UP);
      expect(tee.tee.errors(), why).toContain('ENOSPC');
      expect(isStart(place.path('run.ndjson'), traffic), why).toBe(true);
    }
    figure(
      'faults',
      'tee: disk full at a random moment',
      `${RUNS} times: traffic goes on to its end, one line says so, the recording is a start of what passed, without damage`,
    );
  });

  it(`takes no more at a random moment, ${RUNS} times`, async () => {
    const luck = chance();
    for (let run = 0; run < RUNS; run += 1) {
      const place = world();
      const traffic = both(luck.oneOf([1, 300, 9000, 600_000]));
      const blocks = 2 + luck.upTo(2000);
      const tee = flow(place, { ...traffic, wrap: (command) => limited(blocks, command) });
      await arrived(place, tee);
      const why = `SADAP_SEED=${luck.seed}, run ${run}: ${blocks} blocks, ${JSON.stringify(traffic)}`;
      expect(tee.tee.errors(), why).toMatch(GIVEN_UP);
      expect(isStart(tee.file, traffic), why).toBe(true);
      const { end } = recordingFrom(readFileSync(tee.file), tee.file);
      // What was taken back leaves room for the reason, mostly.
      if (end) expect(end, why).toMatchObject({ closedBy: 'sadap', reason: expect.any(String) });
    }
  });

  it('has no room for a line that is too long for memory', async ({ skip }) => {
    skip(!hasTinyDisks, 'nobody may mount a disk here');
    const place = world();
    const run = flow(place, {
      said: { lines: 2, size: 5 * MEBIBYTE },
      sent: { lines: 10, size: 10 },
      out: 'disk/run.ndjson',
      wrap: (command) => onTinyDisk(place, 3000, command),
    });
    await arrived(place, run);
    expect(run.tee.errors()).toMatch(GIVEN_UP);
    expect(recordingFrom(place.read('run.ndjson')).damage).toEqual([]);
  });

  const hasPython = spawnSync('python3', ['--version']).status === 0;
  it.skipIf(!hasPython)('fails (EIO)', async () => {
    const place = world();
    const terminal = place.start(TERMINAL, { stdio: ['pipe', 'pipe', 'inherit'] });
    const name = await new Promise<string>((resolve) => {
      terminal.child.stdout?.once('data', (chunk) => resolve(String(chunk).trim()));
    });
    const run = flow(place, { ...both(300), said: { lines: 400, size: 300, pace: 2 }, out: name });
    while (run.tee.output().bytes < 5000) await sleep(5);
    // With the other end of its terminal gone, every write is an input/output error.
    terminal.child.kill('SIGKILL');
    await arrived(place, run);
    expect(run.tee.errors()).toMatch(GIVEN_UP);
    expect(run.tee.errors()).toContain('EIO');
  });
});

describe.skipIf(process.platform === 'win32')('tee in a folder that', () => {
  verifies('faults:disk-full');
  const long = {
    said: { lines: 3, size: 5 * MEBIBYTE, pace: 300 },
    sent: { lines: 2, size: 3 * MEBIBYTE },
  };

  it('vanishes', async () => {
    const place = world();
    mkdirSync(place.path('records'));
    const run = flow(place, { ...long, out: place.path('records/run.ndjson') });
    while (place.size('records/run.ndjson') === 0) await sleep(2);
    rmSync(place.path('records'), { recursive: true });
    await arrived(place, run);
    expect(run.tee.errors()).toMatch(/^sadap: the recording .* was removed meanwhile;.*\n$/);
  });

  it('may not be written any more: what is open already is recorded to its end', async ({
    skip,
  }) => {
    skip(!mayBeNobody, 'nobody else may run this program here');
    const place = world();
    mkdirSync(place.path('records'));
    chmodSync(place.folder, 0o755);
    chownSync(place.path('records'), NOBODY, NOBODY);
    chownSync(place.folder, NOBODY, NOBODY);
    const run = flow(place, {
      ...long,
      out: place.path('records/run.ndjson'),
      start: { uid: NOBODY },
    });
    while (place.size('records/run.ndjson') === 0) await sleep(2);
    chmodSync(place.path('records'), 0o500);
    await recordedWhole(place, run);
    expect(run.tee.errors()).toBe('');
  });
});

const NOBODY = 65_534;
/** Root can give a folder to another user; that one has to be able to read the program, too. */
const mayBeNobody =
  process.getuid?.() === 0 &&
  spawnSync(process.execPath, [bin, '--version'], { uid: NOBODY, gid: NOBODY }).status === 0;

/** Opens a terminal, says its name, and reads what comes until it is killed. */
const TERMINAL = [
  'python3',
  '-c',
  `import os, tty
ours, theirs = os.openpty()
tty.setraw(theirs)
print(os.ttyname(theirs), flush=True)
while True: os.read(ours, 65536)`,
];
