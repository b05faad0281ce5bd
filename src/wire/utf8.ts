import { isUtf8 } from 'node:buffer';

/**
 * Offset of the first byte, from `start` on, that starts no well-formed UTF-8 sequence (Unicode 16,
 * table 3-7: no surrogates, no overlong forms, nothing above U+10FFFF); undefined when all do.
 */
export function firstInvalidUtf8(bytes: Buffer, start: number): number | undefined {
  if (isUtf8(bytes.subarray(start))) return undefined;
  let at = start;
  while (at < bytes.length) {
    const length = sequenceLength(bytes, at);
    if (length === 0) return at;
    at += length;
  }
  return undefined;
}

/** 1 to 4, or 0 when no well-formed sequence starts there. */
function sequenceLength(bytes: Buffer, at: number): number {
  const lead = bytes[at] ?? 0;
  if (lead < 0x80) return 1;
  if (lead < 0xc2 || lead > 0xf4) return 0;
  const length = lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
  if (!isSecond(lead, bytes[at + 1])) return 0;
  for (let index = 2; index < length; index += 1) {
    if (!isWithin(bytes[at + index], 0x80, 0xbf)) return 0;
  }
  return length;
}

/** The lead byte narrows the second one where a form would be overlong, a surrogate, or too large. */
function isSecond(lead: number, byte: number | undefined): boolean {
  if (lead === 0xe0) return isWithin(byte, 0xa0, 0xbf);
  if (lead === 0xed) return isWithin(byte, 0x80, 0x9f);
  if (lead === 0xf0) return isWithin(byte, 0x90, 0xbf);
  if (lead === 0xf4) return isWithin(byte, 0x80, 0x8f);
  return isWithin(byte, 0x80, 0xbf);
}

function isWithin(byte: number | undefined, low: number, high: number): boolean {
  return byte !== undefined && byte >= low && byte <= high;
}

/** Bytes up to the last character whose end has come (UTF-8: at most three bytes may be missing). */
export function wholeCharacters(bytes: Buffer): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back += 1) {
    const byte = bytes.at(-back) ?? 0;
    if (byte < 0x80) break;
    if (byte < 0xc0) continue;
    const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2;
    return length > back ? bytes.length - back : bytes.length;
  }
  return bytes.length;
}

const NONE: Buffer = Buffer.alloc(0);

/** Finds out whether bytes that come in pieces are UTF-8, all of them together. */
export class Utf8Watch {
  #isValid = true;
  /** The start of a character whose end is still to come. */
  #start = NONE;

  /** Are all pieces so far, as one text? */
  get isUtf8(): boolean {
    return this.#isValid && this.#start.length === 0;
  }

  push(piece: Buffer): void {
    if (!this.#isValid) return;
    const from = this.#start.length === 0 ? 0 : this.#complete(piece);
    const rest = piece.subarray(from);
    const whole = wholeCharacters(rest);
    this.#isValid &&= isUtf8(rest.subarray(0, whole));
    if (whole < rest.length) this.#start = Buffer.from(rest.subarray(whole));
  }

  /** Gives the offset after the character that an earlier piece began. */
  #complete(piece: Buffer): number {
    for (let at = 0; at < piece.length; at += 1) {
      this.#start = Buffer.concat([this.#start, piece.subarray(at, at + 1)]);
      if (wholeCharacters(this.#start) === 0) continue;
      this.#isValid = isUtf8(this.#start);
      this.#start = NONE;
      return at + 1;
    }
    return piece.length;
  }
}
