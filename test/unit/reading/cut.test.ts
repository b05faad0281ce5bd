import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { Cut, Limit, Rule } from '../../../src/model/profile.ts';
import type { ModelText } from '../../../src/model/reading.ts';
import { profileOf } from '../../../src/reading/profiles.ts';
import { cutInTurn, cutTogether } from '../../../src/reading/stages/cut.ts';
import { cutToLimit } from '../../../src/reading/stages/limit.ts';
import { conversation } from '../../support/conversation.ts';
import { verifies } from '../../support/verifies.ts';
import { readingAt } from './readings.ts';

const chars = (n: number): Limit => ({ n, unit: 'chars' });
const texts = (...all: string[]): ModelText[] =>
  all.map((text, index) => ({ place: `p[${index}]`, way: 'read', text, from: `/${index}` }));
const together = (cut: Cut, text: string) =>
  cutTogether(cut, texts(text)).map((each) => each.text)[0];

describe('a cut', () => {
  verifies('reading/truncation');

  it('keeps two halves of one size beside a marker that counts', () => {
    const cut: Cut = { of: 'all', over: chars(20), keep: 'middle-out', within: true };
    expect(together({ ...cut, marker: '[{n}]' }, 'abcdefghij'.repeat(10))).toBe(
      'abcdefgh[84]cdefghij',
    );
  });

  it('names sizes in the words of the host', () => {
    const cut: Cut = {
      of: 'all',
      over: { n: 2, unit: 'tokens' },
      keep: 'middle-out',
      marker: '<{n}|{bytes}>',
    };
    expect(together(cut, 'abcd'.repeat(3000))).toBe('abcd<2998|11992>abcd');
    const words = {
      ...cut,
      over: chars(8),
      marker: '{n,} of {total,}, {lines} {kib} {head} {nobody}',
    };
    expect(together(words, 'abcd'.repeat(3000))).toBe('abcd11,992 of 12,000, 1 12 4 {nobody}abcd');
    const sum = createHash('sha256').update('0123456789').digest('hex');
    expect(together({ ...cut, over: chars(2), marker: '{sha256}' }, '0123456789')).toBe(`0${sum}9`);
  });

  it('keeps whole lines only', () => {
    const cut: Cut = { of: 'all', over: chars(8), keep: 'head', after: '…' };
    expect(together({ ...cut, lines: 'only-whole' }, 'abc\ndef\nghi\n')).toBe('abc\ndef…');
    expect(together({ ...cut, lines: 'only-whole' }, 'abc\ndefg\nghi\n')).toBe('abc\ndefg…');
    expect(together({ ...cut, lines: 'only-whole' }, 'a'.repeat(9))).toBe('…');
    expect(together({ ...cut, lines: 'last-break' }, 'abc\ndefg\nghi')).toBe('abc…');
    expect(together({ ...cut, lines: 'last-break' }, 'a'.repeat(9))).toBe('aaaaaaaa…');
  });

  it('cuts once more what is too large with its marker', () => {
    const cut: Cut = {
      of: 'in-turn',
      over: { n: 16, unit: 'bytes' },
      keep: 'middle-out',
      marker: '…{tokens} gone…',
      again: { n: 4, unit: 'tokens' },
    };
    expect(cutInTurn(cut, texts('abcdefgh'.repeat(100))).map((each) => each.text)).toEqual([
      'abcdefgh…4 gone…abcdefgh',
    ]);
  });

  it('lets texts share a size in turn, beside the words of the host', () => {
    const own: ModelText = {
      place: 'p',
      way: 'read',
      text: 'Output:',
      from: undefined,
      parts: [{ length: 7, rule: 'result.wrapper' }],
    };
    const cut: Cut = {
      of: 'in-turn',
      over: chars(6),
      keep: 'middle-out',
      marker: '~',
      omitted: '[{n} left out]',
    };
    const all = [own, ...texts('abcd', 'efgh', 'ijkl', 'mnop')];
    expect(cutInTurn(cut, all).map((each) => each.text)).toEqual([
      'Output:',
      'abcd',
      'e~h',
      '[2 left out]',
    ]);
  });
});

describe('a limit', () => {
  verifies('reading/truncation');
  const limited = (limit: Limit, text: string) => {
    const { pieces, note } = cutToLimit([{ text, from: '/a' }], limit, 'tool.description');
    return [pieces.map((each) => each.text).join(''), note];
  };

  it('is that of the first line, the marker included', () => {
    const limit: Limit = { n: 6, unit: 'chars', marker: '...', within: true, firstLine: true };
    expect(limited(limit, ' abc \ndef')).toEqual(['abc', 'the first line']);
    expect(limited(limit, 'abcdef')).toEqual(['abcdef', undefined]);
    expect(limited(limit, 'abcdefg')).toEqual(['abc...', '6 of 7 chars']);
    expect(limited(limit, '\nabc')).toEqual(['', 'the first line']);
  });
});

describe('a template of a failure', () => {
  it('names the arguments of the call, and spells texts inside of JSON', () => {
    verifies('reading/rpc-error');
    const rule: Rule = {
      fate: 'rewritten',
      text: '{server_tool}({arguments}) by {tool}: "{message_in_json}"[? {data_in_json}?]',
    };
    const base = profileOf('opencode');
    const profile = { ...base, rules: { ...base.rules, 'rpcError.call': rule } };
    const params = { name: 't', arguments: { a: [1] } };
    const session = conversation({ label: 's' })
      .client({ jsonrpc: '2.0', id: 1, method: 'tools/call', params })
      .server({ jsonrpc: '2.0', id: 1, error: { code: 1, message: 'a "b"\n' } })
      .session();
    const { texts: said, fates } = readingAt(session, -1, profile);
    expect(said.map((each) => each.text)).toEqual(['t({"a":[1]}) by s_t: "a \\"b\\"\\n"']);
    expect(fates.find((each) => each.pointer === '/error/message')).toMatchObject({
      kind: 'rewritten',
    });
  });
});
