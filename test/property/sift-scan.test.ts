import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { failureInObject, failureSign } from '../../src/check/evidence/failure-text.ts';
import { ajvChecker } from '../../src/check/schemas/ajv.ts';
import type { SchemaText } from '../../src/check/schemas/checker.ts';
import { member, stringMember, walk } from '../../src/model/json.ts';
import type { Message } from '../../src/model/message.ts';
import { encodeEntry } from '../../src/recording/encode.ts';
import { EntryReader } from '../../src/recording/read.ts';
import { scanFile } from '../../src/recording/scan/scan-file.ts';
import type { ScannedLine } from '../../src/recording/scan/scanned-line.ts';
import { ArgumentCheck } from '../../src/sift/argument-check.ts';
import { isCommonSchema } from '../../src/sift/certain.ts';
import { IdSet } from '../../src/sift/id-set.ts';
import { isTellingText, TELLING_KEYS } from '../../src/sift/telling.ts';
import { parseJson } from '../../src/wire/json.ts';
import { messageOf } from '../../src/wire/message.ts';
import { conversation } from '../support/conversation.ts';
import fc from '../support/fast-check.ts';
import { verifies } from '../support/verifies.ts';

const folder = mkdtempSync(join(tmpdir(), 'sadap-sift-scan-'));
afterAll(() => rmSync(folder, { recursive: true }));
const file = join(folder, 'a.ndjson');
const RUNS = { numRuns: 3000 };
const HEADER = encodeEntry(conversation().recording().header);

/** Writes messages as lines of a recording, and shows those that are plain to `look`. */
function scanned(messages: readonly Buffer[], look: (line: ScannedLine) => void, id = '7'): void {
  const lines = messages.map((message, seq) => {
    const hint = id === '' ? '' : `,"id":${id}`;
    const head = `{"type":"message","seq":${seq},"at":"2026-11-30T10:10:00.000000Z","from":"client"${hint},"message":`;
    return Buffer.concat([Buffer.from(head), message, Buffer.from('}\n')]);
  });
  writeFileSync(file, Buffer.concat([HEADER, ...lines]));
  const target = {
    add: () => {},
    line: (line: ScannedLine) => {
      if (line.plain) look(line);
      return true;
    },
  };
  scanFile(file, new EntryReader(file), target, undefined, {
    kind: 'calls',
    telling: TELLING_KEYS,
  });
}

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
      // A line ends with its first line feed.
      return bytes.includes(0x0a) ? Buffer.from(whole) : bytes;
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

const log = fc
  .record(
    { level: fc.string(), logger: fc.string(), data: fc.jsonValue({ maxDepth: 2 }) },
    { requiredKeys: ['level', 'data'] },
  )
  .map((params) => JSON.stringify({ jsonrpc: '2.0', method: 'notifications/message', params }));

/** Of what is plain only the right keys stand there, each of its kind. */
function lookedAtLog({ kind, ...message }: Message): void {
  expect(kind).toBe('notification');
  if (!('params' in message)) throw new Error('it has params');
  expect(message.method).toBe('notifications/message');
  const { params } = message;
  expect([member(params, 'level')?.kind, typeof member(params, 'data')]).toEqual([
    'string',
    'object',
  ]);
  expect(member(params, 'logger')?.kind ?? 'string').toBe('string');
  expect(member(params, '_meta')).toBeUndefined();
}

function looked(line: ScannedLine, seen: { call: number; result: number; log: number }): void {
  const frame = line.message;
  const parsed = parseJson(frame);
  expect(parsed).toMatchObject({ ok: true, defects: [] });
  if (!parsed.ok || !line.plain) return;
  seen[line.plain] += 1;
  const message = messageOf(parsed.node, frame);
  if (message.kind === 'stray') throw new Error('a stray line is not plain');
  for (const [, node] of walk(message.node))
    if (node.kind === 'string') expect(node.value).not.toMatch(LONE);
  if (line.plain === 'log') {
    expect([line.numberId, line.textId]).toEqual([undefined, undefined]);
    lookedAtLog(message);
    return;
  }
  expect(message.kind).toBe(line.plain === 'call' ? 'request' : 'result');
  expect('id' in message && message.id).toMatchObject({ key: 'n:7' });
  expect(line.numberId).toBe(7);
  if (message.kind === 'request') expect(line.tool).toBe(stringMember(message.params, 'name'));
  if (message.kind !== 'result') return;
  expect(member(message.result, 'content')?.kind).toBe('array');
  const isFailed = member(message.result, 'isError');
  expect(isFailed?.kind === 'literal' && isFailed.value === true).toBe(false);
}

const leaf = fc.oneof(
  fc.record({ type: fc.constantFrom('string', 'boolean', 'number', 'integer', 'object') }),
  fc.record({ type: fc.constant('string'), enum: fc.constant(['x', 'é"']) }),
  fc.record(
    { type: fc.constantFrom('number', 'integer'), minimum: fc.nat(2), maximum: fc.nat(9) },
    { requiredKeys: [] },
  ),
);
const part = fc.oneof(
  leaf,
  leaf.map((items) => ({ type: 'array', items })),
);
const names = fc.constantFrom('a', 'b', 'c', 'é');
const schema = fc.record(
  {
    type: fc.constant('object'),
    properties: fc.dictionary(names, part, { maxKeys: 3 }),
    required: fc.uniqueArray(names, { maxLength: 2 }),
    additionalProperties: fc.oneof(fc.boolean(), part),
  },
  { requiredKeys: [] },
);
const scalar = fc.constantFrom<unknown>(
  'x',
  'é"',
  'y\\',
  0,
  5,
  1.5,
  1e21,
  -1,
  true,
  null,
  {},
  { a: [1] },
);
const value = fc.dictionary(names, fc.oneof(scalar, fc.array(scalar, { maxLength: 2 })), {
  maxKeys: 3,
});

function textOf(value: unknown): SchemaText {
  const bytes = Buffer.from(JSON.stringify(value));
  const parsed = parseJson(bytes);
  if (!parsed.ok) throw new Error('JSON.stringify gave something else');
  return { node: parsed.node, bytes };
}

describe('looking at bytes', () => {
  verifies('check-sifted');

  it('takes a value for plain only where the parser takes it too, to the same end, without defects', () => {
    let plain = 0;
    fc.assert(
      fc.property(fc.array(spoiled(json), { minLength: 1, maxLength: 9 }), (texts) => {
        const around = [
          '{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"a","arguments":',
          '}}',
        ];
        const messages = texts.map((text) =>
          Buffer.concat([Buffer.from(around[0] ?? ''), text, Buffer.from(around[1] ?? '')]),
        );
        scanned(messages, (line) => {
          plain += 1;
          const parsed = parseJson(line.message);
          expect(parsed).toMatchObject({ ok: true, defects: [] });
          const found = parsed.ok ? member(member(parsed.node, 'params'), 'arguments') : undefined;
          const { bytes, start, end } = line.args;
          expect(bytes.toString('utf8', start, end)).toBe(
            line.message.toString('utf8', found?.start, found?.end),
          );
        });
      }),
      { numRuns: 600 },
    );
    expect(plain).toBeGreaterThan(120);
  });

  it('recognises only messages that are what it says', () => {
    const seen = { call: 0, result: 0, log: 0 };
    fc.assert(
      fc.property(
        fc.array(spoiled(fc.oneof(request, result, log)), { minLength: 1, maxLength: 9 }),
        fc.boolean(),
        (messages, hasHint) => {
          scanned(messages, (line) => looked(line, seen), hasHint ? '7' : '');
        },
      ),
      { numRuns: 600 },
    );
    expect(Math.min(seen.call, seen.result, seen.log)).toBeGreaterThan(20);
  });

  it('finds every run of sixteen digits, and every tag', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.nat(40), fc.nat(40), fc.constantFrom('', '\u{e0041}', '🎉')), {
          minLength: 1,
        }),
        (parts) => {
          const text = parts
            .map(([before, digits, tag]) => `${'x'.repeat(before)}${'7'.repeat(digits)}y${tag}`)
            .join('');
          const isClean = !/7{16}|\u{e0041}/u.test(text);
          const content = [{ type: 'text', text }];
          const message = Buffer.from(
            JSON.stringify({ jsonrpc: '2.0', id: 7, result: { content } }),
          );
          let plain = 0;
          scanned([message], () => {
            plain += 1;
          });
          expect(plain).toBe(isClean ? 1 : 0);
        },
      ),
    );
  });

  it('lets no member pass by which the rule knows a failure', () => {
    const key = fc.oneof(
      fc.constantFrom(
        'error',
        'E_r-ror',
        '_Errors',
        'ok',
        'Ok',
        'status',
        'STATUS',
        'isError',
        'success',
      ),
      fc.constantFrom(
        'K',
        'o\u212a',
        'total',
        'rows',
        'e',
        'stat',
        'message',
        'code',
        'failed',
        '__',
      ),
      fc.string({ maxLength: 4 }),
    );
    const said = fc.constantFrom<unknown>(true, false, 'x', 'error', 'failed', 500, null, {
      a: 1,
    });
    fc.assert(
      fc.property(fc.dictionary(key, said, { maxKeys: 3 }), (structuredContent) => {
        const content = [{ type: 'text', text: 'x' }];
        const message = { jsonrpc: '2.0', id: 7, result: { content, structuredContent } };
        scanned([Buffer.from(JSON.stringify(message))], ({ mayTell }) => {
          if (failureInObject(structuredContent) !== undefined) expect(mayTell).toBe(true);
        });
      }),
      { numRuns: 1000 },
    );
  });

  it('says of arguments that they keep a schema only when they do', () => {
    let kept = 0;
    fc.assert(
      fc.property(schema, value, fc.boolean(), (wanted, given, isSpaced) => {
        expect(isCommonSchema(wanted)).toBe(true);
        const bytes = Buffer.from(`${JSON.stringify(given, null, isSpaced ? 1 : 0)} }`);
        if (!new ArgumentCheck(wanted).isKept(bytes, 0)) return;
        kept += 1;
        const verdict = ajvChecker().mismatches(textOf(given), textOf(wanted));
        expect(verdict).toEqual({ kind: 'done', found: [] });
      }),
      { numRuns: 600 },
    );
    expect(kept).toBeGreaterThan(100);
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
