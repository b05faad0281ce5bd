import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { figure, scaled } from '../support/soak.ts';
import { verifies } from '../support/verifies.ts';
import { type Chance, chance } from './support/chance.ts';
import { inspected, PARTS, TRAFFIC, talk } from './support/talk.ts';
import { World } from './support/world.ts';

const RUNS = scaled(30, 500);
const TOGETHER = 2;

/** What one run left. */
interface Left {
  readonly how: string;
  readonly frames: number;
  readonly faults: readonly string[];
}

describe.skipIf(process.platform === 'win32')(`tee, ${RUNS} ends at random moments`, () => {
  verifies('faults:kills');

  it('keeps all that was passed on, and leaves no process', {
    timeout: 60_000 + RUNS * 2000,
  }, async () => {
    const luck = chance();
    const all: Left[] = [];
    for (let done = 0; done < RUNS; done += TOGETHER)
      all.push(...(await Promise.all(Array.from({ length: TOGETHER }, () => run(luck)))));
    const faulty = all.filter(({ faults }) => faults.length > 0);
    expect(faulty, `SADAP_SEED=${luck.seed}`).toEqual([]);
    const frames = all.reduce((sum, each) => sum + each.frames, 0);
    // The test would prove nothing if the ends came before the traffic.
    expect(frames).toBeGreaterThan(RUNS * 10);
    figure(
      'faults',
      'tee: SIGKILL or SIGTERM to it, its host or its server',
      `${RUNS} times at random moments, ${frames} messages of 0.1 KB to 3 MB: none that was passed on is missing in the recording, no byte is wrong, no process is left`,
    );
  });
});

async function run(luck: Chance): Promise<Left> {
  const traffic = luck.oneOf(TRAFFIC);
  const victim = luck.oneOf(PARTS);
  const signal = luck.oneOf<NodeJS.Signals>(['SIGKILL', 'SIGTERM']);
  const after = luck.upTo(120);
  const place = new World();
  try {
    const { host, file, pids } = await talk(place, traffic);
    await sleep(after);
    process.kill(pids[victim], signal);
    await host.ended;
    const left = await place.left();
    // A tee that was not killed itself closes its recording.
    const closed = victim !== 'tee' || signal !== 'SIGKILL';
    const { frames, faults } = inspected(place, file, { closed });
    const how = JSON.stringify({ traffic, victim, signal, after });
    return { how, frames, faults: [...faults, ...left.map((each) => `left: ${each}`)] };
  } finally {
    place.end();
  }
}
