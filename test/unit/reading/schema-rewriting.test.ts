import { expect, it } from 'vitest';
import type { SchemaOp } from '../../../src/model/profile.ts';
import { operate } from '../../../src/reading/schema/operations.ts';
import { jsonOf, type SchemaNode, survivors, treeOf } from '../../../src/reading/schema/tree.ts';
import { parseJson } from '../../../src/wire/json.ts';
import { verifies } from '../../support/verifies.ts';

function tree(schema: string) {
  const parsed = parseJson(Buffer.from(schema));
  const found = parsed.ok ? treeOf(parsed.node) : undefined;
  if (!found) throw new Error('no schema');
  return found;
}

/** The values that are left of what was sent, as they were spelled. */
function left(changed: SchemaNode, sent: string) {
  return [...survivors(changed)].map(([{ start, end }, same]) => [sent.slice(start, end), same]);
}

const REFERRING = '{"anyOf":[{"$ref":"#/$defs/a"}],"$defs":{"a":{"type":"string"}}}';
const CLOSED = { op: 'set', key: 'additionalProperties', value: false } as const;

it.each<[SchemaOp, string, string]>([
  [
    { ...CLOSED, mode: 'default', where: { type: 'object', has: ['properties'], outside: ['if'] } },
    '{"type":"object","if":{"type":"object","properties":{}},"properties":{"a":{"type":"object","properties":{}}}}',
    '{"type":"object","if":{"type":"object","properties":{}},"properties":{"a":{"type":"object","properties":{},"additionalProperties":false}},"additionalProperties":false}',
  ],
  [
    { ...CLOSED, mode: 'unless-schema' },
    '{"additionalProperties":true,"properties":{"a":{"additionalProperties":{"type":"string"}}}}',
    '{"additionalProperties":false,"properties":{"a":{"additionalProperties":{"type":"string","additionalProperties":false}}}}',
  ],
  [
    { ...CLOSED, mode: 'force', where: { root: true } },
    '{"additionalProperties":true,"properties":{"a":{}}}',
    '{"additionalProperties":false,"properties":{"a":{}}}',
  ],
  [
    { op: 'drop', keys: ['title'], where: { outside: ['anyOf'] } },
    '{"title":"T","properties":{"title":{"title":"A"},"b":{"anyOf":[{"title":"B"}]}}}',
    '{"properties":{"title":{},"b":{"anyOf":[{"title":"B"}]}}}',
  ],
  [
    { op: 'renameKey', from: 'oneOf', to: 'anyOf' },
    '{"oneOf":[{"oneOf":[]}],"title":"T"}',
    '{"anyOf":[{"anyOf":[]}],"title":"T"}',
  ],
  [
    { op: 'mapTypes', types: { integer: 'number', string: 'STRING' } },
    '{"type":["integer","null"],"properties":{"type":{"type":"string"}}}',
    '{"type":["number","null"],"properties":{"type":{"type":"STRING"}}}',
  ],
  [
    { op: 'merge', from: 'allOf', members: ['type', 'properties', 'required'] },
    '{"required":["x"],"allOf":[{"type":"object","properties":{"a":{}},"required":["a"]},{"title":"lost","properties":{"b":{},"a":{"title":"later"}}}]}',
    '{"required":["x","a"],"type":"object","properties":{"b":{},"a":{}}}',
  ],
  [
    { op: 'nullableChoice' },
    '{"description":"D","anyOf":[{"type":"string","description":"E"},{"type":"null"}]}',
    '{"description":"E","type":"string","nullable":true}',
  ],
  [
    { op: 'nullableChoice' },
    '{"anyOf":[{"type":"string"},{"type":"integer"},{"type":"null"}]}',
    '{"anyOf":[{"type":"string"},{"type":"integer"},{"type":"null"}]}',
  ],
  [
    { op: 'wrapRefs' },
    '{"properties":{"a":{"$ref":"#/$defs/a","description":"D"},"b":{"$ref":"#/$defs/a"}}}',
    '{"properties":{"a":{"description":"D","anyOf":[{"$ref":"#/$defs/a"}]},"b":{"$ref":"#/$defs/a"}}}',
  ],
])('the operation %j', (op, before, after) => {
  verifies('reading/schema');
  expect(jsonOf(operate(tree(before), op))).toBe(after);
});

it('remembers where a value came from that moves or changes', () => {
  verifies('reading/schema');
  const sent = '{"allOf":[{"type":"object"}]}';
  const merged = operate(tree(sent), {
    op: 'merge',
    from: 'allOf',
    members: ['type'],
  });
  expect(left(merged, sent)).toEqual([['"object"', true]]);
  const mapped = operate(tree('{"type":"integer"}'), { op: 'mapTypes', types: { integer: 'n' } });
  expect(left(mapped, '{"type":"integer"}')).toEqual([['"integer"', false]]);
  const resolved = operate(tree(REFERRING), { op: 'resolveRefs' });
  expect(left(resolved, REFERRING)).toEqual([['"string"', true]]);
});
