import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { buildSession } from '../../src/protocol/session.ts';
import { loadRecording } from '../../src/recording/load.ts';
import { teed } from '../support/peer.ts';
import { sadap } from '../support/sadap.ts';
import { figure, scaled } from '../support/soak.ts';
import { verifies } from '../support/verifies.ts';
import { flow, MOST_MEMORY, recordedWhole, requests } from './support/flow.ts';
import { recordedIn } from './support/recorded.ts';
import { feed, fixture, type Running, type World, world } from './support/world.ts';

const NOTIFICATIONS = scaled(100_000, 1_000_000);
const MEBIBYTES = scaled(20, 200);
const SESSIONS = scaled(12, 100);
const OPEN = 10_000;

describe('much of everything', () => {
  verifies('faults:much');

  it(`${OPEN} requests that are open at once, answered from the last to the first`, async () => {
    const place = world();
    const file = place.path('run.ndjson');
    const tee = place.start(teed(['-o', file], fixture('all-at-once.mjs', String(OPEN))));
    const fed = await feed(tee.child.stdin, requests({ lines: OPEN, size: 20 }));
    expect(await tee.ended).toEqual({ code: 0, signal: null });
    expect(await recordedIn(file)).toMatchObject({
      client: fed,
      server: tee.output(),
      damage: [],
      disorder: [],
      frames: 2 * OPEN,
    });
    const { exchanges, orphans } = buildSession(await loadRecording(file));
    const answers = exchanges.flatMap(({ outcome }) => (outcome.kind === 'answered' ? [1] : []));
    expect({ answers: answers.length, orphans }).toEqual({ answers: OPEN, orphans: [] });
    const stats = await sadap(['stats', file, '--json'], { timeoutMs: 60_000 });
    expect({ status: stats.status, stderr: stats.stderr }).toEqual({ status: 0, stderr: '' });
    expect(tee.peak()).toBeLessThan(MOST_MEMORY);
    figure(
      'faults',
      'tee: requests open at once',
      `${OPEN}, answered in reverse: each pairs with its answer; tee held at most ${held(tee)}`,
    );
  });

  it(`${NOTIFICATIONS} notifications one way, requests the other way`, async () => {
    const place = world();
    const run = flow(place, {
      said: { lines: NOTIFICATIONS, size: 60 },
      sent: { lines: NOTIFICATIONS / 10, size: 60 },
    });
    const began = performance.now();
    const { frames } = await recordedWhole(place, run);
    expect(frames).toBe(NOTIFICATIONS + NOTIFICATIONS / 10);
    const seconds = ((performance.now() - began) / 1000).toFixed(1);
    figure(
      'faults',
      'tee: notifications without a pause',
      `${NOTIFICATIONS} in ${seconds} s: all arrive and are recorded in order; tee held at most ${held(run.tee)}`,
    );
  });

  it.each(['valid', 'cut', 'binary', 'endless'] as const)(
    `a line of ${MEBIBYTES} MiB that is %s`,
    async (kind) => {
      const place = world();
      const file = place.path('run.ndjson');
      const options = JSON.stringify({ mebibytes: MEBIBYTES, kind });
      const tee = place.start(teed(['-o', file], fixture('one-line.mjs', options)));
      const fed = await feed(tee.child.stdin, requests({ lines: 5, size: 5 }));
      expect(await tee.ended).toEqual({ code: 0, signal: null });
      expect(await recordedIn(file)).toMatchObject({
        client: fed,
        server: tee.output(),
        damage: [],
        disorder: [],
        end: { exit: { code: 0 } },
      });
      const strays = typesIn(file).filter((type) => type === 'stray');
      expect(strays).toHaveLength(kind === 'valid' ? 0 : 1);
      expect(await place.left()).toEqual([]);
      expect(readdirSync(place.folder)).toEqual(['run.ndjson']);
      expect(tee.peak()).toBeLessThan(MOST_MEMORY);
      figure(
        'faults',
        `tee: a line of ${MEBIBYTES} MiB, ${kind}`,
        `arrives and is recorded byte for byte; tee held at most ${held(tee)}`,
      );
    },
  );

  it(`a request of ${MEBIBYTES} MiB`, async () => {
    const place = world();
    const run = flow(place, {
      said: { lines: 100, size: 10 },
      sent: { lines: 1, size: MEBIBYTES * 1024 * 1024 },
    });
    await recordedWhole(place, run);
    figure(
      'faults',
      `tee: a request of ${MEBIBYTES} MiB`,
      `arrives and is recorded byte for byte; tee held at most ${held(run.tee)}`,
    );
  });

  it(`${SESSIONS} sessions at once into one folder, which is listed meanwhile`, async () => {
    const place = world();
    const folder = place.path('recordings');
    const sessions = Array.from({ length: SESSIONS }, (_, n) => session(place, folder, n));
    let listed = 0;
    let rounds = 0;
    // Every recording is still being written when it is listed.
    for (; listed < SESSIONS || rounds < 5; rounds += 1) {
      const rows = await listing(folder);
      expect(rows).toBeGreaterThanOrEqual(listed);
      listed = rows;
    }
    const passed = await Promise.all(sessions.map((each) => each.finish()));
    const files = readdirSync(folder);
    expect(files).toHaveLength(SESSIONS);
    const found = await Promise.all(files.map((name) => recordedIn(`${folder}/${name}`)));
    for (const each of found)
      expect(each).toMatchObject({ damage: [], disorder: [], end: { exit: { code: 0 } } });
    const order = (a: { sha256: string }, b: { sha256: string }) => (a.sha256 < b.sha256 ? -1 : 1);
    expect(found.map(({ client }) => client).sort(order)).toEqual(passed.sort(order));
    expect(await place.left()).toEqual([]);
    figure(
      'faults',
      'tee: sessions at once into one folder',
      `${SESSIONS} of the same server: ${SESSIONS} files, each whole; \`sadap list\` was right each of ${rounds} times meanwhile`,
    );
  }, 600_000);
});

/** How many recordings `sadap list` finds; none as long as there is no folder. */
async function listing(folder: string): Promise<number> {
  const ran = await sadap(['list', '--dir', folder, '--json'], { timeoutMs: 120_000 });
  if (!existsSync(folder)) return 0;
  expect({ status: ran.status, stderr: ran.stderr }).toEqual({ status: 0, stderr: '' });
  const rows = ran.stdout.split('\n').filter(Boolean);
  for (const row of rows) expect(() => JSON.parse(row)).not.toThrow();
  return rows.length;
}

/** One of many hosts: each sends something else. `finish` gives what it sent. */
function session(place: World, folder: string, n: number) {
  const said = JSON.stringify({ lines: 200, size: 50, pace: 2 });
  const tee = place.start(teed(['--dir', folder, '--label', 'same'], fixture('flow.mjs', said)), {
    env: { REPORT: place.path(`report-${n}`) },
  });
  const finish = async () => {
    const fed = await feed(tee.child.stdin, requests({ lines: 100 + n, size: n }));
    const end = await tee.ended;
    expect({ ...end, told: tee.errors() }).toEqual({ code: 0, signal: null, told: '' });
    const report = JSON.parse(place.read(`report-${n}`).toString());
    expect(report).toEqual({ wrote: tee.output(), read: fed });
    return fed;
  };
  return { finish };
}

/** The type of each entry, from the start of its line. */
function typesIn(file: string): string[] {
  const bytes = readFileSync(file);
  const types: string[] = [];
  for (let at = 0; at !== -1 && at < bytes.length; at = bytes.indexOf(0x0a, at) + 1 || -1)
    types.push(/^\{"type":"(\w+)"/.exec(bytes.toString('latin1', at, at + 40))?.[1] ?? '?');
  return types;
}

function held(process: Running): string {
  return `${process.peak().toFixed(0)} MiB`;
}
