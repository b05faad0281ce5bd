import { describe, expect, it } from 'vitest';
import { maskCommand } from '../../../src/recording/mask-command.ts';
import { KEY_SHAPES } from '../../../src/secrets/keys.ts';
import { KnownValues } from '../../../src/secrets/known-values.ts';
import { Redactor } from '../../../src/secrets/redactor.ts';
import { verifies } from '../../support/verifies.ts';

const RULES = {
  members: new Set<string>(),
  pointers: [],
  patterns: [],
  personal: [],
  secrets: true,
};

/** Milliseconds. */
function timeOf(work: () => void): number {
  const started = performance.now();
  work();
  return performance.now() - started;
}

describe('redaction of what a hostile peer sends', () => {
  verifies('redact:bounded');

  it.each([
    'a.',
    'a-',
    'eyJaaaaaaaa-',
    '-eyJaaaaaaaa',
    'eyJaaaaaaaa.',
    'sk-',
    'a://',
    'SG.',
    '"a":"',
    "'a':",
    "'",
    '\na-a',
    'token = ',
    'token = "',
    'token = "\\',
    '\\"',
    'token ',
    'api ',
    "token : 'a",
    '|token|',
    '| ',
    '\t',
    'token\t',
    ' ',
    'a[',
  ])('takes no longer than its length for %s over and over', (piece) => {
    const text = piece.repeat(100_000 / piece.length);
    expect(timeOf(() => new Redactor(RULES).text(text))).toBeLessThan(3000);
  });

  it.each(['\\"', '"a":"\\', '"', '--a ', 'a://b@', '?a=b&', '«'])(
    'takes no longer for an argument of %s over and over',
    (piece) => {
      const argument = piece.repeat(100_000 / piece.length);
      expect(timeOf(() => maskCommand(['node', argument]))).toBeLessThan(3000);
    },
  );

  it('takes no longer for a name of capitals', () => {
    const message = Buffer.from(`{"${'A'.repeat(200_000)}":1}`);
    expect(timeOf(() => new Redactor(RULES).json(message))).toBeLessThan(3000);
  });

  it('takes no longer for many values that begin alike', () => {
    const known = new KnownValues();
    const number = (nth: number) => `3171${String(nth).padStart(12, '0')}`;
    const spent = timeOf(() => {
      for (let nth = 0; nth < 20_000; nth += 1) known.add(number(nth));
      known.replace('31719'.repeat(20_000), () => '');
    });
    expect(spent).toBeLessThan(3000);
    expect(known.replace(`a ${number(7)} b`, (value) => `<${value}>`)).toBe(`a <${number(7)}> b`);
  });

  it('takes the longest of values within each other, however long they are', () => {
    const known = new KnownValues();
    const long = 'abcdefgh'.repeat(20);
    for (const value of ['abcdef', long.slice(0, 100), long]) known.add(value);
    const lengths = (text: string) => known.replace(text, ({ length }) => `<${length}>`);
    expect(lengths(`${long} ${long.slice(0, 120)} abcdefx`)).toBe('<160> <100>efgh<6>gh<6>gh <6>x');
  });
});

describe('a JSON Web Token', () => {
  verifies('redact:bounded');
  const token = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.abc_-1';

  it.each(['', ' ', '"', '-', 'id-token-', '/', '.'])('is found behind %j', (before) => {
    const shape = KEY_SHAPES.find(({ name }) => name === 'jwt')?.shape ?? /$^/g;
    expect(`${before}${token}`.match(shape)).toEqual([token]);
  });
});
