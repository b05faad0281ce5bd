import type { Micros } from '../../model/frame.ts';
import { parseTime } from '../../recording/time.ts';

/** Times outside of these years are no times of a log, and cannot be exact in a double. */
const LAST = Date.UTC(2255, 0) * 1000;

/** An ISO 8601 time with its zone, as logs have them. undefined when it is none. */
export function isoTime(text: string | undefined): Micros | undefined {
  return text === undefined ? undefined : sane(parseTime(text.replace(' ', 'T')));
}

/** `2025-08-03 19:18:56.856`, without a zone: the digits are taken as if they were UTC. */
export function localTime(text: string): Micros | undefined {
  return LOCAL.test(text) ? isoTime(`${text.replace(',', '.')}Z`) : undefined;
}

const LOCAL = /^\d{4}-\d\d-\d\d[ T]\d\d:\d\d:\d\d(?:[.,]\d{1,6})?$/;

/** Seconds since 1970. */
export function unixTime(seconds: number): Micros | undefined {
  return Number.isFinite(seconds) ? sane(Math.round(seconds * 1e6)) : undefined;
}

/** So many milliseconds later. */
export function later(at: Micros, ms: number | undefined): Micros {
  const found =
    ms === undefined || !Number.isFinite(ms) ? undefined : sane(at + Math.round(ms * 1000));
  return found === undefined ? at : Math.max(at, found);
}

function sane(at: Micros | undefined): Micros | undefined {
  return at !== undefined && at >= 0 && at < LAST ? at : undefined;
}
