import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { figure, scaled } from '../support/soak.ts';
import { verifies } from '../support/verifies.ts';
import { type Chance, chance } from './support/chance.ts';
import { flow, recordedWhole } from './support/flow.ts';
import { stateOf, stopped } from './support/processes.ts';
import { inspected, PARTS, type Part, type Talk, TRAFFIC, talk } from './support/talk.ts';
import { World, world } from './support/world.ts';

const RUNS = scaled(4, 60);
const STOPS = 5;

describe.skipIf(process.platform !== 'linux')('processes that are stopped and go on', () => {
  verifies('faults:stops');

  it(`host, tee and server in any order, ${RUNS} runs: nothing is lost, all goes on`, {
    timeout: 60_000 + RUNS * 5000,
  }, async () => {
    const luck = chance();
    for (let run = 0; run < RUNS; run += 1)
      expect(await stopsOf(luck), `SADAP_SEED=${luck.seed}`).toMatchObject({ faults: [] });
    figure(
      'faults',
      'tee: SIGSTOP and SIGCONT to it, its host or its server',
      `${RUNS * STOPS} times at random moments under traffic: it goes on each time, nothing is missing, no byte is wrong`,
    );
  });

  it('tee, stopped while both sides flood it, passes all on when it goes on', async () => {
    const place = world();
    const run = flow(place, {
      said: { lines: 60_000, size: 400 },
      sent: { lines: 60_000, size: 400 },
    });
    for (let stop = 0; stop < STOPS; stop += 1) {
      await sleep(60);
      run.tee.child.kill('SIGSTOP');
      await sleep(100);
      run.tee.child.kill('SIGCONT');
    }
    await recordedWhole(place, run);
  });

  it('a stopped server does not keep tee from ending when the host asks for it and goes on', async () => {
    const place = world();
    const { host, file, pids } = await talk(place, TRAFFIC[0]);
    process.kill(pids.server, 'SIGSTOP');
    await stopped(pids.server);
    process.kill(pids.tee, 'SIGTERM');
    await sleep(300);
    // As without tee: the signal waits for the server until it goes on.
    expect(stateOf(pids.tee)).not.toBe('');
    process.kill(pids.server, 'SIGCONT');
    await host.ended;
    expect(await place.left()).toEqual([]);
    expect(inspected(place, file, { closed: true }).faults).toEqual([]);
  });
});

async function stopsOf(luck: Chance): Promise<{ how: string; faults: readonly string[] }> {
  const traffic = luck.oneOf(TRAFFIC);
  const stops = Array.from({ length: STOPS }, () => ({
    part: luck.oneOf(PARTS),
    after: luck.upTo(80),
    ms: 20 + luck.upTo(200),
  }));
  const place = new World();
  try {
    const run = await talk(place, traffic);
    const faults: string[] = [];
    for (const { part, after, ms } of stops) {
      await sleep(after);
      if (!(await goesOn(place, run, part, ms))) faults.push(`stuck after ${part} was stopped`);
    }
    process.kill(run.pids.host, 'SIGTERM');
    await run.host.ended;
    faults.push(...(await place.left()).map((each) => `left: ${each}`));
    faults.push(...inspected(place, run.file, { closed: true }).faults);
    return { how: JSON.stringify({ traffic, stops }), faults };
  } finally {
    place.end();
  }
}

/** Does the host get more once the part goes on? */
async function goesOn(place: World, { pids }: Talk, part: Part, ms: number): Promise<boolean> {
  process.kill(pids[part], 'SIGSTOP');
  await stopped(pids[part]);
  await sleep(ms);
  const before = place.size('got');
  process.kill(pids[part], 'SIGCONT');
  for (let waited = 0; waited < 5000; waited += 5) {
    if (place.size('got') > before) return true;
    await sleep(5);
  }
  return false;
}
