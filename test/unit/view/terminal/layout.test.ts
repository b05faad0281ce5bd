import { describe, expect, it } from 'vitest';
import type { Fate, FateKind } from '../../../../src/model/reading.ts';
import { fateTree } from '../../../../src/view/terminal/fates.ts';
import { layout } from '../../../../src/view/terminal/layout.ts';
import { neverSeen, type Row } from '../../../../src/view/terminal/place.ts';
import { widthOf } from '../../../../src/view/terminal/width.ts';
import { parseJson } from '../../../../src/wire/json.ts';
import fc from '../../../support/fast-check.ts';
import { verifies } from '../../../support/verifies.ts';

function rowsOf(json: string | Buffer, fates: Fate[], options: Partial<Options> = {}): Row[] {
  const bytes = Buffer.from(json);
  const parsed = parseJson(bytes);
  if (!parsed.ok) throw new Error(parsed.detail);
  return layout(parsed.node, fateTree(fates), {
    columns: 50,
    elide: true,
    damaged: undefined,
    note: ([first]) => first?.note,
    ...options,
  });
}

type Options = Parameters<typeof layout>[2];

function fate(pointer: string, kind: FateKind, note?: string): Fate {
  return { pointer, kind, stage: 'blocks', rule: 'test', note };
}

/** `text | words | note`, as the columns print it. */
function printed(rows: readonly Row[]): string[] {
  return rows.map(({ text, kinds, note }) =>
    [text, kinds.join(', '), note].filter((part) => part !== '' && part !== undefined).join(' | '),
  );
}

describe('the JSON of a message', () => {
  it('carries a fate on every line that shows a value', () => {
    verifies('view:every-fate');
    const json =
      '{"jsonrpc":"2.0","id":3,"params":{"name":"x","arguments":{"a":1}},"extra":[true]}';
    const fates = [
      fate('/jsonrpc', 'envelope'),
      fate('/id', 'envelope'),
      fate('/params/name', 'renamed', 'mcp__x'),
      fate('/params/arguments', 'wrote', 'tool_use.input'),
    ];
    expect(printed(rowsOf(json, fates))).toEqual([
      '{',
      '  "jsonrpc": "2.0", "id": 3, | envelope',
      '  "params": {',
      '    "name": "x", | renamed | mcp__x',
      '    "arguments": { "a": 1 } | wrote | tool_use.input',
      '  },',
      '  "extra": [ true ] | unknown | no rule covers this',
      '}',
    ]);
  });

  it('never shows a value without a fate, whatever the message and the columns', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 6 }), fc.integer({ min: 1, max: 80 }), (json, columns) => {
        for (const row of rowsOf(json, [fate('/a', 'reads')], { columns }))
          if (row.kinds.length === 0)
            expect(row.text).toMatch(/^ *([[{] )*("(.*)(…"|"): )?(\[ )*[[{}\] ,]*$/);
      }),
    );
  });

  it('tells a fate where it begins, not at what happens to hold nothing else', () => {
    const json =
      '{"result":{"content":[{"type":"text","text":"a text of more than a line of it"}]}}';
    const fates = ['type', 'text'].map((name) =>
      fate(`/result/content/0/${name}`, 'reads', 'content[0]'),
    );
    expect(printed(rowsOf(json, fates))).toEqual([
      '{',
      '  "result": {',
      '    "content": [ { "type": "text", | reads | content[0]',
      '      "text": "a text of more than a line of it" | reads | content[0]',
      '    } ]',
      '  }',
      '}',
    ]);
    const whole = rowsOf(json, [fate('/result', 'wrote', 'answer')]);
    expect(printed(whole)[1]).toBe('  "result": { | wrote | answer');
  });

  it('is printed as sent', () => {
    verifies('view:as-sent');
    const json = '{"z":1.0,"a":-0,"big":12345678901234567890,"e":1E+2,"a":"\\u00e9\\/","n":null}';
    expect(printed(rowsOf(json, [fate('', 'reads')], { columns: 90 }))).toEqual([
      '{ "z": 1.0, "a": -0, "big": 12345678901234567890, "e": 1E+2, "a": "é/", "n": null } | reads',
    ]);
  });

  it('says of duplicate keys that only the last one counts', () => {
    const rows = rowsOf('{"a":1,"a":2}', [fate('/a', 'reads'), fate('/b', 'host')]);
    expect(printed(rows)).toEqual([
      '{',
      '  "a": 1, | replaced | by the later member of this name',
      '  "a": 2 | reads',
      '}',
    ]);
  });

  it('shares the brackets of a single item', () => {
    const json = '{"content":[{"type":"text","text":"a text that takes more than half a line"}]}';
    const fates = [fate('/content/0/type', 'host'), fate('/content/0/text', 'reads', 'place')];
    expect(printed(rowsOf(json, fates))).toEqual([
      '{',
      '  "content": [ { "type": "text", | host',
      '    "text": "a text that takes more than half a  | reads | place',
      '             line" | reads',
      '  } ]',
      '}',
    ]);
  });
});

describe('long values', () => {
  verifies('view:elide');

  it('become the start of a text and its size', () => {
    const rows = rowsOf(JSON.stringify({ text: 'word '.repeat(1000) }), [fate('/text', 'reads')]);
    expect(rows).toHaveLength(6);
    expect(rows.at(-2)?.text).toMatch(/ word word…" 5.00 kB$/);
    const hidden = rowsOf(JSON.stringify({ text: 'word '.repeat(1000) }), [fate('/text', 'host')]);
    expect(printed(hidden)).toEqual(['{ "text": "word word word wo…" 5.00 kB } | host']);
  });

  it('are shown whole when asked for', () => {
    const text = 'a "quoted"\nline. '.repeat(300);
    const rows = rowsOf(JSON.stringify({ text }), [fate('/text', 'reads')], { elide: false });
    const joined = rows.slice(1, -1).map((row, index) => row.text.slice(index === 0 ? 10 : 11));
    expect(JSON.parse(joined.join(''))).toBe(text);
  });

  it('of binary data become type and size, at once', () => {
    const block = {
      type: 'image',
      mimeType: 'image/png',
      data: 'iVBORw0KGgo'.padEnd(3_000_000, 'A'),
    };
    const start = performance.now();
    const rows = rowsOf(JSON.stringify(block), [fate('', 'rewritten')], { columns: 90 });
    expect(performance.now() - start).toBeLessThan(1000);
    expect(rows.map((row) => row.text).join('')).toContain('"data": ⟨image/png, 2.25 MB, base64⟩');
    const uri = JSON.stringify(`data:image/svg+xml;base64,${'QUJD'.repeat(100)}`);
    expect(rowsOf(uri, [fate('', 'reads')])[0]?.text).toBe('⟨image/svg+xml, 300 bytes, base64⟩');
    const hash = JSON.stringify('0123456789abcdef'.repeat(4));
    expect(rowsOf(hash, [fate('', 'host')], { columns: 80 })[0]?.text).toBe(hash);
  });

  it('of many items become a few items, a count and all their fates', () => {
    const tools = Array.from({ length: 40 }, (_, index) => ({ name: `tool_${index}`, meta: 1 }));
    const fates = tools.flatMap((_, index) => [
      fate(`/tools/${index}/name`, index === 30 ? 'fails' : 'renamed'),
      fate(`/tools/${index}/meta`, 'dropped'),
    ]);
    const lines = printed(rowsOf(JSON.stringify({ tools }), fates));
    expect(lines).toContainEqual(
      expect.stringMatching(/^ {4}… 18 more: tool_12, tool_13, .*… \| renamed, dropped$/),
    );
    verifies('view:fails-shown');
    expect(lines).toContain('    { "name": "tool_30", | fails');
    expect(lines.at(-3)).toMatch(/^ {4}… 9 more: tool_31, .*\| renamed, dropped$/);
  });

  it('of one fate fold into one line, deep levels first', () => {
    const schema = { type: 'object', properties: { a: { type: 'string', enum: ['x', 'y'] } } };
    const line = (columns: number) =>
      rowsOf(JSON.stringify(schema), [fate('', 'host')], { columns })[0]?.text;
    expect(line(100)).toBe(
      '{ "type": "object", "properties": { "a": { "type": "string", "enum": [ "x", "y" ] } } }',
    );
    expect(line(80)).toBe(
      '{ "type": "object", "properties": { "a": { "type": "string", "enum": […] } } }',
    );
    expect(line(60)).toBe('{ "type": "object", "properties": { "a": {…} } }');
    expect(line(40)).toBe('{ "type": "object", "properties": {…} }');
    expect(line(38)).toBe('{ "type": "object", … 1 more }');
    expect(line(16)).toBe('{ … 2 more }');
    expect(line(8)).toBe('{…}');
  });

  it('and deep nesting end in time', () => {
    const deep = `${'[{"a":'.repeat(5000)}1${'}]'.repeat(5000)}`;
    const pointer = '/0/a'.repeat(5000);
    for (const fates of [
      [fate('', 'reads')],
      [fate(pointer, 'reads')],
      [],
      [fate('/0/b', 'host'), fate(pointer, 'reads')],
    ])
      for (const elide of [true, false]) {
        const rows = rowsOf(deep, fates, { elide });
        expect(rows.length).toBeLessThan(200);
        expect(rows.some((row) => row.kinds.length > 0)).toBe(true);
      }
  });
});

describe('what a view does not ask for', () => {
  verifies('view:filters');
  const list = JSON.stringify({
    result: { tools: [{ name: 'a', title: 'A', schema: {} }, { name: 'b' }] },
    id: 1,
  });
  const fates = [
    fate('/id', 'envelope'),
    fate('/result/tools/0/name', 'renamed'),
    fate('/result/tools/0/title', 'dropped'),
    fate('/result/tools/0/schema', 'reads'),
    fate('/result/tools/1/name', 'renamed'),
  ];

  it('is left out with the brackets that would stand around nothing', () => {
    const rows = rowsOf(list, fates, { columns: 40, wants: neverSeen });
    expect(rows.map(({ text }) => text)).toEqual([
      '{',
      '  "result": {',
      '    "tools": [',
      '      { "title": "A",',
      '      },',
      '    ]',
      '  },',
      '  "id": 1',
      '}',
    ]);
  });

  it('leaves nothing when it is all', () => {
    expect(rowsOf('{"a":1}', [fate('/a', 'reads')], { wants: neverSeen })).toEqual([]);
    expect(rowsOf('{"a":1}', [], { wants: neverSeen })).toEqual([]);
  });
});

describe('binary data', () => {
  verifies('view:elide');
  const png = 'iVBORw0KGgo'.padEnd(4_000, 'A');
  const plain = ['x'.repeat(30_000), 'abcdefghijklmnopqrstuvwxyz'.repeat(8), 'path/'.repeat(100)];
  const shown = (value: object, elide = true) =>
    rowsOf(JSON.stringify(value), [fate('', 'host')], { elide, columns: 96 })
      .map(({ text }) => text.trim())
      .join('');

  it.each([
    ['the data of an image', { type: 'image', mimeType: 'image/png', data: png }, 'image/png, 3'],
    ['the data of a sound', { type: 'audio', data: png }, '3'],
    ['a blob', { uri: 'a:b', mimeType: 'a/b', blob: png }, 'a/b, 3'],
    ['a data URI', { src: `data:image/png;base64,${png}` }, 'image/png, 3'],
  ])('is %s: its size stands for it', (_, value, size) => {
    expect(shown(value)).toContain(`⟨${size}.00 kB, base64⟩`);
    expect(shown(value, false)).toContain(png.slice(0, 30));
    expect(shown(value, false)).not.toContain('base64⟩');
  });

  it.each(plain)('is no text, however it looks: %.12s…', (text) => {
    for (const value of [{ type: 'text', text }, { data: text }, { type: 'image', text }])
      expect(shown(value)).not.toContain('base64');
    expect(shown({ text }, false)).toBe(JSON.stringify({ text }).replace(':', ': '));
  });
});

describe('strings', () => {
  it('name what is invisible where the model reads, and escape it elsewhere', () => {
    verifies('view:invisible-names');
    const json = JSON.stringify('a\u202eb\u001b');
    expect(rowsOf(json, [fate('', 'reads')])[0]?.text).toBe('"a⟨RLO⟩b⟨ESC⟩"');
    expect(rowsOf(json, [fate('', 'host')])[0]?.text).toBe('"a\\u202eb\\u001b"');
  });

  it('show bytes that are no UTF-8 from the frame', () => {
    verifies('view:raw-bytes');
    const bytes = Buffer.from('{"data":"Messger\xe4t \\u00e9"}', 'latin1');
    const rows = rowsOf(bytes, [fate('', 'reads')], { damaged: bytes });
    expect(rows[0]?.text).toBe('{ "data": "Messger\\xE4t \\u00e9" }');
  });

  it('never take more columns than there are, and never break an escape', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary', maxLength: 200 }),
        fc.integer({ min: 24, max: 60 }),
        (text, columns) => {
          const rows = rowsOf(JSON.stringify({ text }), [fate('/text', 'host')], {
            columns,
            elide: false,
          });
          for (const row of rows) {
            expect(widthOf(row.text)).toBeLessThanOrEqual(columns);
            expect(row.text).not.toMatch(/\\u[0-9a-f]{0,3}$/);
          }
        },
      ),
    );
  });
});
