import { describe, expect, it } from 'vitest';
import { createClock } from '../../../src/recording/clock.ts';
import { createSessionId, shortSessionId } from '../../../src/recording/session-id.ts';
import { formatTime, parseTime } from '../../../src/recording/time.ts';
import { verifies } from '../../support/verifies.ts';

const NOON = Date.UTC(2026, 10, 30, 12, 0, 0, 7);

describe('the clock', () => {
  it('is set to wall time once and then runs on monotonic time', () => {
    verifies('recording:clock');
    let wall = NOON;
    let elapsed = 5_000_000_000n;
    const clock = createClock({ wall: () => wall, monotonic: () => elapsed });
    expect(clock.now()).toBe(NOON * 1000);
    wall -= 3_600_000;
    elapsed += 1_234_999n;
    expect(clock.now()).toBe(NOON * 1000 + 1234);
  });

  it('agrees with the system and never goes back', () => {
    const clock = createClock();
    const times = Array.from({ length: 1000 }, () => clock.now());
    expect(times).toEqual(times.toSorted((a, b) => a - b));
    expect(Math.abs((times[0] ?? 0) / 1000 - Date.now())).toBeLessThan(1000);
  });
});

describe('times in the file', () => {
  it('have six decimals and come back exactly', () => {
    verifies('recording:clock');
    const at = NOON * 1000 + 42;
    expect(formatTime(at)).toBe('2026-11-30T12:00:00.007042Z');
    expect(parseTime(formatTime(at))).toBe(at);
  });

  it.each([
    ['2026-11-30T12:00:00Z', NOON * 1000 - 7000],
    ['2026-11-30T14:00:00.5+02:00', NOON * 1000 - 7000 + 500_000],
    ['2026-11-30T12:00:00.123456789Z', NOON * 1000 - 7000 + 123_456],
    ['2026-11-30 12:00:00Z', undefined],
    ['2026-13-30T12:00:00Z', undefined],
    ['2026-11-30T12:00:00', undefined],
    ['', undefined],
  ])('%s', (text, expected) => {
    expect(parseTime(text)).toBe(expected);
  });
});

describe('session ids', () => {
  it('are UUIDs of version 7 that hold the time', () => {
    verifies('recording:session-id');
    expect(createSessionId(NOON * 1000, Buffer.alloc(10, 0xff))).toBe(
      `${NOON.toString(16)
        .padStart(12, '0')
        .replace(/^(.{8})/, '$1-')}-7fff-bfff-ffffffffffff`,
    );
    expect(createSessionId(0, Buffer.alloc(10))).toBe('00000000-0000-7000-8000-000000000000');
  });

  it('differ in their short form, which is not the time', () => {
    const short = Array.from({ length: 50 }, () => shortSessionId(createSessionId(NOON * 1000)));
    expect(new Set(short).size).toBe(50);
    expect(short.every((each) => /^[0-9a-f]{8}$/.test(each))).toBe(true);
  });
});
