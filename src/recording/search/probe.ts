import { LONGEST_PROBE } from '../scan/layout.ts';
import type { Sought } from './matches.ts';

/**
 * The part of a text by which lines are found that may hold it, in bytes: it stands in the line as it is,
 * or with escapes of the form `\u0061`. Characters that JSON spells otherwise (quotes, backslashes,
 * slashes, control characters) are in no probe. Empty when nothing else is in the text.
 * Where case is ignored, its letters are those of ASCII, small ones, and others that have no case.
 */
export function probeOf({ text, ignoresCase }: Sought): Buffer {
  let longest = '';
  let part = '';
  for (const character of text) {
    const isOut = isSpelledOtherwise(character) || (ignoresCase && hasOtherCase(character));
    part = isOut ? '' : part + character;
    if (part.length > longest.length) longest = part;
  }
  return cut(ignoresCase ? longest.toLowerCase() : longest);
}

function isSpelledOtherwise(character: string): boolean {
  return character < ' ' || character === '"' || character === '\\' || character === '/';
}

/** Beyond ASCII. */
function hasOtherCase(character: string): boolean {
  return character > '\x7f' && character.toLowerCase() !== character.toUpperCase();
}

/** Whole characters, as many as there is room for. */
function cut(text: string): Buffer {
  let bytes = Buffer.alloc(0);
  for (const character of text) {
    const more = Buffer.concat([bytes, Buffer.from(character)]);
    if (more.length > LONGEST_PROBE) break;
    bytes = more;
  }
  return bytes;
}
