import type { Micros } from '../model/frame.ts';

/** UTC with six decimals, as recordings spell it: `2026-11-30T10:10:00.130211Z`. */
export function formatTime(at: Micros): string {
  const ms = Math.floor(at / 1000);
  const micros = String(at - ms * 1000).padStart(3, '0');
  return new Date(ms).toISOString().replace('Z', `${micros}Z`);
}

const pattern = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.(\d{1,9}))?(Z|[+-]\d\d:\d\d)$/;

/** Reads an RFC 3339 time; finer digits than microseconds are cut. `undefined` when it is none. */
export function parseTime(text: string): Micros | undefined {
  const [, seconds, fraction = '', zone] = pattern.exec(text) ?? [];
  if (seconds === undefined || zone === undefined) return undefined;
  const ms = Date.parse(seconds + zone);
  return Number.isNaN(ms) ? undefined : ms * 1000 + Number(fraction.padEnd(6, '0').slice(0, 6));
}
