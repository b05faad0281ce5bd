import { describe, expect, it } from 'vitest';
import type { SchemaOp } from '../../../src/model/profile.ts';
import type { Reading } from '../../../src/model/reading.ts';
import { profileOf } from '../../../src/reading/profiles.ts';
import { conversation } from '../../support/conversation.ts';
import { verifies } from '../../support/verifies.ts';
import { listingBy, toolOf } from './canary.ts';
import { readingAt } from './readings.ts';

const at = '/result/tools/0/inputSchema';

/** The reading of a schema under operations of our own. */
function under(ops: readonly SchemaOp[], inputSchema: unknown): Reading {
  const base = profileOf('cline');
  const rule = { fate: 'renamed', as: 'input_schema', ops } as const;
  const profile = { ...base, rules: { ...base.rules, 'tool.inputSchema': rule } };
  const session = conversation()
    .client({ jsonrpc: '2.0', id: 1, method: 'tools/list' })
    .server({ jsonrpc: '2.0', id: 1, result: { tools: [{ name: 't', inputSchema }] } })
    .session();
  return readingAt(session, -1, profile);
}

function schemaOf({ texts }: Reading): unknown {
  const found = texts.find((each) => /(schema|parameters)\w*$/i.test(each.place));
  return found && JSON.parse(found.text);
}

function fatesOf({ fates }: Reading): Record<string, string> {
  const own = fates.filter((each) => each.pointer.startsWith(at));
  return Object.fromEntries(own.map((each) => [each.pointer.slice(at.length), each.kind]));
}

const text = { type: 'string' };
const object = { type: 'object' };

describe('an operation on the input schema', () => {
  it.each<[string, SchemaOp, unknown, unknown, Record<string, string>]>([
    [
      'keeps some keywords',
      { op: 'keepOnlyKeys', at: 'all', keys: ['type', 'properties'] },
      { ...object, title: 'T', properties: { title: { ...text, default: 1 } } },
      { ...object, properties: { title: text } },
      {
        '/type': 'renamed',
        '/title': 'dropped',
        '/properties/title/type': 'renamed',
        '/properties/title/default': 'dropped',
      },
    ],
    [
      'drops some at the root',
      { op: 'dropKeys', at: 'root', keys: ['anyOf'] },
      { anyOf: [text], properties: { a: { anyOf: [text] } } },
      { properties: { a: { anyOf: [text] } } },
      { '/anyOf': 'dropped', '/properties': 'renamed' },
    ],
    [
      'sets a value, whatever was there',
      { op: 'setRoot', key: 'additionalProperties', value: true, mode: 'force' },
      { ...object, additionalProperties: false },
      { ...object, additionalProperties: true },
      { '/type': 'renamed', '/additionalProperties': 'rewritten' },
    ],
    [
      'sets a value where there is none',
      { op: 'setRoot', key: 'additionalProperties', value: false, mode: 'default' },
      { ...object, additionalProperties: true },
      { ...object, additionalProperties: true },
      { '': 'renamed' },
    ],
    [
      'takes types apart',
      { op: 'typeArray', to: 'nullable' },
      { properties: { a: { type: ['string', 'null'] } } },
      { properties: { a: { type: 'string', nullable: true } } },
      { '/properties/a/type/0': 'renamed', '/properties/a/type/1': 'rewritten' },
    ],
    [
      'makes alternatives of them',
      { op: 'typeArray', to: 'anyOf' },
      { type: ['string', 'null'] },
      { anyOf: [{ type: 'string' }, { type: 'null' }] },
      { '': 'renamed' },
    ],
    [
      'turns const into enum',
      { op: 'constToEnum' },
      { properties: { a: { const: 'x' } } },
      { properties: { a: { enum: ['x'] } } },
      { '': 'renamed' },
    ],
    [
      'infers a type',
      { op: 'inferType' },
      { properties: { a: { enum: ['x'] }, b: { $ref: '#/x' } } },
      { properties: { a: { enum: ['x'], type: 'string' }, b: { $ref: '#/x' } }, type: 'object' },
      { '': 'renamed' },
    ],
    [
      'fills what is empty',
      { op: 'fillItems' },
      { type: 'object', properties: { a: { type: 'array' } } },
      { type: 'object', properties: { a: { type: 'array', items: text } } },
      { '': 'renamed' },
    ],
    [
      'closes objects',
      { op: 'closeObjects' },
      { type: 'object', properties: { a: object } },
      {
        type: 'object',
        properties: { a: { ...object, additionalProperties: false } },
        additionalProperties: false,
      },
      { '': 'renamed' },
    ],
    [
      'makes strings of boolean schemas',
      { op: 'boolSchemaToString' },
      { properties: { a: true }, additionalProperties: false },
      { properties: { a: text }, additionalProperties: false },
      { '/properties': 'rewritten', '/additionalProperties': 'renamed' },
    ],
    [
      'prunes definitions',
      { op: 'pruneDefs' },
      {
        properties: { a: { $ref: '#/$defs/A' } },
        $defs: { A: { $ref: '#/$defs/B' }, B: text, C: text },
      },
      { properties: { a: { $ref: '#/$defs/A' } }, $defs: { A: { $ref: '#/$defs/B' }, B: text } },
      {
        '/properties': 'renamed',
        '/$defs/A': 'renamed',
        '/$defs/B': 'renamed',
        '/$defs/C': 'dropped',
      },
    ],
    [
      'resolves references',
      { op: 'resolveRefs' },
      { properties: { a: { $ref: '#/$defs/A', title: 'x' } }, $defs: { A: { type: 'number' } } },
      { properties: { a: { type: 'number', title: 'x' } } },
      {
        '/properties/a/$ref': 'dropped',
        '/properties/a/title': 'renamed',
        '/$defs': 'renamed',
      },
    ],
    [
      'filters formats',
      { op: 'filterFormat', allowed: ['date'] },
      { properties: { a: { format: 'uri' }, b: { format: 'date' } } },
      { properties: { a: {}, b: { format: 'date' } } },
      { '/properties/a': 'dropped', '/properties/b': 'renamed' },
    ],
    [
      'shortens descriptions',
      { op: 'truncateDescriptions', max: 3 },
      { description: 'long', title: 'long' },
      { description: 'lon', title: 'long' },
      { '/description': 'rewritten', '/title': 'renamed' },
    ],
    [
      'adds a parameter',
      { op: 'addProperty', name: 'x', schema: text, required: true },
      { ...object, required: ['a'] },
      { ...object, required: ['a', 'x'], properties: { x: text } },
      { '': 'renamed' },
    ],
    [
      'replaces an empty schema',
      { op: 'emptySchemaTo', value: object },
      {},
      object,
      { '': 'dropped' },
    ],
    [
      'makes a list of alternatives of a tuple',
      { op: 'tupleItemsToAnyOf' },
      { type: 'array', items: [text, object] },
      { type: 'array', items: { anyOf: [text, object] } },
      { '': 'renamed' },
    ],
    [
      'flattens alternatives',
      { op: 'flattenComposition' },
      { anyOf: [{ type: 'null' }, { type: 'string', title: 'x' }] },
      { type: 'string', title: 'x' },
      { '/anyOf/0': 'dropped', '/anyOf/1': 'renamed' },
    ],
  ])('%s', (_name, op, before, after, fates) => {
    verifies('reading/schema');
    const reading = under([op], before);
    expect(schemaOf(reading)).toEqual(after);
    expect(fatesOf(reading)).toEqual(fates);
  });

  it('says which operation took a member away', () => {
    verifies('reading/schema');
    const ops: SchemaOp[] = [
      { op: 'dropKeys', at: 'root', keys: ['title'] },
      { op: 'filterFormat', allowed: [] },
    ];
    const { fates } = under(ops, { title: 'T', format: 'uri', type: 'string' });
    expect(fates.find((each) => each.pointer === `${at}/title`)?.note).toBe('by dropKeys');
    expect(fates.find((each) => each.pointer === `${at}/format`)?.note).toBe('by filterFormat');
  });

  it('leaves alone what is nested too deep, and ends for references to themselves', () => {
    verifies('reading/schema', 'reading/never-throws');
    const deep = JSON.parse(`${'{"not":'.repeat(500)}{}${'}'.repeat(500)}`);
    expect(fatesOf(under([{ op: 'closeObjects' }], deep))).toEqual({ '': 'renamed' });
    const tree = {
      $defs: {
        T: { type: 'object', properties: { l: { $ref: '#/$defs/T' }, r: { $ref: '#/$defs/T' } } },
      },
      properties: { t: { $ref: '#/$defs/T' } },
    };
    expect(schemaOf(under([{ op: 'resolveRefs' }], tree))).toEqual({
      properties: { t: { type: 'object', properties: { l: {}, r: {} } } },
    });
  });

  it('does not let references multiply without end', () => {
    verifies('reading/schema', 'reading/never-throws');
    const names = Array.from({ length: 12 }, (_, index) => `D${index}`);
    const all = Object.fromEntries(names.map((name) => [name, { $ref: `#/$defs/${name}` }]));
    const $defs = Object.fromEntries(names.map((name) => [name, { properties: all }]));
    const start = performance.now();
    under([{ op: 'resolveRefs' }], { properties: all, $defs });
    expect(performance.now() - start).toBeLessThan(5000);
  });

  it('that nobody knows the details of leaves the schema unknown', () => {
    verifies('reading/schema', 'reading/unknown');
    const reading = under([{ op: 'opaque', what: 'a round trip' }], object);
    expect(fatesOf(reading)).toEqual({ '': 'unknown' });
    expect(schemaOf(reading)).toBeUndefined();
  });
});

describe('the schemas of hosts', () => {
  const schemaBy = (host: string, inputSchema: object) => {
    const [reading] = listingBy(host, [[toolOf({ inputSchema })]]);
    return reading && schemaOf(reading);
  };

  it('lose at Codex what is not on its list, and their descriptions beyond 5,000 bytes', () => {
    verifies('reading/schema', 'reading/measured');
    const limits = { minItems: 1, maxItems: 2, uniqueItems: true, items: { const: 1 } };
    expect(schemaBy('codex-cli', { properties: { a: { type: 'array', ...limits } } })).toEqual({
      properties: { a: { type: 'array', minItems: 1, items: { enum: [1], type: 'string' } } },
      type: 'object',
    });
    const many = Object.fromEntries(
      Array.from({ length: 40 }, (_, index) => [
        `p${index}`,
        { type: 'string', description: 'd'.repeat(150) },
      ]),
    );
    const [big] = listingBy('codex-cli', [
      [toolOf({ inputSchema: { type: 'object', properties: many } })],
    ]);
    expect(JSON.stringify(big && schemaOf(big))).not.toContain('description');
    const lost = big?.fates.filter((each) => each.pointer.endsWith('/description'));
    expect(lost?.filter((each) => each.note === 'by budget')).toHaveLength(40);
  });

  it('shrink pass by pass', () => {
    verifies('reading/schema');
    const nested = (depth: number): object =>
      depth === 0 ? text : { type: 'object', properties: { n: nested(depth - 1) } };
    const wide = Object.fromEntries(
      Array.from({ length: 300 }, (_, index) => [`p${index}`, nested(5)]),
    );
    const found = JSON.stringify(schemaBy('codex-cli', { type: 'object', properties: wide }));
    expect(found).toContain(
      '{"type":"object","properties":{"n":{"type":"object","properties":{"n":{}',
    );
  });

  it('point at nothing at Continue', () => {
    verifies('reading/schema', 'reading/measured');
    const schema = { type: 'object', properties: { t: { $ref: '#/$defs/T' } }, $defs: { T: text } };
    expect(schemaBy('continue-cli', schema)).toEqual({
      type: 'object',
      properties: { t: { $ref: '#/$defs/T' } },
    });
  });

  it('get a parameter at Gemini CLI', () => {
    verifies('reading/schema', 'reading/measured');
    expect(schemaBy('gemini-cli', { type: 'object' })).toMatchObject({
      properties: { wait_for_previous: { type: 'boolean' } },
    });
  });
});
