import { describe, expect, it } from 'vitest';
import { Vigil } from '../../../../src/capture/tee/vigil.ts';

/** A vigil by a clock of ours, and how often the loop was kept from sleeping. */
function watched(processors = 2) {
  let time = 0;
  let next: (() => void) | undefined;
  const vigil = new Vigil({
    now: () => time,
    soon: (turn) => {
      next = turn;
    },
    processors,
  });
  return {
    vigil,
    /** A call that is answered after `wait`, and followed by another after `pause`. */
    call: (wait: number, pause: number, bytes = 200) => {
      vigil.passed('client', bytes);
      time += wait;
      vigil.passed('server', bytes);
      time += pause;
    },
    /** Turns of the loop, 0.005 ms each, until it may sleep. */
    turns: () => {
      for (let count = 0; ; count += 1) {
        const turn = next;
        next = undefined;
        if (!turn || count > 1000) return count;
        turn();
        time += 0.005;
      }
    },
  };
}

describe('the vigil between quick messages', () => {
  it('is kept for a moment when host and server answer at once', () => {
    const { vigil, call, turns } = watched();
    call(0.02, 0.02);
    turns();
    call(0.02, 0.02);
    vigil.passed('client', 200);
    const count = turns();
    expect(count).toBeGreaterThan(2);
    expect(count).toBeLessThan(15);
  });

  it('is kept for one side, when the other takes its time', () => {
    const { vigil, call, turns } = watched();
    call(5, 0.02);
    call(5, 0.02);
    turns();
    vigil.passed('client', 200);
    expect(turns()).toBe(0);
    vigil.passed('server', 200);
    expect(turns()).toBeGreaterThan(0);
  });

  it('is not kept at all when messages are far apart, or long, or one processor is for all', () => {
    const slow = watched();
    slow.call(5, 5);
    slow.call(5, 5);
    expect(slow.turns()).toBe(0);
    const long = watched();
    long.call(0.02, 0.02, 100_000);
    long.call(0.02, 0.02, 100_000);
    expect(long.turns()).toBe(0);
    const alone = watched(1);
    alone.call(0.02, 0.02);
    alone.call(0.02, 0.02);
    expect(alone.turns()).toBe(0);
  });
});
