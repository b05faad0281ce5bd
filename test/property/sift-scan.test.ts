import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { failureSign } from '../../src/check/evidence/failure-text.ts';
import { member, stringMember, walk } from '../../src/model/json.ts';
import { CallScan } from '../../src/sift/call-scan.ts';
import { IdSet } from '../../src/sift/id-set.ts';
import { isTellingText } from '../../src/sift/telling.ts';
import { hasLongRun, ValueScan } from '../../src/sift/value-scan.ts';
import { parseJson } from '../../src/wire/json.ts';
import { messageOf } from '../../src/wire/message.ts';
import { verifies } from '../support/verifies.ts';

const values = new ValueScan();
const calls = new CallScan();
const RUNS = { numRuns: 3000 };

/** JSON, with some bytes put in, taken out or changed. */
const spoiled = (text: fc.Arbitrary<string>) =>
  fc
    .tuple(text, fc.array(fc.tuple(fc.nat(400), fc.constantFrom(...PIECES)), { maxLength: 2 }))
    .map(([whole, changes]) => {
      let bytes = Buffer.from(whole);
      for (const [place, piece] of changes) {
        const at = place % (bytes.length + 1);
        bytes = Buffer.concat([bytes.subarray(0, at), piece, bytes.subarray(at + (place % 3))]);
      }
      return Buffer.concat([bytes, Buffer.from('\n')]);
    });

const PIECES = [
  '"',
  '\\',
  ...',:{}[] 01-.eé→'.split(''),
  '\u{e0041}',
  '\\u0041',
  '\\ud83c',
  '\\n',
  '"id":1,',
  '"a":null,',
  'true',
  '1234567890123456',
  '🎉',
]
  .map((text) => Buffer.from(text))
  .concat([Buffer.from([0]), Buffer.from([0xc0, 0x80]), Buffer.from([0xed, 0xa0, 0x80])]);

const json = fc.json({ maxDepth: 4 });
const result = fc
  .record(
    {
      content: fc.array(
        fc.record({
          type: fc.constantFrom('text', 'text', 'text', 'image'),
          text: fc.string({ unit: 'grapheme' }),
        }),
        { minLength: 1, maxLength: 2 },
      ),
      isError: fc.constantFrom(false, false, false, true),
      structuredContent: fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 2 }), { maxKeys: 3 }),
      _meta: fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 1 }), { maxKeys: 2 }),
    },
    { requiredKeys: ['content'] },
  )
  .map((each) => JSON.stringify({ jsonrpc: '2.0', id: 7, result: each }));
const request = fc
  .record({
    name: fc.string(),
    arguments: fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 2 }), { maxKeys: 3 }),
    _meta: fc.record({ progressToken: fc.oneof(fc.nat(), fc.string()) }),
  })
  .map((params) => JSON.stringify({ jsonrpc: '2.0', id: 7, method: 'tools/call', params }));

const LONE = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/;

describe('looking at bytes', () => {
  verifies('check-sifted');

  it('takes a value for plain only where the parser takes it too, to the same end, without defects', () => {
    let plain = 0;
    fc.assert(
      fc.property(spoiled(json), (bytes) => {
        values.bytes = bytes;
        const start = values.space(0);
        const end = values.value(start);
        if (end < 0) return;
        plain += 1;
        const parsed = parseJson(bytes.subarray(0, end));
        expect(parsed).toMatchObject({ ok: true, defects: [], node: { start, end } });
      }),
      RUNS,
    );
    expect(plain).toBeGreaterThan(RUNS.numRuns / 4);
  });

  it('recognises only messages that are what it says', () => {
    const seen = { call: 0, result: 0 };
    fc.assert(
      fc.property(spoiled(fc.oneof(request, result)), (bytes) => {
        const kind = calls.look(bytes, 0, bytes.length - 1);
        if (kind === undefined) return;
        seen[kind] += 1;
        const frame = bytes.subarray(0, -1);
        const parsed = parseJson(frame);
        expect(parsed).toMatchObject({ ok: true, defects: [] });
        if (!parsed.ok) return;
        const message = messageOf(parsed.node, frame);
        expect(message.kind).toBe(kind === 'call' ? 'request' : 'result');
        expect(bytes.toString('utf8', calls.idStart, calls.idEnd)).toBe('7');
        if (message.kind === 'request')
          expect(bytes.toString('utf8', calls.nameStart, calls.nameEnd)).toBe(
            stringMember(message.params, 'name'),
          );
        if (message.kind !== 'result') return;
        expect(member(message.result, 'content')?.kind).toBe('array');
        const isFailed = member(message.result, 'isError');
        expect(isFailed?.kind === 'literal' && isFailed.value === true).toBe(false);
        for (const [, node] of walk(message.node))
          if (node.kind === 'string') expect(node.value).not.toMatch(LONE);
      }),
      RUNS,
    );
    expect(Math.min(seen.call, seen.result)).toBeGreaterThan(50);
  });

  it('finds every run of sixteen digits', () => {
    fc.assert(
      fc.property(fc.nat(40), fc.nat(40), fc.nat(40), (before, digits, after) => {
        const bytes = Buffer.from(`${'x'.repeat(before)}${'7'.repeat(digits)}${'y'.repeat(after)}`);
        expect(hasLongRun(bytes, 0, bytes.length)).toBe(digits >= 16);
      }),
    );
  });

  it('lets no text pass that the rule takes for a failure', () => {
    const words = fc.constantFrom(
      'Error: x',
      'an error occurred',
      'The following error:',
      'ValueError: x',
      'my.Exception(',
      'Failed to x',
      "can't open",
      '404 not found',
      'unauthorized.',
      'HTTP 500: bad gateway',
      'gagal membuka',
      'Kesalahan: x',
      'panic: x',
      'timed out',
      'access denied',
      '{"error":"x"}',
      'permission was denied',
      'Not found',
      'forbidden!',
      'error 404 not found',
      '5 rooms',
      'x',
    );
    const marks = fc.array(fc.constantFrom(' ', '\n', '❌', '.', '_', '(', '"', '\u0301'), {
      maxLength: 4,
    });
    fc.assert(
      fc.property(marks, words, fc.boolean(), ([...before], word, isEscaped) => {
        const text = before.join('') + word;
        const [first = '', ...rest] = word;
        const letter = isEscaped
          ? `\\u${first.charCodeAt(0).toString(16).padStart(4, '0')}`
          : first;
        const spell = (each: string) => JSON.stringify(each).slice(1, -1);
        const spelled = spell(before.join('')) + letter + spell(rest.join(''));
        const bytes = Buffer.from(spelled);
        if (failureSign(text)) expect(isTellingText(bytes, 0, bytes.length)).toBe(true);
      }),
      RUNS,
    );
  });
});

describe('ids', () => {
  it('are remembered in whatever order they come', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.nat(30), fc.string({ maxLength: 1 }))), (keys) => {
        const set = new IdSet();
        for (const key of keys) set.add(key);
        const known = new Set<number | string>(keys);
        for (let number = 0; number <= 31; number += 1)
          expect(set.has(number)).toBe(known.has(number));
        expect(set.has('s')).toBe(known.has('s'));
      }),
    );
  });
});
