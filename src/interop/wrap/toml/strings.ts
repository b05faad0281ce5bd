import type { StringNode } from '../document.ts';
import type { Cursor } from './cursor.ts';

/** Is there a string here? Also as a key. */
export function atString(cursor: Cursor): boolean {
  return cursor.char === '"' || cursor.char === "'";
}

/** One of the four kinds of strings (TOML 1.0, section String; `\e` and `\x` of 1.1 too). */
export function parseString(cursor: Cursor): StringNode {
  const start = cursor.at;
  const quote = cursor.char;
  const isLong = cursor.startsWith(quote.repeat(3));
  cursor.at += isLong ? 3 : 1;
  if (isLong) cursor.match(/\r?\n/y);
  let value = '';
  for (;;) {
    value += cursor.match(quote === '"' ? PLAIN_BASIC : PLAIN_LITERAL);
    if (cursor.done) cursor.fail('a string that does not end', start);
    if (cursor.char === quote) {
      const closing = close(cursor, quote, isLong);
      value += closing.text;
      if (closing.ends) return { kind: 'string', start, end: cursor.at, value };
    } else if (cursor.char === '\\' && quote === '"') value += parseEscape(cursor, isLong);
    else value += lineEnd(cursor, isLong, start);
  }
}

/** Everything but quotes, backslashes and control characters; a tab is fine. */
const PLAIN_BASIC = /[^"\\\p{Cc}]*\t?/uy;
const PLAIN_LITERAL = /[^'\p{Cc}]*\t?/uy;

/** Quotes inside a long string are text until three stand together; two more may precede them. */
function close(cursor: Cursor, quote: string, isLong: boolean): { text: string; ends: boolean } {
  const found = cursor.match(quote === '"' ? /"{1,5}/y : /'{1,5}/y);
  if (!isLong) {
    cursor.at -= found.length - 1;
    return { text: '', ends: true };
  }
  if (found.length < 3) return { text: found, ends: false };
  return { text: quote.repeat(found.length - 3), ends: true };
}

const SHORT: { readonly [letter: string]: string } = {
  b: '\b',
  t: '\t',
  n: '\n',
  f: '\f',
  r: '\r',
  e: '\x1b',
  '"': '"',
  '\\': '\\',
};

function parseEscape(cursor: Cursor, isLong: boolean): string {
  const start = cursor.at;
  if (isLong && cursor.match(/\\[ \t]*\r?\n(?:[ \t\n]|\r\n)*/y) !== '') return '';
  const coded = cursor.match(/\\(?:x[\dA-Fa-f]{2}|u[\dA-Fa-f]{4}|U[\dA-Fa-f]{8})/y);
  if (coded !== '') {
    const code = Number.parseInt(coded.slice(2), 16);
    if (code <= 0x10ffff && !(code >= 0xd800 && code < 0xe000)) return String.fromCodePoint(code);
    cursor.fail('an escape that is no character', start);
  }
  const letter = cursor.text[start + 1] ?? '';
  if (!Object.hasOwn(SHORT, letter)) cursor.fail('an unknown escape inside a string', start);
  cursor.at = start + 2;
  return SHORT[letter] ?? '';
}

function lineEnd(cursor: Cursor, isLong: boolean, start: number): string {
  // Of the control characters that stop the plain pattern, C1 ones are allowed as they are.
  const allowed = cursor.match(/[\x80-\x9f]/y);
  if (allowed !== '') return allowed;
  const end = cursor.match(/\r?\n/y);
  if (end === '') cursor.fail('a control character inside a string');
  if (!isLong) cursor.fail('a string that does not end on its line', start);
  return end;
}
