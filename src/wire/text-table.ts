/** What a byte may be behind a backslash in a JSON string (RFC 8259 section 7). */
export const SHORT_ESCAPE = 1;
/** It may be one of the four behind `\u`. */
export const HEX_DIGIT = 2;

/** The two for each byte, as bits. */
export const TEXT_TABLE: Uint8Array<ArrayBuffer> = new Uint8Array(256);
for (const byte of Buffer.from('"\\/bfnrt')) TEXT_TABLE[byte] = SHORT_ESCAPE;
for (const byte of Buffer.from('0123456789abcdefABCDEF'))
  TEXT_TABLE[byte] = (TEXT_TABLE[byte] ?? 0) | HEX_DIGIT;
