import { describe, expect, it } from 'vitest';
import { conversation } from '../../support/conversation.ts';
import { verifies } from '../../support/verifies.ts';
import { asked, lastFates, readingAt, table } from './readings.ts';

const schema = { type: 'object', properties: { kelas: { type: 'string' } } };

describe('a tools/list result', () => {
  it('forwards name, description and schema of each tool, and nothing else', () => {
    verifies('reading/tool-definition');
    const tool = {
      name: 'cari_anak',
      title: 'Cari',
      description: 'Cari anak.',
      inputSchema: schema,
      outputSchema: { type: 'object' },
      annotations: { readOnlyHint: true },
      icons: [{ src: 'a.png' }],
      execution: { taskSupport: 'forbidden' },
      _meta: { a: 1 },
      later: true,
    };
    const session = asked('tools/list', undefined, { tools: [tool], nextCursor: 'c' }).session();

    expect(lastFates(session)).toEqual({
      '/result/tools/0/name': 'renamed: mcp__asrama__cari_anak',
      '/result/tools/0/title': 'dropped',
      '/result/tools/0/description': 'reads: tools[0].description',
      '/result/tools/0/inputSchema': 'renamed: tools[0].input_schema',
      '/result/tools/0/outputSchema': 'dropped',
      '/result/tools/0/annotations': 'host',
      '/result/tools/0/icons': 'dropped',
      '/result/tools/0/execution': 'host',
      '/result/tools/0/_meta': 'dropped',
      '/result/tools/0/later': 'dropped',
      '/result/nextCursor': 'host',
    });
    expect(readingAt(session, -1).texts).toEqual([
      {
        place: 'tools[0].name',
        way: 'read',
        text: 'mcp__asrama__cari_anak',
        from: '/result/tools/0/name',
      },
      {
        place: 'tools[0].description',
        way: 'read',
        text: 'Cari anak.',
        from: '/result/tools/0/description',
      },
      {
        place: 'tools[0].input_schema',
        way: 'read',
        text: JSON.stringify(schema),
        from: '/result/tools/0/inputSchema',
      },
    ]);
  });

  it('marks the envelope and the caching members of 2026-07-28', () => {
    const result = {
      tools: [],
      resultType: 'complete',
      ttlMs: 0,
      cacheScope: 'private',
      _meta: { 'io.modelcontextprotocol/serverInfo': { name: 's', version: '1' } },
    };
    const session = asked('tools/list', { _meta: {}, cursor: 'c' }, result).session();

    expect(table(readingAt(session, 0).fates)).toEqual({
      '/jsonrpc': 'envelope',
      '/id': 'envelope',
      '/method': 'envelope',
      '/params/_meta': 'envelope',
      '/params/cursor': 'host',
    });
    expect(lastFates(session)).toEqual({
      '/result/tools': 'reads: tools',
      '/result/resultType': 'envelope',
      '/result/ttlMs': 'host',
      '/result/cacheScope': 'host',
      '/result/_meta': 'envelope',
    });
  });

  it('counts the places through all pages', () => {
    verifies('reading/pages');
    const list = (id: number, cursor: string | undefined, tools: string[], next?: string) => [
      { jsonrpc: '2.0', id, method: 'tools/list', params: { cursor } },
      { jsonrpc: '2.0', id, result: { tools: tools.map((name) => ({ name })), nextCursor: next } },
    ];
    const said = [
      ...list(1, undefined, ['a', 'b'], 'p2'),
      ...list(2, 'p2', ['c'], 'p3'),
      ...list(3, 'p3', ['d']),
      ...list(4, 'never given', ['e']),
    ];
    const talk = conversation({ label: 's' });
    for (const each of said) {
      if ('method' in each) talk.client(each);
      else talk.server(each);
    }
    const session = talk.session();

    const places = [1, 3, 5, 7].map((index) => readingAt(session, index).texts.map((t) => t.place));
    expect(places).toEqual([
      ['tools[0].name', 'tools[1].name'],
      ['tools[2].name'],
      ['tools[3].name'],
      ['tools[0].name'],
    ]);
  });
});

describe('a tool name', () => {
  const nameFate = (name: unknown, label = 'asrama') => {
    const session = conversation({ label })
      .client({ jsonrpc: '2.0', id: 1, method: 'tools/list' })
      .server({ jsonrpc: '2.0', id: 1, result: { tools: [{ name }] } })
      .session();
    return [lastFates(session)['/result/tools/0/name'], readingAt(session, -1).texts[0]?.text];
  };

  it('has characters replaced that the API refuses, and says so', () => {
    verifies('reading/tool-name');
    expect(nameFate('kamar.é😀 x')).toEqual([
      'renamed: mcp__asrama__kamar____x, characters that the API refuses are replaced',
      'mcp__asrama__kamar____x',
    ]);
    expect(nameFate('a', '$& srv')[1]).toBe('mcp_____srv__a');
  });

  it('fails when it is longer than the API takes', () => {
    verifies('reading/tool-name');
    const rest = 128 - 'mcp__asrama__'.length;
    expect(nameFate('x'.repeat(rest))[1]).toHaveLength(128);
    const [fate, text] = nameFate('x'.repeat(rest + 1));
    expect(fate).toMatch(/^fails: mcp__asrama__x+, the API takes at most 128 characters$/);
    expect(text).toBeUndefined();
  });

  it('is unknown when it is no text', () => {
    expect(nameFate(5)).toEqual([
      'unknown: not of the type that the specification says',
      undefined,
    ]);
  });
});
