import { expect, it } from 'vitest';
import type { SchemaOp } from '../../../src/model/profile.ts';
import { operate } from '../../../src/reading/schema/operations.ts';
import { jsonOf, treeOf } from '../../../src/reading/schema/tree.ts';
import { parseJson } from '../../../src/wire/json.ts';
import { verifies } from '../../support/verifies.ts';

function operated(op: SchemaOp, schema: string): string {
  const parsed = parseJson(Buffer.from(schema));
  const tree = parsed.ok ? treeOf(parsed.node) : undefined;
  if (!tree) throw new Error('no schema');
  return jsonOf(operate(tree, op));
}

it.each<[SchemaOp, string, string]>([
  [
    { op: 'orderKeys', at: 'root', keys: ['type', 'properties'] },
    '{"title":"T","properties":{"a":{"title":"A","type":"string"}},"type":"object"}',
    '{"type":"object","properties":{"a":{"title":"A","type":"string"}},"title":"T"}',
  ],
  [
    { op: 'orderKeys', at: 'all', keys: ['type', 'enum'] },
    '{"properties":{"a":{"title":"A","type":"string"}},"type":"object"}',
    '{"type":"object","properties":{"a":{"type":"string","title":"A"}}}',
  ],
  [
    { op: 'sortNames' },
    '{"properties":{"b":{},"a":{"properties":{"z":{},"y":{}}}},"$defs":{"b":{},"a":{}}}',
    '{"properties":{"a":{"properties":{"y":{},"z":{}}},"b":{}},"$defs":{"a":{},"b":{}}}',
  ],
  [
    { op: 'emptyUntyped' },
    '{"type":"object","properties":{"a":{"description":"A"},"b":{"anyOf":[{"title":"t"}]},"c":{"$ref":"#"}}}',
    '{"type":"object","properties":{"a":{},"b":{"anyOf":[{}]},"c":{"$ref":"#"}}}',
  ],
])('the operation %j', (op, before, after) => {
  verifies('reading/schema');
  expect(operated(op, before)).toBe(after);
});
