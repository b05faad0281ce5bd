import { isUtf8 } from 'node:buffer';
import { isDeepStrictEqual } from 'node:util';
import { describe, expect, it } from 'vitest';
import { type JsonMember, type JsonNode, pointerTo, walk } from '../../src/model/json.ts';
import { isJson, parseJson } from '../../src/wire/json.ts';
import { LineSplitter } from '../../src/wire/lines.ts';
import { parseFrame } from '../../src/wire/parse.ts';
import fc from '../support/fast-check.ts';
import { charsOf, chunked, jsonText, mutated, plainValue, viable } from '../support/json-texts.ts';
import { isPlatformFlaw, parsedByPlatform } from '../support/platform-json.ts';
import { verifies } from '../support/verifies.ts';

const anyBytes = fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes));

describe('lines', () => {
  const stream = fc
    .array(fc.constantFrom('\n', '\r', '\r\n', 'a', 'é', '🎉', '\u2028', '\u0085', '\ufeff', '\0'))
    .map((parts) => Buffer.from(parts.join('')));

  it('are the same for every chunking, and give back every byte', () => {
    verifies('wire:any-chunks', 'wire:lf-only');
    fc.assert(
      fc.property(fc.oneof(stream, anyBytes), fc.array(fc.nat(12)), (bytes, cuts) => {
        const splitter = new LineSplitter();
        const lines = chunked(bytes, cuts).flatMap((chunk) => splitter.push(chunk));
        const last = splitter.end();
        const all = last ? [...lines, last] : lines;
        const back = all.flatMap((line) => [line.bytes, Buffer.from(line.eol)]);
        expect(Buffer.concat(back).equals(bytes)).toBe(true);
        expect(lines.length).toBe(bytes.filter((byte) => byte === 0x0a).length);
        expect(lines.every((line) => line.eol !== '' && !line.bytes.includes(0x0a))).toBe(true);
        expect(lines.every((line) => line.eol === '\r\n' || line.bytes.at(-1) !== 0x0d)).toBe(true);
        expect(last?.eol ?? '').toBe('');
      }),
    );
  });
});

describe('JSON', () => {
  it('is read as JSON.parse reads it, or refused as JSON.parse refuses it', () => {
    verifies('wire:json-strict');
    fc.assert(
      fc.property(fc.oneof(jsonText, mutated(jsonText)), (text) => agrees(text)),
      { numRuns: 3_000 },
    );
  });

  it('of any value printed by JSON.stringify is read as it was', () => {
    fc.assert(fc.property(fc.json({ stringUnit: 'binary' }), fc.nat(4), agrees));
  });

  it('in long strings is the same at every alignment', () => {
    const piece = fc.constantFrom('"', '\\', '\\n', '\\u00e9', '\t', '\x1f', 'é', '\x7f', ' ', '!');
    const parts = fc.tuple(fc.nat(90), piece, fc.nat(90), piece, fc.nat(40));
    fc.assert(
      fc.property(parts, fc.nat(7), ([before, one, between, two, after], shift) => {
        const text = `"${'a'.repeat(before)}${one}${'z'.repeat(between)}${two}${'['.repeat(after)}"`;
        agrees(text, shift);
      }),
      { numRuns: 2_000 },
    );
  });

  it('has every value at its bytes, with numbers as spelled', () => {
    verifies('wire:json-as-sent');
    fc.assert(
      fc.property(jsonText, (text) => {
        const bytes = Buffer.from(text);
        for (const [, node] of walk(rootOf(bytes))) {
          const cut = bytes.subarray(node.start, node.end);
          expect(isDeepStrictEqual(plainValue(rootOf(cut)), plainValue(node))).toBe(true);
          if (node.kind === 'number') expect(cut.toString()).toBe(node.text);
        }
      }),
    );
  });

  it('has every repeated key reported once per repetition, by pointer and place', () => {
    verifies('wire:duplicate-keys');
    fc.assert(
      fc.property(jsonText, (text) => {
        const result = parseJson(Buffer.from(text));
        const found = result.ok ? [...result.defects] : [];
        expect(found).toEqual(repeatedIn(rootOf(Buffer.from(text))));
      }),
      { numRuns: 500 },
    );
  });

  it('is refused at the first byte that no JSON text has there', () => {
    verifies('wire:json-where');
    const short = fc.oneof(
      mutated(jsonText),
      fc
        .array(fc.constantFrom(...charsOf('{}[]",:0-1.eE+ tfn\\u"')))
        .map((parts) => parts.join('')),
    );
    fc.assert(
      fc.property(short, (text) => {
        // The oracle tries out endings, so the text has to be short; and it counts characters.
        fc.pre(text.length < 60 && /^[\0-\x7f]*$/.test(text));
        const result = parseJson(Buffer.from(text));
        if (result.ok) return;
        expect(viable(text.slice(0, result.offset))).toBe(true);
        expect(result.offset === text.length || !viable(text.slice(0, result.offset + 1))).toBe(
          true,
        );
      }),
      { numRuns: 500 },
    );
  });

  it('with any bytes in its strings is understood, and the first wrong byte is found', () => {
    verifies('wire:invalid-utf8');
    const inner = fc
      .array(
        fc.oneof(
          fc.constantFrom('é', '€', '🎉', 'a').map((text) => Buffer.from(text)),
          anyByte(),
        ),
      )
      .map((parts) => Buffer.concat(parts));
    fc.assert(
      fc.property(inner, fc.constantFrom('', '\\n'), (text, tail) => {
        const bytes = Buffer.concat([Buffer.from('["'), text, Buffer.from(`${tail}"]`)]);
        const result = parseJson(bytes);
        const value = text.toString('utf8') + (tail && '\n');
        expect(result).toMatchObject({ ok: true, node: { items: [{ value }] } });
        const offset = validPrefix(bytes);
        const expected = offset < bytes.length ? [{ offset, byte: bytes[offset] }] : [];
        expect(result.ok && result.defects).toMatchObject(expected);
        expect(isJson(bytes)).toBe(offset === bytes.length);
      }),
    );
  });
});

describe('frames', () => {
  it('of any bytes get an answer', () => {
    verifies('wire:stray-reasons');
    const texts = fc.oneof(jsonText, mutated(jsonText)).map((text) => Buffer.from(text));
    fc.assert(
      fc.property(fc.oneof(anyBytes, texts), fc.constantFrom('\n', '\r\n', ''), (bytes, eol) => {
        const parsed = parseFrame({ seq: 0, at: 0, from: 'client', bytes, eol });
        const isNoJson = !parseJson(bytes).ok;
        const { content } = parsed;
        const why = content.kind === 'stray' ? content.why : undefined;
        expect(['not-json', 'cut', 'blank', 'bom'].includes(why ?? '')).toBe(isNoJson);
      }),
      { numRuns: 1_000 },
    );
  });
});

/** Accepts and refuses like JSON.parse, with equal values; isJson says the same. */
function agrees(text: string, shift = 0): void {
  const bytes = Buffer.concat([Buffer.alloc(shift), Buffer.from(text)]).subarray(shift);
  const expected = parsedByPlatform(bytes.toString());
  const result = parseJson(bytes);
  expect(result.ok).toBe(expected !== undefined);
  expect(isJson(bytes)).toBe(result.ok);
  if (!result.ok || !expected) return;
  const ours = plainValue(result.node);
  if (isDeepStrictEqual(ours, expected.value)) return;
  expect(isPlatformFlaw(bytes.toString(), result.node, ours)).toBe(true);
}

function rootOf(bytes: Buffer): JsonNode {
  const result = parseJson(bytes);
  if (!result.ok) throw new Error(`${result.detail} at ${result.offset} of ${bytes.toString()}`);
  return result.node;
}

/** Keys that come again, in the order of their places. */
function repeatedIn(root: JsonNode) {
  const found = [...walk(root)].flatMap(([pointer, node]) =>
    node.kind === 'object' ? node.members.filter(comesAgain).map(defectIn(pointer)) : [],
  );
  return found.sort((a, b) => a.offset - b.offset);
}

function comesAgain(one: JsonMember, index: number, all: readonly JsonMember[]): boolean {
  return all.findIndex((other) => other.key === one.key) < index;
}

function defectIn(pointer: string) {
  return ({ key, start }: JsonMember) => ({
    kind: 'duplicate-key',
    pointer: pointerTo(pointer, key),
    offset: start,
  });
}

/** Anything from 0x80; the ASCII bytes would need escapes. */
function anyByte(): fc.Arbitrary<Buffer> {
  return fc.integer({ min: 0x80, max: 0xff }).map((byte) => Buffer.from([byte]));
}

/** Length of the longest prefix that is UTF-8. */
function validPrefix(bytes: Buffer): number {
  let length = bytes.length;
  while (!isUtf8(bytes.subarray(0, length))) length -= 1;
  return length;
}
