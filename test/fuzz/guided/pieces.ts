import type { Random } from './random.ts';

export interface Span {
  readonly start: number;
  readonly end: number;
}

/**
 * A part that means something by itself: a JSON value, a member with its key, a line, a word. Found by a
 * look at the bytes around a place, since most inputs are no JSON any more.
 */
export function pieceOf(bytes: Buffer, random: Random): Span | undefined {
  const kinds = ['string', 'bracket', 'member', 'line', 'word', 'number'] as const;
  for (let tries = 0; tries < 6; tries += 1) {
    const span = spanOf(bytes, random.below(bytes.length), random.of(kinds) ?? 'word');
    if (span && span.end > span.start) return span;
  }
  return undefined;
}

/** The next of its kind from a place on, or around it; undefined: none. */
export function spanOf(
  bytes: Buffer,
  at: number,
  kind: 'string' | 'bracket' | 'member' | 'line' | 'word' | 'number',
): Span | undefined {
  switch (kind) {
    case 'string':
      return stringFrom(bytes, bytes.indexOf(QUOTE, at));
    case 'bracket':
      return bracketFrom(bytes, at);
    case 'member':
      return memberFrom(bytes, at);
    case 'line':
      return around(bytes, at, (byte) => byte !== LF);
    case 'word':
      return around(bytes, at, isWord);
    case 'number':
      return around(bytes, firstDigit(bytes, at), isDigit);
  }
}

const QUOTE = 0x22;
const LF = 0x0a;

/** A string that starts at this quote. */
function stringFrom(bytes: Buffer, start: number): Span | undefined {
  if (start === -1) return undefined;
  let end = start + 1;
  while (end < bytes.length && bytes[end] !== QUOTE) end += bytes[end] === 0x5c ? 2 : 1;
  return end < bytes.length ? { start, end: end + 1 } : undefined;
}

/** From the next opening bracket to the one that closes it; strings are passed over. */
function bracketFrom(bytes: Buffer, at: number): Span | undefined {
  let start = at;
  while (start < bytes.length && !isOpening(bytes[start])) start += 1;
  let depth = 0;
  for (let here = start; here < bytes.length; here += 1) {
    const byte = bytes[here];
    if (byte === QUOTE) here = (stringFrom(bytes, here)?.end ?? bytes.length) - 1;
    else if (isOpening(byte)) depth += 1;
    else if (byte === 0x5d || byte === 0x7d) depth -= 1;
    if (depth === 0) return { start, end: here + 1 };
  }
  return undefined;
}

/** `"key":value` from the next quote on. */
function memberFrom(bytes: Buffer, at: number): Span | undefined {
  const key = stringFrom(bytes, bytes.indexOf(QUOTE, at));
  if (!key || bytes[key.end] !== 0x3a) return undefined;
  const first = bytes[key.end + 1];
  const value =
    first === QUOTE
      ? stringFrom(bytes, key.end + 1)
      : isOpening(first)
        ? bracketFrom(bytes, key.end + 1)
        : around(bytes, key.end + 1, isWord);
  return value && { start: key.start, end: value.end };
}

function around(bytes: Buffer, at: number, isIn: (byte: number) => boolean): Span | undefined {
  if (!isIn(bytes[at] ?? LF)) return undefined;
  let [start, end] = [at, at + 1];
  while (start > 0 && isIn(bytes[start - 1] ?? 0)) start -= 1;
  while (end < bytes.length && isIn(bytes[end] ?? 0)) end += 1;
  return { start, end };
}

function isOpening(byte: number | undefined): boolean {
  return byte === 0x5b || byte === 0x7b;
}

function isWord(byte: number): boolean {
  return (
    isDigit(byte) ||
    (byte >= 0x41 && byte <= 0x5a) ||
    (byte >= 0x61 && byte <= 0x7a) ||
    byte === 0x5f
  );
}

function isDigit(byte: number): boolean {
  return (byte >= 0x30 && byte <= 0x39) || byte === 0x2d || byte === 0x2e;
}

function firstDigit(bytes: Buffer, at: number): number {
  let here = at;
  while (here < bytes.length && !isDigit(bytes[here] ?? 0)) here += 1;
  return here;
}
