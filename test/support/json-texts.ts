import type { JsonNode } from '../../src/model/json.ts';
import fc from './fast-check.ts';

const space = fc
  .array(fc.constantFrom(' ', '\t', '\n', '\r'), { maxLength: 2 })
  .map((parts) => parts.join(''));

const numberText = fc.oneof(
  fc.constantFrom(
    '0',
    '-0',
    '1.0',
    '-1.50',
    '1e2',
    '1E+2',
    '1e-7',
    '12345678901234567890',
    '1e400',
  ),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map(String),
);

const stringText = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        ...'\\" \\\\ \\/ \\b \\f \\n \\r \\t \\u00e9 \\ud83c \\udf89 \\u0000'.split(' '),
      ),
      fc.constantFrom(
        'a',
        'b',
        ' ',
        'é',
        '→',
        '🎉',
        '\u2028',
        '\u0085',
        '\ufeff',
        '\x7f',
        '__proto__',
      ),
      fc.string({ unit: 'binary', maxLength: 3 }).map((text) => JSON.stringify(text).slice(1, -1)),
    ),
    { maxLength: 6 },
  )
  .map((parts) => `"${parts.join('')}"`);

/** JSON texts as peers spell them: odd white space, escapes and numbers, the same key twice. */
export const jsonText: fc.Arbitrary<string> = fc.letrec<{ value: string; spaced: string }>(
  (tie) => ({
    spaced: fc.tuple(space, tie('value'), space).map((parts) => parts.join('')),
    value: fc.oneof(
      { maxDepth: 5, depthSize: 'small' },
      fc.oneof(numberText, stringText, fc.constantFrom('true', 'false', 'null')),
      fc.array(tie('spaced'), { maxLength: 5 }).map((items) => `[${items.join(',')}]`),
      fc
        .array(fc.tuple(space, keyText(), space, tie('spaced')), { maxLength: 12 })
        .map(
          (members) => `{${members.map(([a, key, b, value]) => `${a}${key}${b}:${value}`).join()}}`,
        ),
    ),
  }),
).spaced;

function keyText(): fc.Arbitrary<string> {
  return fc.oneof(fc.constantFrom('"a"', '"\\u0061"', '"b"', '"__proto__"', '""'), stringText);
}

/** A text with one to three characters taken out, put in or replaced. */
export function mutated(texts: fc.Arbitrary<string>): fc.Arbitrary<string> {
  const inserted = fc.constantFrom(
    '',
    ...charsOf('{}[]",:\\u0189-+.eEtrufalsn\t\v\0 \x1f'),
    'NaN',
    '\ufeff',
    'é',
  );
  const change = fc.tuple(fc.nat(), fc.nat(1), inserted);
  return fc.tuple(texts, fc.array(change, { minLength: 1, maxLength: 3 })).map(([text, changes]) =>
    changes.reduce((before, [place, removed, added]) => {
      const at = place % (before.length + 1);
      return before.slice(0, at) + added + before.slice(at + removed);
    }, text),
  );
}

/** The value that a program which uses JSON.parse would see. */
export function plainValue(node: JsonNode): unknown {
  switch (node.kind) {
    case 'object': {
      const value = {};
      for (const { key, value: inner } of node.members) {
        const own = {
          value: plainValue(inner),
          enumerable: true,
          writable: true,
          configurable: true,
        };
        Object.defineProperty(value, key, own);
      }
      return value;
    }
    case 'array':
      return node.items.map(plainValue);
    case 'number':
      return Number(node.text);
    case 'string':
    case 'literal':
      return node.value;
  }
}

/** Whether some JSON text starts like this, by trying out endings on JSON.parse. ASCII only. */
export function viable(prefix: string): boolean {
  const closers = closersOf(prefix);
  return ENDINGS.some((ending) => isParsed(prefix + ending + closers));
}

/** What can complete the token, and the member, that a text was cut in. */
const TOKENS = [
  '',
  '0',
  '"',
  'n"',
  '0"',
  '00"',
  '000"',
  '0000"',
  ...tails('true', 'false', 'null'),
];
const ENDINGS = TOKENS.flatMap((token) => [token, `${token}:0`, `${token}"":0`]);

function tails(...words: string[]): string[] {
  return words.flatMap((word) => charsOf(word).map((_, index) => word.slice(index)));
}

/** The brackets that are open at the end, outside strings, closed in order. */
function closersOf(prefix: string): string {
  const outside = prefix.replace(/"(?:\\.|[^"\\])*(?:"|\\?$)/gs, '');
  const open: string[] = [];
  for (const char of outside) {
    if (char === '{') open.unshift('}');
    else if (char === '[') open.unshift(']');
    else if (char === '}' || char === ']') open.shift();
  }
  return open.join('');
}

function isParsed(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** The characters of an ASCII text. */
export function charsOf(text: string): string[] {
  return text.split('');
}

/** Cuts bytes at the given lengths, again and again; empty chunks occur. */
export function chunked(bytes: Buffer, lengths: readonly number[]): Buffer[] {
  const chunks: Buffer[] = [];
  let start = 0;
  for (const length of lengths) {
    chunks.push(bytes.subarray(start, start + length));
    start += length;
  }
  return [...chunks, bytes.subarray(start)];
}
