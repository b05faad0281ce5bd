import { wholeCharacters } from '../wire/utf8.ts';

/** Short strings are thrown away at once, long ones pile up. In bytes. */
const PART = 6 * 1024;

/** What comes block by block as the inside of a JSON string: escaped text when it is UTF-8, else base64. */
export function* strayTexts(blocks: Iterable<Buffer>, utf8: boolean): Generator<string> {
  let rest = Buffer.alloc(0);
  for (const part of partsOf(blocks)) {
    const some = rest.length === 0 ? part : Buffer.concat([rest, part]);
    // Base64 needs no padding between parts of three bytes each.
    const whole = utf8 ? wholeCharacters(some) : some.length - (some.length % 3);
    yield inString(some.subarray(0, whole), utf8);
    rest = Buffer.from(some.subarray(whole));
  }
  if (rest.length > 0) yield inString(rest, utf8);
}

function* partsOf(blocks: Iterable<Buffer>): Generator<Buffer> {
  for (const block of blocks)
    for (let at = 0; at < block.length; at += PART) yield block.subarray(at, at + PART);
}

function inString(bytes: Buffer, utf8: boolean): string {
  return utf8 ? JSON.stringify(bytes.toString('utf8')).slice(1, -1) : bytes.toString('base64');
}
