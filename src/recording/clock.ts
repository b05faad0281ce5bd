import type { Micros } from '../model/frame.ts';

/** Gives the time of an event. */
export interface Clock {
  /** Microseconds since 1970; never goes back, whatever happens to the system's clock. */
  now(): Micros;
}

/** Where a clock takes its time from; replaced in tests. */
export interface TimeSources {
  /** Wall time in milliseconds since 1970. Asked once. */
  readonly wall: () => number;
  /** Monotonic time in nanoseconds, from any starting point. */
  readonly monotonic: () => bigint;
}

const system: TimeSources = {
  wall: () => Date.now(),
  monotonic: () => process.hrtime.bigint(),
};

/** A clock that is set to wall time once and then runs on monotonic time, so durations are true. */
export function createClock(sources: TimeSources = system): Clock {
  const origin = sources.monotonic();
  const anchor = Math.trunc(sources.wall() * 1000);
  return { now: () => anchor + Number((sources.monotonic() - origin) / 1000n) };
}
