import type { Micros } from '../model/frame.ts';

const SECOND = 1_000_000;

/** UTC with six decimals, as recordings spell it: `2026-11-30T10:10:00.130211Z`. */
export function formatTime(at: Micros): string {
  const seconds = Math.floor(at / SECOND);
  return `${textOfSecond(seconds)}.${String(at - seconds * SECOND).padStart(6, '0')}Z`;
}

const pattern = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.(\d{1,9}))?(Z|[+-]\d\d:\d\d)$/;

/** Reads an RFC 3339 time; finer digits than microseconds are cut. `undefined` when it is none. */
export function parseTime(text: string): Micros | undefined {
  const [, seconds, fraction = '', zone] = pattern.exec(text) ?? [];
  if (seconds === undefined || zone === undefined) return undefined;
  const ms = msOfText(seconds + zone);
  return Number.isNaN(ms) ? undefined : ms * 1000 + Number(fraction.padEnd(6, '0').slice(0, 6));
}

// Entries come by the thousand within one second, and dates are slow: each remembers its last answer.
const textOfSecond = rememberLast((seconds: number) =>
  new Date(seconds * 1000).toISOString().slice(0, -'.000Z'.length),
);
const msOfText = rememberLast((text: string) => Date.parse(text));

function rememberLast<K, V>(compute: (key: K) => V): (key: K) => V {
  let last: { readonly key: K; readonly value: V } | undefined;
  return (key) => {
    if (last?.key !== key) last = { key, value: compute(key) };
    return last.value;
  };
}
