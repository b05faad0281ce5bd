import { describe, expect, it } from 'vitest';
import { inverseOf, tierOf } from '../../../src/compare/rules/table.ts';
import { schemaChanges } from '../../../src/compare/schema/changes.ts';
import { verifies } from '../../support/verifies.ts';
import { json } from './support.ts';

/** Each change in one line: tier, rule without its family, pointer, argument. */
function changes(before: object, after: object): string[] {
  return schemaChanges(json(JSON.stringify(before)), json(JSON.stringify(after)), '').map(
    ({ rule, pointer, argument }) =>
      [tierOf(rule), rule.replace('schema.', ''), pointer, argument].filter(Boolean).join(' '),
  );
}

const object = (properties: object, required: string[] = [], more: object = {}) => ({
  type: 'object',
  properties,
  required,
  ...more,
});
const of = (schema: object) => object({ x: schema });
const s = { type: 'string' };
const n = { type: 'number' };

describe('changes of a schema', () => {
  verifies('compare-schemas');

  it.each<[string, object, object, string[]]>([
    ['nothing', object({ x: s, y: n }, ['x', 'y']), object({ y: n, x: s }, ['y', 'x']), []],
    [
      'required argument',
      object({}),
      object({ x: s }, ['x']),
      ['breaking required-added /properties/x x'],
    ],
    ['optional argument', object({}), object({ x: s }), ['minor optional-added /properties/x x']],
    [
      'now required',
      object({ x: s }),
      object({ x: s }, ['x']),
      ['breaking made-required /properties/x x'],
    ],
    ['argument gone', object({ x: s }), object({}), ['dangerous optional-gone /properties/x x']],
    [
      'null no longer',
      of({ type: ['string', 'null'] }),
      of(s),
      ['breaking type-narrowed /properties/x/type x'],
    ],
    [
      'number to integer',
      of(n),
      of({ type: 'integer' }),
      ['breaking type-narrowed /properties/x/type x'],
    ],
    [
      'integer to number',
      of({ type: 'integer' }),
      of(n),
      ['minor type-widened /properties/x/type x'],
    ],
    ['another type', of(s), of(n), ['breaking type-changed /properties/x/type x']],
    ['any to one', of({}), of(s), ['breaking type-narrowed /properties/x/type x']],
    [
      'two ways to say null',
      of({ type: ['string', 'null'] }),
      of({ anyOf: [s, { type: 'null' }] }),
      [],
    ],
    [
      'enum',
      of({ enum: ['a', 'b'] }),
      of({ enum: ['c', 'b'] }),
      [
        'breaking enum-value-gone /properties/x/enum x',
        'minor enum-value-added /properties/x/enum x',
      ],
    ],
    ['enum order', of({ enum: ['a', 'b'] }), of({ enum: ['b', 'a'] }), []],
    ['enum set', of(s), of({ ...s, enum: ['a'] }), ['breaking enum-set /properties/x/enum x']],
    ['const is an enum of one', of({ const: 1 }), of({ enum: [1] }), []],
    [
      'smallest',
      of(n),
      of({ ...n, minimum: 0 }),
      ['breaking bound-tightened /properties/x/minimum x'],
    ],
    [
      'largest',
      of({ ...n, maximum: 5 }),
      of({ ...n, maximum: 9 }),
      ['minor bound-loosened /properties/x/maximum x'],
    ],
    [
      'bound of integers',
      of(n),
      of({ ...n, maximum: 9007199254740991 }),
      ['info bound-safe /properties/x/maximum x'],
    ],
    [
      'closed',
      object({}),
      object({}, [], { additionalProperties: false }),
      ['breaking closed /additionalProperties'],
    ],
    [
      'opened',
      object({}, [], { additionalProperties: false }),
      object({}, [], { additionalProperties: true }),
      ['minor opened /additionalProperties'],
    ],
    [
      'items',
      of({ type: 'array', items: s }),
      of({ type: 'array', items: n }),
      ['breaking type-changed /properties/x/items/type x[]'],
    ],
    ['deep', of(of(s)), of(of(n)), ['breaking type-changed /properties/x/properties/x/type x.x']],
    [
      'default',
      of({ ...n, default: 20 }),
      of({ ...n, default: 10 }),
      ['dangerous default /properties/x/default x'],
    ],
    [
      'description',
      of({ ...s, description: 'a' }),
      of({ ...s, description: 'b' }),
      ['minor text /properties/x/description x'],
    ],
    [
      'dialect',
      { $schema: 'http://json-schema.org/draft-07/schema#' },
      { $schema: 'https://json-schema.org/draft/2020-12/schema' },
      ['info dialect /$schema'],
    ],
    [
      'alternative',
      { anyOf: [{ ...s, minLength: 1 }, n] },
      { anyOf: [{ ...s, minLength: 1 }] },
      ['breaking type-narrowed /type', 'breaking alternative-gone /anyOf'],
    ],
    [
      'pattern',
      of(s),
      of({ ...s, pattern: '^a' }),
      ['breaking condition-added /properties/x/pattern x'],
    ],
    ['unjudged', of({ not: s }), of({ not: n }), ['dangerous other /properties/x/not x']],
    [
      'extension',
      of({ 'x-order': 1 }),
      of({ 'x-order': 2 }),
      ['info annotation /properties/x/x-order x'],
    ],
    [
      'definitions moved',
      object({ x: { $ref: '#/definitions/s' } }, [], { definitions: { s } }),
      object({ x: { $ref: '#/$defs/s' } }, [], { $defs: { s } }),
      [],
    ],
    [
      'definition changed',
      object({ x: { $ref: '#/$defs/s' } }, [], { $defs: { s } }),
      object({ x: { $ref: '#/$defs/s' } }, [], { $defs: { s: n } }),
      ['breaking type-changed /properties/x/type x'],
    ],
  ])('%s', (_name, before, after, expected) => {
    expect(changes(before, after)).toEqual(expected);
    const backwards = schemaChanges(json(JSON.stringify(after)), json(JSON.stringify(before)), '');
    const forwards = schemaChanges(json(JSON.stringify(before)), json(JSON.stringify(after)), '');
    expect(backwards.map(({ rule }) => inverseOf(rule)).sort()).toEqual(
      forwards.map(({ rule }) => rule).sort(),
    );
  });

  it('end for schemas that refer to themselves, and for very deep ones', () => {
    const tree = (leaf: object) =>
      object({ x: { $ref: '#/$defs/t' } }, [], {
        $defs: { t: object({ left: { $ref: '#/$defs/t' }, v: leaf }) },
      });
    expect(changes(tree(s), tree(n))).toEqual([
      'breaking type-changed /properties/x/properties/v/type x.v',
    ]);
    const loop = {
      $defs: { a: { $ref: '#/$defs/b' }, b: { $ref: '#/$defs/a' } },
      $ref: '#/$defs/a',
    };
    expect(changes(loop, { ...loop, title: 't' }).length).toBeLessThan(3);
    const deep = (leaf: string) =>
      json(`${'{"items":'.repeat(5000)}{"type":"${leaf}"}${'}'.repeat(5000)}`);
    expect(schemaChanges(deep('string'), deep('number'), '').map(({ rule }) => rule)).toEqual([
      'schema.other',
    ]);
  });
});
