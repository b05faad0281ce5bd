import type { Micros } from '../../model/frame.ts';

/** A duration in microseconds: `0.4 ms`, `31 ms`, `1.2 s`, `2 min 5 s`, `1 h 4 min`. */
export function duration(micros: Micros): string {
  const ms = Math.abs(micros) / 1000;
  const sign = micros < 0 ? '-' : '';
  return sign + positiveDuration(ms);
}

/** Bytes, decimal units, three digits: `655 bytes`, `1.20 kB`, `23.0 kB`, `225 MB`. */
export function bytes(count: number): string {
  if (count < 1000) return count === 1 ? '1 byte' : `${count} bytes`;
  if (count < 999_500) return `${threeDigits(count / 1e3)} kB`;
  return count < 999_500_000 ? `${threeDigits(count / 1e6)} MB` : `${threeDigits(count / 1e9)} GB`;
}

/** `1 exchange`, `9 exchanges`, `1,204 exchanges`. */
export function count(number: number, one: string, many = `${one}s`): string {
  return `${grouped(number)} ${number === 1 ? one : many}`;
}

/** Digits in groups of three: `12,345`. */
export function grouped(number: number): string {
  return String(number).replace(/\B(?=(\d{3})+$)/g, ',');
}

/** UTC to the second: `2026-11-30 10:10:00 UTC`. */
export function moment(micros: Micros): string {
  const date = new Date(micros / 1000);
  if (Number.isNaN(date.getTime())) return 'at an unknown time';
  return `${date.toISOString().slice(0, 19).replace('T', ' ')} UTC`;
}

/** Whole days between a day (`YYYY-MM-DD`) and now: `today`, `1 day old`, `100 days old`. */
export function age(day: string, now: Micros): string {
  const days = Math.floor((now / 1000 - Date.parse(day)) / 86_400_000);
  if (Number.isNaN(days)) return 'of unknown age';
  return days <= 0 ? 'today' : `${count(days, 'day')} old`;
}

function positiveDuration(ms: number): string {
  if (ms < 9.95) return `${trimmed(ms, 1)} ms`;
  if (ms < 999.5) return `${Math.round(ms)} ms`;
  if (ms < 59_950) return `${trimmed(ms / 1000, 1)} s`;
  const seconds = Math.round(ms / 1000);
  if (seconds < 3600) return two(Math.floor(seconds / 60), 'min', seconds % 60, 's');
  const minutes = Math.round(seconds / 60);
  return two(Math.floor(minutes / 60), 'h', minutes % 60, 'min');
}

function two(large: number, largeUnit: string, small: number, smallUnit: string): string {
  return small === 0 ? `${large} ${largeUnit}` : `${large} ${largeUnit} ${small} ${smallUnit}`;
}

function trimmed(number: number, digits: number): string {
  return number.toFixed(digits).replace(/\.0$/, '');
}

function threeDigits(number: number): string {
  return number.toFixed(number < 9.995 ? 2 : number < 99.95 ? 1 : 0);
}
