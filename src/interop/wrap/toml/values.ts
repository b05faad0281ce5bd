import type { ArrayNode, ConfigNode, OtherNode } from '../document.ts';
import type { Cursor } from './cursor.ts';
import { atString, parseString } from './strings.ts';
import { type KeyPart, Tables } from './tables.ts';

/** A key with its dots: `mcp_servers."my server".command`. */
export function parseKey(cursor: Cursor): KeyPart[] {
  const parts: KeyPart[] = [];
  do {
    cursor.skipSpace();
    parts.push(parsePart(cursor));
    cursor.skipSpace();
  } while (cursor.accept('.'));
  return parts;
}

function parsePart(cursor: Cursor): KeyPart {
  const start = cursor.at;
  if (atString(cursor)) {
    if (cursor.startsWith('"""') || cursor.startsWith("'''")) cursor.fail('a key of several lines');
    const { value, end } = parseString(cursor);
    return { key: value, start, end };
  }
  const key = cursor.match(/[A-Za-z0-9_-]+/y);
  if (key === '') cursor.fail('a key is missing');
  return { key, start, end: cursor.at };
}

/** `key = value`, put into `tables` below `table`. */
export function parsePair(cursor: Cursor, tables: Tables, style: 'comma' | 'line'): void {
  const key = parseKey(cursor);
  if (!cursor.accept('=')) cursor.fail('an = is missing');
  cursor.skipSpace();
  tables.assign(key, parseValue(cursor), style, cursor);
}

function parseValue(cursor: Cursor): ConfigNode {
  if (atString(cursor)) return parseString(cursor);
  if (cursor.char === '[') return cursor.inside(() => parseArray(cursor));
  if (cursor.char === '{') return cursor.inside(() => parseInline(cursor));
  return parseOther(cursor);
}

function parseArray(cursor: Cursor): ArrayNode {
  const start = cursor.at++;
  const items: ConfigNode[] = [];
  for (;;) {
    cursor.skipLines();
    if (cursor.accept(']')) return { kind: 'array', start, end: cursor.at, items };
    items.push(parseValue(cursor));
    cursor.skipLines();
    if (!cursor.accept(',') && cursor.char !== ']') cursor.fail('a ] or a comma is missing');
  }
}

/** An inline table; line ends and a last comma as TOML 1.1 allows them. */
function parseInline(cursor: Cursor): ConfigNode {
  const start = cursor.at++;
  const tables = new Tables();
  for (;;) {
    cursor.skipLines();
    if (cursor.accept('}')) return tables.sealed({ start, end: cursor.at });
    parsePair(cursor, tables, 'comma');
    cursor.skipLines();
    if (!cursor.accept(',') && cursor.char !== '}') cursor.fail('a } or a comma is missing');
  }
}

const DIGITS = '\\d(?:_?\\d)*';
const OTHER: readonly RegExp[] = [
  /true|false/y,
  /\d{4}-\d\d-\d\d(?:[Tt ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:[Zz]|[+-]\d\d:\d\d)?)?/y,
  /\d\d:\d\d(?::\d\d(?:\.\d+)?)?/y,
  /0x[\da-f](?:_?[\da-f])*|0o[0-7](?:_?[0-7])*|0b[01](?:_?[01])*/iy,
  /[+-]?(?:inf|nan)/y,
  new RegExp(`[+-]?(?:0|[1-9](?:_?\\d)*)(?:\\.${DIGITS})?(?:[eE][+-]?${DIGITS})?`, 'y'),
];

function parseOther(cursor: Cursor): OtherNode {
  const start = cursor.at;
  for (const pattern of OTHER) {
    const text = cursor.match(pattern);
    if (text !== '' && !/[\w.+-]/.test(cursor.char))
      return { kind: 'other', start, end: cursor.at, text };
    cursor.at = start;
  }
  return cursor.fail(cursor.done || /[\s#]/.test(cursor.char) ? 'a value is missing' : UNKNOWN);
}

const UNKNOWN = 'a value that TOML does not know';
