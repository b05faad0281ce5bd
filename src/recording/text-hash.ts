import { randomInt } from 'node:crypto';

/** Where a text stands. */
export interface Span {
  readonly bytes: Buffer;
  readonly start: number;
  readonly end: number;
}

/** 64 bits as two whole numbers of 32, which need no memory of their own as a double does. */
export interface Hash {
  readonly low: number;
  readonly high: number;
}

/** Nobody can make texts of one hash without knowing it. */
export const SEED: number = randomInt(2 ** 32);
/** Odd numbers whose bits are spread, and how far what they mixed is folded: two rows of each. */
export const ROWS = [
  { factor: 0x9e37_79b1, fold: 15 },
  { factor: 0x5f35_6495, fold: 13 },
] as const;

/**
 * A hash, four bytes at a time in two rows of 32 bits; the last ones are filled up with zero bytes,
 * and the length is the first. `scan/hash-code.ts` says the same in WebAssembly.
 */
export function hashOf({ bytes, start, end }: Span): Hash {
  let one = SEED ^ (end - start);
  let other = one;
  for (let at = start; at < end; at += 4) {
    const word = wordAt(bytes, at, end);
    one = Math.imul(one ^ word, ROWS[0].factor);
    one ^= one >>> ROWS[0].fold;
    other = Math.imul(other ^ word, ROWS[1].factor);
    other ^= other >>> ROWS[1].fold;
  }
  return hashFrom(one, other);
}

/** From what the two rows hold in the end. */
export function hashFrom(one: number, other: number): Hash {
  const low = Math.imul(one ^ (one >>> 16), 0x85eb_ca6b) ^ Math.imul(other, 0xc2b2_ae35);
  const high = Math.imul(other ^ (other >>> 16), 0x85eb_ca6b) ^ Math.imul(one, 0xc2b2_ae35);
  return { low: low ^ (low >>> 15), high };
}

/** Behind the end are zero bytes. */
function wordAt(bytes: Buffer, at: number, end: number): number {
  let word = bytes[at] ?? 0;
  if (at + 1 < end) word |= (bytes[at + 1] ?? 0) << 8;
  if (at + 2 < end) word |= (bytes[at + 2] ?? 0) << 16;
  if (at + 3 < end) word |= (bytes[at + 3] ?? 0) << 24;
  return word;
}
