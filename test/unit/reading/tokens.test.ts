import { beforeAll, describe, expect, it } from 'vitest';
import type { Tokenizer } from '../../../src/model/reading.ts';
import { loadTokenizer, SAMPLE_ABOVE } from '../../../src/reading/tokens.ts';
import { verifies } from '../../support/verifies.ts';

describe('the tokenizer', () => {
  verifies('reading/tokens');
  let tokenizer: Tokenizer;
  beforeAll(async () => {
    tokenizer = await loadTokenizer();
  });

  it('says that it is an estimate', () => {
    expect(tokenizer).toMatchObject({ name: 'o200k (estimate for Claude)', exact: false });
  });

  it.each([
    ['', 0],
    ['hello world', 2],
    ['Daftar semua kamar asrama.', 7],
  ])('counts %j', (text, tokens) => {
    expect(tokenizer.count(text)).toBe(tokens);
  });

  it('takes names of special tokens for the text that they are', () => {
    expect(tokenizer.count('<|endoftext|>')).toBeGreaterThan(1);
    expect(tokenizer.count('a <|endofprompt|> b')).toBeGreaterThan(3);
  });

  it('counts lone surrogates and control characters', () => {
    expect(tokenizer.count('\ud800\u0000\u202e')).toBeGreaterThan(0);
  });

  it('stays near the count of the parts when it has to sample', () => {
    const line = 'Ahmad Fauzi, kelas 7A, kamar Al-Fatih 1, status aktif. ';
    const times = Math.ceil((SAMPLE_ABOVE * 8) / line.length);
    const expected = tokenizer.count(line.repeat(100)) * (times / 100);
    const found = tokenizer.count(line.repeat(times));
    expect(Math.abs(found - expected) / expected).toBeLessThan(0.02);
  });

  it.each([
    ['one letter', 'a'.repeat(5_000_000)],
    ['spaces', ' '.repeat(5_000_000)],
    ['base64', Buffer.alloc(3_000_000, 'Zx9é').toString('base64')],
    ['just below the sampling size', '='.repeat(SAMPLE_ABOVE)],
  ])('takes bounded time: %s', (_name, text) => {
    const start = performance.now();
    expect(tokenizer.count(text)).toBeGreaterThan(0);
    expect(performance.now() - start).toBeLessThan(3000);
  });
});
