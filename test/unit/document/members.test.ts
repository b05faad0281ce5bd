import { describe, expect, it } from 'vitest';
import { memberRows } from '../../../src/document/members.ts';
import { observe } from '../../../src/document/shape.ts';
import type { JsonNode } from '../../../src/model/json.ts';
import { parseJson } from '../../../src/wire/json.ts';
import fc from '../../support/fast-check.ts';
import { verifies } from '../../support/verifies.ts';

function node(value: unknown): JsonNode {
  const parsed = parseJson(Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)));
  if (!parsed.ok) throw new Error('no JSON');
  return parsed.node;
}

/** A row in short: `path type? seen kinds values`. */
function short(schema: unknown, ...values: unknown[]): string[] {
  return memberRows(schema === undefined ? undefined : node(schema), values.map(node)).map(
    (row) => {
      const { declared, seen, kinds } = row;
      const said = declared ? `${declared.type}${declared.required ? '!' : ''}` : '-';
      return `${row.path} ${said} ${seen ? `${seen.times}/${seen.of}` : '?'} ${kinds} ${row.values.join()}`.trim();
    },
  );
}

describe('members, declared beside observed', () => {
  verifies('doc:members');

  const schema = {
    type: 'object',
    required: ['a'],
    properties: {
      a: { type: 'string' },
      b: { anyOf: [{ type: 'integer' }, { type: 'null' }], default: null },
      c: { type: 'array', items: { $ref: '#/$defs/item' } },
    },
    $defs: { item: { type: 'object', properties: { x: { enum: ['p', 'q'] } } } },
  };

  it('tells how often each was seen of how often it could have been', () => {
    expect(short(schema, { a: 'x', c: [{ x: 'p' }, { y: 1 }] }, { a: 'y', z: true })).toEqual([
      'a string! 2/2 string "x","y"',
      'b integer | null 0/2',
      'c object[] 1/2 object[]',
      'c[].x "p" | "q" 1/2 string "p"',
      'c[].y - 1/2 integer 1',
      'z - 1/2 boolean true',
    ]);
  });

  it('says so when there was nothing to see', () => {
    expect(short(schema).slice(0, 2)).toEqual(['a string! ?', 'b integer | null ?']);
  });

  it('keeps numbers as spelled, tells them by kind, and takes the last of repeated keys', () => {
    expect(short(undefined, '{"n":1.0,"n":12345678901234567890}', '{"n":1.50}')).toEqual([
      'n - 2/2 integer | number 12345678901234567890,1.50',
    ]);
  });

  it('survives schemas that refer to themselves, and values without end', () => {
    const circle = {
      $ref: '#/$defs/a',
      $defs: { a: { type: 'object', properties: { more: { $ref: '#/$defs/a' } } } },
    };
    expect(short(circle).length).toBeLessThan(10);
    const deep = `${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}`;
    expect(short(undefined, deep).length).toBeLessThan(10);
  });

  it('counts every value of every place', () => {
    fc.assert(
      fc.property(fc.array(fc.json()), (texts) => {
        const shape = observe(texts.map(node));
        const kinds = [...shape.kinds.values()].reduce((sum, times) => sum + times, 0);
        expect([shape.count, kinds]).toEqual([texts.length, texts.length]);
        for (const child of shape.members.values())
          expect(child.count).toBeLessThanOrEqual(shape.kinds.get('object') ?? 0);
      }),
    );
  });
});
