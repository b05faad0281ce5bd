import { LONGEST_HINT } from './hints.ts';

/** A hint as bytes; `length` is -1 when there is none. Reused from line to line. */
export class HintBytes {
  readonly bytes = new Uint8Array(LONGEST_HINT);
  length = -1;
}

export interface MessageHints {
  readonly method: HintBytes;
  readonly id: HintBytes;
}

/** No head is longer: fixed text, a place, a time, two hints. In bytes. */
export const LONGEST_HEAD: number = 256 + 2 * LONGEST_HINT;

const START = bytesOf('{"type":"message","seq":');
const METHOD = bytesOf(',"method":');
const ID = bytesOf(',"id":');
const MESSAGE = bytesOf(',"message":');

/** The texts between the parts of a head, for who writes one by other means. */
export const HEAD_TEXTS: Readonly<Record<'start' | 'method' | 'id' | 'message', Uint8Array>> = {
  start: START,
  method: METHOD,
  id: ID,
  message: MESSAGE,
};

/** What stands between the place and the hints; the same for all lines of one side that arrive together. */
export function middleOf(at: string, from: string, eol: string): Uint8Array {
  const ending = eol === '\n' ? '' : `,"eol":${JSON.stringify(eol)}`;
  return bytesOf(`,"at":"${at}","from":"${from}"${ending}`);
}

/**
 * Writes a message's line up to the bytes of the message, as `encodeEntry` does, without making a string
 * or an object of anything: this is done for every line of live traffic.
 *
 * @returns the offset after it; there must be room for `LONGEST_HEAD` bytes.
 */
export function writeMessageHead(
  target: Uint8Array,
  start: number,
  seq: number,
  middle: Uint8Array,
  { method, id }: MessageHints,
): number {
  let at = put(target, start, START, START.length);
  at = putNumber(target, at, seq);
  at = put(target, at, middle, middle.length);
  if (method.length >= 0) {
    at = put(target, at, METHOD, METHOD.length);
    at = put(target, at, method.bytes, method.length);
  }
  if (id.length >= 0) {
    at = put(target, at, ID, ID.length);
    at = put(target, at, id.bytes, id.length);
  }
  return put(target, at, MESSAGE, MESSAGE.length);
}

/** For pieces this short a loop is faster than a call into the engine. */
function put(target: Uint8Array, start: number, bytes: Uint8Array, length: number): number {
  for (let index = 0; index < length; index += 1) target[start + index] = bytes[index] ?? 0;
  return start + length;
}

/** Writes a whole number, not negative, in decimal digits; returns the offset after it. */
export function putNumber(target: Uint8Array, start: number, value: number): number {
  let end = start + 1;
  for (let rest = value; rest >= 10; rest = Math.floor(rest / 10)) end += 1;
  let rest = value;
  for (let at = end - 1; at >= start; at -= 1) {
    target[at] = 0x30 + (rest % 10);
    rest = Math.floor(rest / 10);
  }
  return end;
}

function bytesOf(text: string): Uint8Array {
  return Buffer.from(text, 'latin1');
}
