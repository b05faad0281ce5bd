import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { teed } from '../support/peer.ts';
import { figure, scaled } from '../support/soak.ts';
import { verifies } from '../support/verifies.ts';
import { chance } from './support/chance.ts';
import { flow, MOST_MEMORY, recordedWhole } from './support/flow.ts';
import { recordedIn } from './support/recorded.ts';
import { fixture, World, world } from './support/world.ts';

const FLOOD_MEBIBYTES = scaled(24, 500);
const RUNS = scaled(8, 80);

describe.skipIf(process.platform === 'win32')('a flood on standard error', () => {
  verifies('faults:streams');

  it.each(['lines', 'endless', 'binary'] as const)(
    'of %s is recorded whole, and holds no answer up',
    async (kind) => {
      const place = world();
      const file = place.path('run.ndjson');
      const server = fixture('errors.mjs', JSON.stringify({ mebibytes: FLOOD_MEBIBYTES, kind }));
      const tee = place.start(teed(['-o', file], server), {
        env: { REPORT: place.path('report') },
      });
      let slowest = 0;
      for (let id = 0; id < 20; id += 1) {
        const asked = performance.now();
        const answered = once(tee.child.stdout ?? tee.child, 'data');
        tee.child.stdin?.write(`{"jsonrpc":"2.0","id":${id},"method":"ping"}\n`);
        await answered;
        slowest = Math.max(slowest, performance.now() - asked);
      }
      tee.child.stdin?.end();
      expect(await tee.ended).toEqual({ code: 0, signal: null });
      const recorded = await recordedIn(file);
      const { errors } = JSON.parse(place.read('report').toString());
      expect(recorded).toMatchObject({ errors, damage: [], disorder: [], frames: 40 });
      expect(tee.errorOutput()).toEqual(errors);
      expect(await place.left()).toEqual([]);
      // Each line is an entry of its own: much is made and thrown away.
      expect(tee.peak()).toBeLessThan(MOST_MEMORY + 90);
      // On a busy machine everything is slow; an answer that waits for the flood waits longer.
      expect(slowest).toBeLessThan(15_000);
      figure(
        'faults',
        `tee: a flood on standard error, ${kind}`,
        `${FLOOD_MEBIBYTES} MiB: all of it passed on and recorded, the slowest of 20 answers meanwhile took ${slowest.toFixed(0)} ms; tee held at most ${tee.peak().toFixed(0)} MiB`,
      );
    },
  );
});

describe.skipIf(process.platform === 'win32')('a host that reads standard error slowly', () => {
  verifies('faults:streams', 'tee:stderr');

  it('gets all of it, and the server waits as without tee', async () => {
    const place = world();
    const file = place.path('run.ndjson');
    const server = fixture('errors.mjs', JSON.stringify({ mebibytes: 12, kind: 'lines' }));
    const tee = place.start(teed(['-o', file], server), { env: { REPORT: place.path('report') } });
    tee.child.stdin?.end();
    for (let burst = 0; burst < 12; burst += 1) {
      tee.child.stderr?.pause();
      await sleep(200);
      tee.child.stderr?.resume();
      await sleep(1);
    }
    expect(await tee.ended).toEqual({ code: 0, signal: null });
    const { errors } = JSON.parse(place.read('report').toString());
    expect(tee.errorOutput()).toEqual(errors);
    expect(await recordedIn(file)).toMatchObject({ errors, notes: [] });
  });
});

describe.skipIf(process.platform === 'win32')('a host that closes', () => {
  verifies('faults:streams');

  it(`any of its streams at a random moment, ${RUNS} times: the server is recorded to its end`, {
    timeout: 60_000 + RUNS * 5000,
  }, async () => {
    const luck = chance();
    for (let run = 0; run < RUNS; run += 1) {
      const streams = luck.oneOf(CLOSED);
      expect(await closing(streams, luck.upTo(250)), `SADAP_SEED=${luck.seed}, run ${run}`).toEqual(
        [],
      );
    }
    figure(
      'faults',
      'tee: a host that closes its input, output or standard error',
      `${RUNS} times at random moments: the server ends as without tee, all that it said is recorded`,
    );
  });

  it('its input at once still gets all that the server says', async () => {
    const place = world();
    const run = flow(place, { said: { lines: 20_000, size: 300 }, sent: { lines: 0, size: 0 } });
    await recordedWhole(place, run);
  });
});

describe.skipIf(process.platform === 'win32')('a server that', () => {
  verifies('faults:streams');

  it('closes its output and lives: the host sees the end, and can go on talking', async () => {
    const place = world();
    const file = place.path('run.ndjson');
    const tee = place.start(teed(['-o', file], fixture('closes-output.mjs')), {
      env: { REPORT: place.path('report') },
    });
    await once(tee.child.stdout ?? tee.child, 'end');
    expect(tee.child.exitCode).toBeNull();
    tee.child.stdin?.end('{"jsonrpc":"2.0","id":1,"method":"ping"}\n');
    expect(await tee.ended).toEqual({ code: 3, signal: null });
    expect(place.read('report').toString()).toBe('41');
    const recorded = await recordedIn(file);
    expect(recorded).toMatchObject({ frames: 101, server: tee.output(), damage: [], disorder: [] });
    expect(recorded.events).toContain('stdout-closed');
  });

  it('leaves a process that says something for ever: a signal ends tee, and that ends the process', async () => {
    const place = world();
    const file = place.path('run.ndjson');
    const tee = place.start(teed(['-o', file], fixture('leaves-flood.mjs')));
    await sleep(scaled(1500, 5000));
    // The host would still get it without tee, too.
    expect(tee.child.exitCode).toBeNull();
    const asked = performance.now();
    tee.child.kill('SIGTERM');
    await once(tee.child, 'exit');
    expect(performance.now() - asked).toBeLessThan(2000);
    expect(await place.left()).toEqual([]);
    const { damage, end } = await recordedIn(file);
    expect({ damage, exit: end?.exit }).toEqual({ damage: [], exit: { code: 0, signal: null } });
  });
});

type Stream = 'stdin' | 'stdout' | 'stderr';
/** What a host may close at once. */
const CLOSED: readonly [readonly Stream[], ...(readonly Stream[])[]] = [
  ['stdout'],
  ['stderr'],
  ['stdin'],
  ['stdout', 'stderr'],
  ['stdin', 'stdout', 'stderr'],
];

/** What went wrong when a host closed these ends after so many milliseconds. */
async function closing(streams: readonly Stream[], after: number): Promise<string[]> {
  const place = new World();
  try {
    const { tee, file, report, fed } = flow(place, {
      said: { lines: 12_000, size: 700, errors: 2000 },
      sent: { lines: 100, size: 50 },
    });
    await sleep(after);
    for (const stream of streams) tee.child[stream]?.destroy();
    await fed;
    const { code, signal } = await tee.ended;
    const recorded = await recordedIn(file);
    const said = JSON.stringify(recorded.server) === JSON.stringify(report().wrote);
    return [
      ...(code === 0 && signal === null ? [] : [`ended with ${code}, ${signal}`]),
      ...(said ? [] : ['the server is not recorded whole']),
      ...recorded.damage.map(({ why }) => `damage: ${why}`),
      ...recorded.disorder,
      ...(recorded.end ? [] : ['no end']),
      ...(await place.left()).map((each) => `left: ${each}`),
      ...(tee.peak() < MOST_MEMORY ? [] : [`held ${tee.peak()} MiB`]),
    ];
  } finally {
    place.end();
  }
}
