import { SadapError } from '../errors.ts';
import type { Options } from './program.ts';

/** The text of an option that takes a value; undefined when it was not given. */
export function textOption(options: Options, name: string): string | undefined {
  const value = options[name];
  return typeof value === 'string' ? value : undefined;
}

/** The values of an option that may be given several times, in order. */
export function listOption(options: Options, name: string): readonly string[] {
  const value = options[name];
  return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : [];
}

/** A TCP port; 0 means any free one. Throws a usage error that names the flag. */
export function portOf(flag: string, text: string): number {
  return wholeNumber(flag, text, 0, 65_535);
}

/** A whole number within bounds, both included. Throws a usage error that names the flag. */
export function wholeNumber(flag: string, text: string, least: number, most: number): number {
  const value = Number(text);
  if (/^\d+$/.test(text) && value >= least && value <= most) return value;
  throw new SadapError(
    'usage',
    `${flag} wants a whole number from ${least} to ${most}, not "${text}"`,
  );
}

/** Longest wait that a timer can hold, in seconds; a longer one would end at once. */
const LONGEST_WAIT = 2_147_483;

/** Milliseconds from a number of seconds such as `30` or `0.5`. Throws a usage error. */
export function millisecondsOf(flag: string, text: string): number {
  const seconds = Number(text);
  if (seconds > LONGEST_WAIT)
    throw new SadapError('usage', `${flag} is at most ${LONGEST_WAIT} seconds, not ${text}`);
  if (/^\d+(\.\d+)?$/.test(text) && seconds > 0) return Math.round(seconds * 1000);
  throw new SadapError('usage', `${flag} wants a number of seconds above 0, not "${text}"`);
}

/** Pairs of `NAME=value`. Throws a usage error that names the flag and never the value. */
export function assignments(flag: string, texts: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    texts.map((text) => {
      const cut = text.indexOf('=');
      if (cut < 1) throw new SadapError('usage', `${flag} wants NAME=value`);
      return [text.slice(0, cut), text.slice(cut + 1)];
    }),
  );
}
