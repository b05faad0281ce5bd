import type { ParseResult } from '../document.ts';
import { Cursor, TomlSyntax } from './cursor.ts';
import { Tables } from './tables.ts';
import { parseKey, parsePair } from './values.ts';

/**
 * Parses TOML 1.0, and what 1.1 adds to it, so that every value knows its place in the text. Numbers
 * and dates are recognised, not converted.
 */
export function parseToml(text: string): ParseResult {
  try {
    return { ok: true, root: parseDocument(new Cursor(text)) };
  } catch (error) {
    if (!(error instanceof TomlSyntax)) throw error;
    return { ok: false, offset: error.offset, detail: error.message };
  }
}

function parseDocument(cursor: Cursor) {
  const tables = new Tables();
  for (;;) {
    cursor.skipLines();
    if (cursor.done) return tables.root;
    if (cursor.char === '[') parseHeader(cursor, tables);
    else parsePair(cursor, tables, 'line');
    cursor.endLine();
  }
}

function parseHeader(cursor: Cursor, tables: Tables): void {
  const isList = cursor.startsWith('[[');
  cursor.at += isList ? 2 : 1;
  const key = parseKey(cursor);
  if (!cursor.accept(isList ? ']]' : ']')) cursor.fail('a ] is missing');
  if (isList) tables.append(key, cursor);
  else tables.open(key, cursor);
}
