import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sadap } from '../support/sadap.ts';
import { figure, scaled } from '../support/soak.ts';
import { verifies } from '../support/verifies.ts';
import { flow, recordedWhole } from './support/flow.ts';
import { type Recorded, recordedIn } from './support/recorded.ts';
import { world } from './support/world.ts';

const steps = join(import.meta.dirname, '../fixtures/faults/clock-steps.cjs');
const env = { NODE_OPTIONS: `--require=${JSON.stringify(steps)}` };

describe('a wall clock that is set forward and back all the time', () => {
  verifies('faults:clock');

  it('changes neither order nor durations in what tee records', async () => {
    const place = world();
    const began = performance.now();
    const run = flow(place, {
      said: { lines: scaled(4000, 40_000), size: 100 },
      sent: { lines: scaled(4000, 40_000), size: 100 },
      start: { env },
    });
    const recorded = await recordedWhole(place, run);
    expectTrueTimes(recorded, performance.now() - began);
    figure(
      'faults',
      'tee: the wall clock steps up to two days every 3 ms',
      `${recorded.frames} frames: in order, times never go back, durations are true`,
    );
  });

  it('changes nothing in a recording of our own, which can be listed and shown', async () => {
    const place = world();
    const file = place.path('run.ndjson');
    const began = performance.now();
    const { status, stderr } = await sadap(['record', '-o', file], { env });
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expectTrueTimes(await recordedIn(file), performance.now() - began);
    for (const args of [
      ['list', '--dir', place.folder],
      ['show', file],
      ['stats', file],
    ]) {
      const ran = await sadap(args, { env });
      expect({ args, status: ran.status, stderr: ran.stderr }).toMatchObject({
        status: 0,
        stderr: '',
      });
      expect(ran.stdout).not.toMatch(/NaN|Invalid Date| -\d+ ?ms/);
    }
  });
});

function expectTrueTimes({ disorder, damage, from, to }: Recorded, elapsedMs: number): void {
  expect({ disorder, damage }).toEqual({ disorder: [], damage: [] });
  expect((to - from) / 1000).toBeGreaterThan(0);
  expect((to - from) / 1000).toBeLessThan(elapsedMs);
}
