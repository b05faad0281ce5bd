import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { beforeAll, expect, it } from 'vitest';
import type { Tokenizer } from '../../src/model/reading.ts';
import { loadTokenizer } from '../../src/reading/tokens.ts';
import fc from '../support/fast-check.ts';
import { verifies } from '../support/verifies.ts';

let tokenizer: Tokenizer;
beforeAll(async () => {
  tokenizer = await loadTokenizer();
});

it('counts what the published tokenizer counts', () => {
  verifies('reading/tokens');
  fc.assert(
    fc.property(text, (each) => {
      expect(tokenizer.count(each)).toBe(countTokens(each, AS_PLAIN_TEXT));
    }),
    { numRuns: 3000 },
  );
});

const AS_PLAIN_TEXT = { disallowedSpecial: new Set<string>() };

/** A token of its own, which the published one does not find: it drops the mark when it reads bytes. */
const BYTE_ORDER_MARK = '\ufeff';

/** Words of many scripts, code, numbers, spaces, what is no text: what comes between decides how it falls apart. */
const part = fc.oneof(
  fc.constantFrom(
    ...'asrama kamar the Hello WORLD camelCase snake_case http://a.b/c?d=e "key": {"a":[1,2]} don\'t I\'LL'.split(
      ' ',
    ),
    ...'東京都 こんにちは 안녕 привет مرحبا हिन्दी ไทย e\u0301 🎉 👩‍👩‍👧 <|endoftext|>'.split(' '),
    '\n',
    '\r\n',
    '  ',
    '\t',
    ' ',
    ' \n ',
    '\u00a0',
    '\u2028',
    '\ud800',
    '\udc00',
    '\0',
    '////',
    '====',
    '...',
  ),
  fc.string({ unit: 'binary', maxLength: 6 }),
  fc.string({ unit: 'grapheme', maxLength: 6 }),
  fc.string({ maxLength: 20 }),
  fc.nat().map(String),
  fc
    .tuple(fc.constantFrom('a', ' ', '=', 'ab', '語', '\n', '0'), fc.nat(60))
    .map(([one, times]) => one.repeat(times)),
  fc.uint8Array({ maxLength: 40 }).map((bytes) => Buffer.from(bytes).toString('base64')),
);
const text = fc
  .array(part, { maxLength: 12 })
  .map((parts) => parts.join('').replaceAll(BYTE_ORDER_MARK, ''));

it('knows the byte order mark', () => {
  expect(tokenizer.count(BYTE_ORDER_MARK)).toBe(1);
});
