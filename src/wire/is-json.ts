import { isUtf8 } from 'node:buffer';
import { BYTE, bad, MAX_DEPTH, Scanner } from './scanner.ts';

/**
 * Whether the bytes are one JSON text (RFC 8259) in valid UTF-8, surrounded by white space at most.
 * Builds nothing; says the same as `parseJson` for valid UTF-8.
 */
export function isJson(bytes: Buffer): boolean {
  return isUtf8(bytes) && isJsonShaped(new Scanner(bytes));
}

/** One turn per value: it is read, or its bracket opened; then everything that ends after it is closed. */
function isJsonShaped(scanner: Scanner): boolean {
  const { bytes } = scanner;
  const closers: number[] = [];
  let at = scanner.space(0);
  for (;;) {
    const opened = closerOf(bytes[at]);
    if (opened !== undefined) {
      if (closers.length >= MAX_DEPTH) return false;
      closers.push(opened);
      at = scanner.space(at + 1);
      if (bytes[at] !== opened) {
        if (opened === BYTE.closeObject) at = afterKey(scanner, at);
        if (at < 0) return false;
        continue;
      }
    } else {
      at = bytes[at] === BYTE.quote ? scanner.string(at) : scanner.scalar(at);
      if (at < 0) return false;
      at = scanner.space(at);
    }
    at = afterClosers(scanner, at, closers);
    if (closers.length === 0) return at === bytes.length;
    if (at < 0) return false;
  }
}

function closerOf(byte: number | undefined): number | undefined {
  if (byte === BYTE.openObject) return BYTE.closeObject;
  return byte === BYTE.openArray ? BYTE.closeArray : undefined;
}

/** A key with its colon: the offset of the value, or negative. */
function afterKey(scanner: Scanner, at: number): number {
  const end = scanner.string(at);
  if (end < 0) return end;
  const colon = scanner.space(end);
  return scanner.bytes[colon] === BYTE.colon ? scanner.space(colon + 1) : bad(colon);
}

/** Pops what closes at `at`; then the offset of the next value, of what follows the root, or negative. */
function afterClosers(scanner: Scanner, from: number, closers: number[]): number {
  const { bytes } = scanner;
  let at = from;
  for (let closer = closers.at(-1); closer !== undefined; closer = closers.at(-1)) {
    if (bytes[at] === BYTE.comma) {
      at = scanner.space(at + 1);
      return closer === BYTE.closeObject ? afterKey(scanner, at) : at;
    }
    if (bytes[at] !== closer) return bad(at);
    closers.pop();
    at = scanner.space(at + 1);
  }
  return at;
}
