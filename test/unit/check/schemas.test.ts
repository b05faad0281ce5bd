import { describe, expect, it } from 'vitest';
import { ajvChecker } from '../../../src/check/schemas/ajv.ts';
import type { SchemaText } from '../../../src/check/schemas/checker.ts';
import { parseJson } from '../../../src/wire/json.ts';
import { conversation } from '../../support/conversation.ts';
import { verifies } from '../../support/verifies.ts';
import { call, findingsBy, findingsOf, request, result, rulesOf } from './support.ts';

const listed = (tools: readonly object[], revision = '2025-06-18') =>
  conversation()
    .initialized(revision)
    .client(request(1, 'tools/list'))
    .server(result(1, { tools: tools.map((each) => ({ description: 'Finds.', ...each })) }));

const object = { type: 'object' };
const weather = {
  name: 'weather',
  inputSchema: object,
  outputSchema: { ...object, properties: { temp: { type: 'number' } }, required: ['temp'] },
};
const content = [{ type: 'text', text: 'x' }];

describe('arguments against inputSchema', () => {
  verifies('check-input-schema');
  const price = {
    name: 'price',
    inputSchema: {
      ...object,
      properties: { n: { type: 'integer' }, day: { type: 'string', format: 'date' } },
      required: ['n'],
      additionalProperties: false,
    },
  };
  const asked = (args: object | undefined, answer: object = { content }, tool: object = price) =>
    listed([tool])
      .client(request(2, 'tools/call', { name: 'price', ...(args && { arguments: args }) }))
      .server(result(2, answer));
  const by = (...all: Parameters<typeof asked>) =>
    findingsBy('content/input-schema', asked(...all));

  it.each([
    [{ n: 'two' }, '$.n must be integer, and the server calls it a success', '/params/arguments/n'],
    [{ n: 1, extra: 1 }, '$ must not have the member "extra"', '/params/arguments'],
    [{}, "$ must have required property 'n'", '/params/arguments'],
    [undefined, "$ must have required property 'n'", '/params'],
  ])('%j is a warning', (args, words, pointer) => {
    expect(by(args)).toMatchObject([
      { severity: 'warning', side: 'client', title: expect.stringContaining(words) },
    ]);
    expect(by(args)[0]?.places[0]?.pointer).toBe(pointer);
  });

  it('is silent where the server refused them, and a note for a format', () => {
    expect(by({ n: 'two' }, { content, isError: true })).toEqual([]);
    expect(by({ n: 1, day: 'today' })).toMatchObject([{ severity: 'note' }]);
  });

  it('is silent for what keeps it, and for tools that are not listed', () => {
    expect(by({ n: 2 })).toEqual([]);
    expect(by({ n: 'two' }, { content }, { ...price, name: 'other' })).toEqual([]);
  });

  it('is a note for what could not be checked', () => {
    const tool = { ...price, inputSchema: { ...object, $schema: 'urn:x' } };
    expect(by({}, { content }, tool)).toMatchObject([{ severity: 'note', side: 'nobody' }]);
  });
});

describe('structuredContent against outputSchema', () => {
  verifies('check-output-schema');
  const answered = (value: object) =>
    listed([weather]).client(call(2, 'weather')).server(result(2, value));

  it.each([
    [{ content }, ['its result has no structuredContent'], '/result'],
    [
      { content, structuredContent: { temp: 'warm' } },
      ['structuredContent at $.temp must be number'],
      '/result/structuredContent/temp',
    ],
    [
      { content, structuredContent: {} },
      ["structuredContent at $ must have required property 'temp'"],
      '/result/structuredContent',
    ],
    [{ content, isError: true }, [], undefined],
    [{ content, structuredContent: { temp: 21.5, more: 1 } }, [], undefined],
    [{ resultType: 'input_required', requestState: 's' }, [], undefined],
    [{ task: { taskId: 't' } }, [], undefined],
  ])('%j', (value, words, pointer) => {
    const found = findingsBy('content/output-schema', answered(value));
    expect(found.map(({ title }) => title)).toEqual(
      words.map((each) => expect.stringContaining(each)),
    );
    expect(found[0]?.places[0]?.pointer).toBe(pointer);
    for (const { severity, side } of found) expect([severity, side]).toEqual(['problem', 'server']);
  });

  it('takes the list that was valid when the tool was called', () => {
    const talk = listed([weather])
      .client(call(2, 'weather'))
      .server(result(2, { content, structuredContent: { temp: 1 } }))
      .client(request(3, 'tools/list'))
      .server(result(3, { tools: [{ ...weather, outputSchema: { ...object, required: ['t2'] } }] }))
      .client(call(4, 'weather'))
      .server(result(4, { content, structuredContent: { t2: 1 } }));
    expect(findingsBy('content/output-schema', talk)).toEqual([]);
  });

  it('says nothing of tools without a schema, or that are listed nowhere', () => {
    const talk = listed([{ name: 'plain', inputSchema: object }])
      .client(call(2, 'plain'))
      .server(result(2, { content, structuredContent: { any: 1 } }))
      .client(call(3, 'elsewhere'))
      .server(result(3, { content }));
    expect(rulesOf(talk)).toEqual([]);
  });

  it('is a warning where only a format is not kept', () => {
    const outputSchema = { ...object, properties: { at: { type: 'string', format: 'date-time' } } };
    const talk = listed([{ ...weather, outputSchema }])
      .client(call(2, 'weather'))
      .server(result(2, { content, structuredContent: { at: 'noon' } }));
    expect(findingsBy('content/output-schema', talk)).toMatchObject([{ severity: 'warning' }]);
  });
});

describe('schemas themselves', () => {
  verifies('check-schemas');

  it('are told by what is wrong and where', () => {
    const talk = listed([
      {
        name: 'r1',
        inputSchema: { ...object, $defs: { Q: object }, properties: { q: { $ref: '#/$defs/Q' } } },
      },
      { name: 'r2', inputSchema: { ...object, properties: { q: { $ref: '#/$defs/Nope' } } } },
      {
        name: 'r3',
        inputSchema: { ...object, properties: { q: { $ref: 'https://example.org/q.json' } } },
      },
      { name: 't', inputSchema: { ...object, properties: { q: { type: 'strng' } } } },
      { name: 'q', inputSchema: { ...object, required: 'q' } },
    ]);
    expect(findingsBy('content/schema-invalid', talk).map(({ title }) => title)).toEqual([
      'tools.1 "r2" has a broken inputSchema: at $.properties.q it refers to #/$defs/Nope, which is not there',
      'tools.2 "r3" has a broken inputSchema: at $.properties.q it refers to https://example.org/q.json, which is outside of it',
      'tools.3 "t" has a broken inputSchema: at $.properties.q.type it must be equal to one of the allowed values',
      'tools.4 "q" has a broken inputSchema: at $.required it must be array',
    ]);
    expect(findingsBy('host-limits/schema-references', talk)).toMatchObject([
      { severity: 'note', title: expect.stringContaining('3 tools in all') },
    ]);
  });

  it('may refer to themselves, to anchors, to escaped and embedded names', () => {
    const node = {
      ...object,
      properties: { kids: { type: 'array', items: { $ref: '#/$defs/N' } } },
    };
    const talk = listed([
      {
        name: 'tree',
        inputSchema: { ...object, $defs: { N: node }, properties: { root: { $ref: '#/$defs/N' } } },
      },
      { name: 'self', inputSchema: { ...object, properties: { again: { $ref: '#' } } } },
      {
        name: 'names',
        inputSchema: {
          ...object,
          $defs: {
            'a/b c': object,
            x: { ...object, $anchor: 'here' },
            y: { ...object, $id: 'y.json' },
          },
          properties: {
            a: { $ref: '#/$defs/a~1b%20c' },
            b: { $ref: '#here' },
            c: { $ref: 'y.json' },
          },
        },
      },
      {
        name: 'data',
        inputSchema: { ...object, properties: { r: { default: { $ref: '#/nowhere' } } } },
      },
    ]);
    expect(findingsBy('content/schema-invalid', talk)).toEqual([]);
  });

  it('may be in other dialects, which is a note of outputs, and a warning when nobody knows it', () => {
    const d7 = { ...object, $schema: 'http://json-schema.org/draft-07/schema#' };
    const d4 = { ...object, $schema: 'http://json-schema.org/draft-04/schema#' };
    const mixed = { name: 'd7', inputSchema: object, outputSchema: d7 };
    expect(findingsOf(listed([mixed]))).toEqual([
      'note content/schema-dialect: tools.0 "d7" has an outputSchema in "http://json-schema.org/draft-07/schema#", an earlier dialect of JSON Schema',
    ]);
    // As the TypeScript SDK of version 1 writes all of them.
    expect(rulesOf(listed([{ name: 'd7', inputSchema: d7, outputSchema: d7 }]))).toEqual([]);
    expect(
      findingsBy('content/schema-dialect', listed([{ name: 'd4', inputSchema: d4 }])),
    ).toMatchObject([{ severity: 'warning' }]);
  });

  it('without a dialect are read as what they look like', () => {
    const tuple = { ...object, properties: { p: { type: 'array', items: [{ type: 'number' }] } } };
    expect(rulesOf(listed([{ name: 't', inputSchema: tuple }]))).toEqual([]);
  });

  it('of results must be of type object before 2026-07-28', () => {
    const talk = listed([
      { name: 't', inputSchema: object, outputSchema: { $id: 'x.v1', description: 'no type' } },
    ]);
    expect(findingsOf(talk)).toEqual([
      'problem content/tool-definition: tools.0 "t" has an outputSchema without a type: strict clients refuse the whole list, model APIs the whole request',
    ]);
  });
});

describe('names of arguments', () => {
  verifies('check-property-keys');

  it('that model APIs refuse are told, at any depth', () => {
    const inputSchema = {
      ...object,
      properties: {
        'filter[status]': { type: 'string' },
        '': { type: 'string' },
        ok_key: { ...object, properties: { 'sub key': { type: 'string' } } },
        properties: { ...object, properties: { fine: { type: 'string' } } },
      },
    };
    const found = findingsBy('host-limits/property-keys', listed([{ name: 'k1', inputSchema }]));
    expect(found).toMatchObject([
      {
        severity: 'warning',
        side: 'host',
        title: expect.stringContaining('"filter[status]", "", "sub key"'),
      },
    ]);
  });
});

describe('hostile schemas', () => {
  verifies('check-schemas-bounded');
  const text = (value: unknown): SchemaText => {
    const bytes = Buffer.from(typeof value === 'string' ? value : JSON.stringify(value));
    const parsed = parseJson(bytes);
    if (!parsed.ok) throw new Error('not JSON');
    return { node: parsed.node, bytes };
  };
  const took = (work: () => unknown) => {
    const start = performance.now();
    const result = work();
    return { result, ms: performance.now() - start };
  };

  it('with a pattern that never ends are not checked, in bounded time', () => {
    const schema = text({ ...object, properties: { a: { type: 'string', pattern: '^(a+)+$' } } });
    const value = text({ a: `${'a'.repeat(40)}!` });
    const { result, ms } = took(() => ajvChecker().mismatches(value, schema));
    expect(result).toEqual({
      kind: 'not-checked',
      why: 'it is broken, or takes too long to check',
    });
    expect(ms).toBeLessThan(3_000);
  });

  it('are a note, never silence', () => {
    const outputSchema = { ...object, properties: { a: { type: 'string', pattern: '^(a+)+$' } } };
    const talk = listed([{ ...weather, outputSchema }])
      .client(call(2, 'weather'))
      .server(result(2, { content, structuredContent: { a: `${'a'.repeat(40)}!` } }));
    expect(findingsOf(talk)).toEqual([
      'note content/output-schema: 1 result could not be checked against the outputSchema: it is broken, or takes too long to check',
    ]);
  });

  it('many of them take no longer in all', () => {
    const checker = ajvChecker();
    const value = text({ a: `${'a'.repeat(40)}!` });
    const { ms } = took(() => {
      for (let i = 0; i < 100; i += 1)
        checker.mismatches(value, text({ properties: { a: { pattern: `^(a+)+${i}$` } } }));
    });
    expect(ms).toBeLessThan(8_000);
  });

  it('of any size, depth or breadth end with a verdict', () => {
    const deep = `${'{"properties":{"a":'.repeat(3_000)}{}${'}}'.repeat(3_000)}`;
    const wide = { anyOf: Array.from({ length: 4_000 }, (_, i) => ({ required: [`k${i}`] })) };
    const loop = {
      $defs: { a: { $ref: '#/$defs/b' }, b: { $ref: '#/$defs/a' } },
      $ref: '#/$defs/a',
    };
    for (const schema of [
      deep,
      wide,
      loop,
      { pattern: '(' },
      { $ref: '#/%ZZ' },
      { type: 'nonsense' },
    ]) {
      const { ms } = took(() => {
        const checker = ajvChecker();
        checker.flaws(text(schema));
        checker.mismatches(text({ a: { a: {} } }), text(schema));
      });
      expect(ms).toBeLessThan(5_000);
    }
  });
});
