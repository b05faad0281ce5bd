/** Passing over valid JSON by its bytes. Each function takes the offset of a first byte, and gives the one behind. */

export const QUOTE = 0x22;
export const COMMA = 0x2c;
const BACKSLASH = 0x5c;

export function space(bytes: Uint8Array, start: number): number {
  let at = start;
  while ((bytes[at] ?? 0x7f) <= 0x20) at += 1;
  return at;
}

/** Over any value. */
export function skip(bytes: Uint8Array, start: number): number {
  const first = bytes[start] ?? 0;
  if (first === QUOTE) return skipText(bytes, start);
  if (first !== 0x7b && first !== 0x5b) return skipScalar(bytes, start);
  let depth = 0;
  for (let at = start; ; ) {
    const byte = bytes[at] ?? 0;
    if (byte === QUOTE) at = skipText(bytes, at);
    else at += 1;
    // Brackets of both kinds differ in this bit alone.
    if ((byte | 0x20) === 0x7b) depth += 1;
    else if ((byte | 0x20) === 0x7d) depth -= 1;
    if (depth === 0) return at;
  }
}

export function skipText(bytes: Uint8Array, start: number): number {
  for (let at = start + 1; ; at += 1) {
    const byte = bytes[at] ?? QUOTE;
    if (byte === QUOTE) return at + 1;
    if (byte === BACKSLASH) at += 1;
  }
}

/** Over a number or a word. */
export function skipScalar(bytes: Uint8Array, start: number): number {
  let at = start;
  while (isScalar(bytes[at] ?? 0)) at += 1;
  return at;
}

/** Letters, digits, `+`, `-`, `.`. */
function isScalar(byte: number): boolean {
  const lower = byte | 0x20;
  return (
    (byte >= 0x30 && byte <= 0x39) ||
    (lower >= 0x61 && lower <= 0x7a) ||
    byte === 0x2b ||
    byte === 0x2d ||
    byte === 0x2e
  );
}
