import { describe, expect, it } from 'vitest';
import { at, type JsonNode, walk } from '../../../src/model/json.ts';
import { isJson, parseJson } from '../../../src/wire/json.ts';
import { MAX_DEPTH } from '../../../src/wire/scanner.ts';
import { verifies } from '../../support/verifies.ts';

describe('what parseJson keeps', () => {
  verifies('wire:json-as-sent');

  it('spellings of numbers', () => {
    const texts = ['12345678901234567890', '1.0', '1.50', '-0', '1e2', '1E+2', '1e-7', '0', '-0.0'];
    const node = read(`[${texts.join(' , ')}]`);
    expect(texts.map((_, index) => at(node, index))).toMatchObject(
      texts.map((text) => ({ kind: 'number', text })),
    );
  });

  it('member order and duplicate keys', () => {
    const node = read('{"b":1,"a":2,"b":3}');
    expect(node.kind === 'object' && node.members.map((each) => each.key)).toEqual(['b', 'a', 'b']);
    expect(at(node, 'b')).toMatchObject({ text: '3' });
  });

  it('keys spelled as an escape, whatever was read before', () => {
    // JSON.parse of Node 24 reads both keys of the second text as one backslash.
    const keys = (text: string) => {
      const node = read(text);
      return node.kind === 'object' ? node.members.map((each) => each.key) : [];
    };
    expect(keys('{"\\\\":1,"b":2}')).toEqual(['\\', 'b']);
    expect(keys('{"\\u0061":1,"\\b":2}')).toEqual(['a', '\b']);
  });

  it('offsets in bytes, also behind characters of several bytes', () => {
    const bytes = Buffer.from(' { "é→🎉" : [ "x" , true ] } ');
    const node = read(bytes);
    expect(cut(bytes, node)).toBe('{ "é→🎉" : [ "x" , true ] }');
    expect(cut(bytes, at(node, 'é→🎉'))).toBe('[ "x" , true ]');
    expect(cut(bytes, at(node, 'é→🎉', 0))).toBe('"x"');
    expect(node.kind === 'object' && bytes[node.members[0]?.start ?? 0]).toBe(0x22);
  });

  it('offsets from the first byte of the frame when it starts later', () => {
    expect(parseJson(Buffer.from('\ufeff[1]'), 3)).toMatchObject({
      ok: true,
      node: { start: 3, end: 6, items: [{ start: 4, end: 5 }] },
    });
    expect(parseJson(Buffer.from('\ufeff[?]'), 3)).toMatchObject({ ok: false, offset: 4 });
  });

  it.each([
    ['"\\"\\\\\\/\\b\\f\\n\\r\\t"', '"\\/\b\f\n\r\t'],
    ['"\\u00e9é\\u0000"', 'éé\0'],
    ['"\\ud83c\\udf89🎉"', '🎉🎉'],
    ['"\\ud800"', '\ud800'],
    ['"\\udc00\\ud800x"', '\udc00\ud800x'],
    ['"a\u2028b\u2029c\u0085d\u007f"', 'a\u2028b\u2029c\u0085d\u007f'],
    ['"\ufeffa"', '\ufeffa'],
    ['""', ''],
  ])('the value of %s', (text, value) => {
    expect(read(text)).toMatchObject({ kind: 'string', value });
  });

  it('__proto__ as a key like any other', () => {
    expect(at(read('{"__proto__":{"x":1}}'), '__proto__', 'x')).toMatchObject({ text: '1' });
  });
});

describe('what is not JSON', () => {
  verifies('wire:json-where', 'wire:json-strict');

  it.each([
    ['', 0, 'unexpected end'],
    ['  ', 2, 'unexpected end'],
    ['{"session":$10}', 11, 'unexpected "$"'],
    ['Server started', 0, 'unexpected "S"'],
    ['{"a":1', 6, 'unexpected end'],
    ['{"a":1,}', 7, 'unexpected "}"'],
    ['{"a" 1}', 5, 'unexpected "1"'],
    ['{"a":}', 5, 'unexpected "}"'],
    ['[{"":}]', 5, 'unexpected "}"'],
    ['{a:1}', 1, 'unexpected "a"'],
    ['{,}', 1, 'unexpected ","'],
    ['[1,]', 3, 'unexpected "]"'],
    ['[1 2]', 3, 'unexpected "2"'],
    ['[}', 1, 'unexpected "}"'],
    ['{]', 1, 'unexpected "]"'],
    ['[1}', 2, 'unexpected "}"'],
    ['{} {}', 3, 'unexpected "{"'],
    ['1]', 1, 'unexpected "]"'],
    ['01', 1, 'unexpected "1"'],
    ['-', 1, 'unexpected end'],
    ['+1', 0, 'unexpected "+"'],
    ['.5', 0, 'unexpected "."'],
    ['1.', 2, 'unexpected end'],
    ['1.e3', 2, 'unexpected "e"'],
    ['1e+', 3, 'unexpected end'],
    ['0x10', 1, 'unexpected "x"'],
    ['trux', 3, 'unexpected "x"'],
    ['nul', 3, 'unexpected end'],
    ['True', 0, 'unexpected "T"'],
    ['NaN', 0, 'unexpected "N"'],
    ['-Infinity', 1, 'unexpected "I"'],
    ["{'a':1}", 1, 'unexpected "\'"'],
    ['"a', 2, 'unexpected end'],
    ['"a\\', 3, 'unexpected end'],
    ['"\\x41"', 2, 'unexpected "x"'],
    ['"\\u12g4"', 5, 'unexpected "g"'],
    ['"\\u12"', 5, 'unexpected """'],
    ['"a\tb"', 2, 'unexpected byte 0x09'],
    ['"a\u0000b"', 2, 'unexpected byte 0x00'],
    ['[\u00a01]', 1, 'unexpected byte 0xC2'],
    ['\ufeff{}', 0, 'unexpected byte 0xEF'],
    ['\u001b[31mred', 0, 'unexpected byte 0x1B'],
    ['[\v1]', 1, 'unexpected byte 0x0B'],
    ['// note', 0, 'unexpected "/"'],
  ])('%j fails at %i: %s', (text, offset, detail) => {
    const bytes = Buffer.from(text);
    expect(parseJson(bytes)).toEqual({ ok: false, offset, detail });
    expect(isJson(bytes)).toBe(false);
  });

  it('a byte from 0x80 outside strings', () => {
    const bytes = Buffer.from([0x5b, 0xe4, 0x5d]);
    expect(parseJson(bytes)).toEqual({ ok: false, offset: 1, detail: 'unexpected byte 0xE4' });
  });
});

describe('lenient', () => {
  it.each(['NaN', 'Infinity', '-Infinity'])('takes %s for a number', (text) => {
    const result = parseJson(Buffer.from(`[${text}]`), 0, { lenient: true });
    expect(result).toMatchObject({ ok: true, node: { items: [{ kind: 'number', text }] } });
  });

  it.each(['-NaN', 'Nan', 'Infinit', '+Infinity', 'nan', '[1,]', '01'])('refuses %s', (text) => {
    expect(parseJson(Buffer.from(text), 0, { lenient: true }).ok).toBe(false);
  });
});

describe('duplicate keys', () => {
  verifies('wire:duplicate-keys');

  it('are reported by pointer and by the offset of the later key', () => {
    const text = '{"a":{"b/c":[0,{"x~":1,"y":2,"x~":3}]}}';
    expect(defects(text)).toEqual([
      { kind: 'duplicate-key', pointer: '/a/b~1c/1/x~0', offset: text.lastIndexOf('"x~"') },
    ]);
  });

  it('are found by value, however they are spelled', () => {
    expect(defects('{"a":1,"\\u0061":2}')).toEqual([
      { kind: 'duplicate-key', pointer: '/a', offset: 7 },
    ]);
  });

  it('are not the same key in different objects, nor in a child', () => {
    expect(defects('[{"a":{"a":1}},{"a":2}]')).toEqual([]);
  });

  it('are found once per repetition, in small and in large objects', () => {
    for (const others of [0, 5, 7, 8, 9, 10, 30]) {
      const keys = ['k', ...Array.from({ length: others }, (_, index) => `o${index}`), 'k', 'k'];
      const found = defects(`{${keys.map((key) => `"${key}":0`).join(',')}}`);
      expect(found).toMatchObject([{ pointer: '/k' }, { pointer: '/k' }]);
    }
  });

  it('are found in every object on the way down', () => {
    expect(defects('{"a":0,"a":[[],{"b":0,"b":{"c":0,"c":1}}],"a":2}')).toMatchObject([
      { pointer: '/a' },
      { pointer: '/a/1/b' },
      { pointer: '/a/1/b/c' },
      { pointer: '/a' },
    ]);
  });
});

describe('bytes that are no UTF-8', () => {
  verifies('wire:invalid-utf8');

  it('inside a string are a defect, and U+FFFD in the value', () => {
    const bytes = Buffer.concat([
      Buffer.from('{"text":"é Mess'),
      Buffer.from([0x67, 0x65, 0x72, 0xe4, 0x74]),
      Buffer.from('"}'),
    ]);
    const result = parseJson(bytes);
    expect(result).toMatchObject({
      ok: true,
      defects: [{ kind: 'invalid-utf8', offset: 19, byte: 0xe4 }],
    });
    expect(result.ok && at(result.node, 'text')).toMatchObject({ value: 'é Messger\ufffdt' });
    expect(isJson(bytes)).toBe(false);
  });

  it.each([
    ['a lead byte before the quote', [0xe4], 1],
    ['a continuation byte alone', [0x80], 1],
    ['a cut sequence of three', [0x61, 0xe2, 0x82], 2],
    ['a cut sequence of four', [0xf0, 0x9f, 0x8e], 1],
    ['an overlong slash', [0xc0, 0xaf], 1],
    ['an overlong form of three', [0xe0, 0x80, 0xaf], 1],
    ['an overlong form of four', [0xf0, 0x80, 0x80, 0xaf], 1],
    ['a surrogate', [0xed, 0xa0, 0x80], 1],
    ['above U+10FFFF', [0xf4, 0x90, 0x80, 0x80], 1],
    ['a byte that never occurs', [0xc3, 0xa9, 0xff], 3],
  ])('%s is found at its first byte', (_name, inner, offset) => {
    const bytes = Buffer.from([0x22, ...inner, 0x22]);
    expect(parseJson(bytes)).toMatchObject({
      ok: true,
      defects: [{ kind: 'invalid-utf8', offset, byte: bytes[offset] }],
    });
  });

  it('in a key and behind an escape are read the same way', () => {
    const bytes = Buffer.from('{"\\n\xe4":1}', 'latin1');
    expect(parseJson(bytes)).toMatchObject({ node: { members: [{ key: '\n\ufffd' }] } });
  });
});

describe('deep nesting', () => {
  verifies('wire:deep');

  it.each([
    ['arrays', '[', ']'],
    ['objects', '{"a":', '}'],
  ])('of %s is read to the limit', (_name, open, close) => {
    const inner = open === '[' ? '' : '0';
    const nested = (levels: number) =>
      Buffer.from(open.repeat(levels) + inner + close.repeat(levels));
    for (const levels of [10_000, MAX_DEPTH]) {
      expect(parseJson(nested(levels)).ok).toBe(true);
      expect(isJson(nested(levels))).toBe(true);
    }
    const over = nested(MAX_DEPTH + 1);
    expect(parseJson(over)).toEqual({
      ok: false,
      offset: MAX_DEPTH * open.length,
      detail: 'nested deeper than 100000 levels',
    });
    expect(isJson(over)).toBe(false);
  });

  it('of a megabyte of brackets ends in an answer', () => {
    for (const text of ['[', '{"a":', '[{"a":[']) {
      const bytes = Buffer.from(text.repeat(1_048_576 / text.length));
      expect(parseJson(bytes).ok).toBe(false);
      expect(isJson(bytes)).toBe(false);
    }
  });

  it('with a repeated key on every level takes linear time', () => {
    const levels = 50_000;
    const text = `${'{"a":0,"a":'.repeat(levels)}0${'}'.repeat(levels)}`;
    const result = parseJson(Buffer.from(text));
    expect(result.ok && result.defects.length).toBe(levels);
  });
});

describe('size', () => {
  verifies('wire:linear-time');

  it.each([
    ['one long text', `"${'x'.repeat(4_000_000)}"`],
    ['escapes only', `"${'\\n'.repeat(2_000_000)}"`],
    ['quotes in quotes', JSON.stringify(JSON.stringify('"'.repeat(500_000)))],
    [
      'one object of many keys',
      `{${Array.from({ length: 200_000 }, (_, i) => `"k${i}":${i}`).join()}}`,
    ],
    ['one key over and over', `{${Array.from({ length: 300_000 }, () => '"k":0').join()}}`],
    ['one long number', `1${'0'.repeat(4_000_000)}`],
    ['white space', `[${' '.repeat(4_000_000)}]`],
  ])('%s of megabytes is read', (_name, text) => {
    const bytes = Buffer.from(text);
    const began = performance.now();
    const result = parseJson(bytes);
    expect(isJson(bytes)).toBe(true);
    // Some 100 ms; anything quadratic takes minutes.
    expect(performance.now() - began).toBeLessThan(5_000);
    expect(result.ok && [...walk(result.node)].length).toBeGreaterThan(0);
  });
});

function read(text: string | Buffer): JsonNode {
  const result = parseJson(Buffer.from(text));
  if (!result.ok) throw new Error(`${result.detail} at ${result.offset}`);
  return result.node;
}

function defects(text: string) {
  const result = parseJson(Buffer.from(text));
  return result.ok ? result.defects : undefined;
}

function cut(bytes: Buffer, node: JsonNode | undefined): string {
  return bytes.toString('utf8', node?.start, node?.end);
}
