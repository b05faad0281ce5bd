/** What 13 hosts and libraries sent to a model endpoint on 2026-11-30, and what their profiles say. */
import { describe, expect, it } from 'vitest';
import { verifies } from '../../support/verifies.ts';
import {
  audio,
  blob,
  errorBy,
  image,
  instructionsBy,
  kinds,
  link,
  listingBy,
  names,
  resource,
  resultBy,
  said,
  sha1,
  text,
  toolOf,
} from './canary.ts';

const both = { content: [text('t')], structuredContent: { s: 1 } };
const SC = '{"s":1}';

interface Measured {
  /** Is the second page of tools offered? */
  readonly page2: boolean;
  readonly name: string;
  /** Of two texts. */
  readonly two: readonly string[];
  /** Of a text and structured content / structured content alone / with an image too. */
  readonly both: readonly string[];
  readonly alone: readonly string[];
  readonly three: readonly string[];
  readonly failed: readonly string[];
  /** Does the model learn by a flag that it failed? */
  readonly flag: string;
  readonly error: readonly string[];
  /** Does a missing structuredContent turn the result into an error? */
  readonly checks: boolean;
}

const whole = (...content: object[]) => JSON.stringify({ content });
const TS = 'MCP error -32050: msg';

const measured: Readonly<Record<string, Measured>> = {
  'codex-cli': {
    page2: true,
    name: 'mcp__cn_ry.canary_text_one',
    two: [WALL(), 'a', 'b'],
    both: [WALL(), SC],
    alone: [WALL(), SC],
    three: [WALL(), SC],
    failed: [WALL(), 'f'],
    flag: 'dropped',
    error: [
      'tool call error: tool call failed for `cn-ry/rpc`\n\nCaused by:\n    Mcp error: -32050: msg({"d":1})',
    ],
    checks: false,
  },
  'codex-cli:code-mode': {
    page2: true,
    name: 'tools.mcp__cn_ry__canary_text_one',
    two: [whole(text('a'), text('b'))],
    both: [JSON.stringify(both)],
    alone: ['{"content":[],"structuredContent":{"s":1}}'],
    three: [JSON.stringify({ content: [text('t'), image], structuredContent: { s: 1 } })],
    failed: [JSON.stringify({ content: [text('f')], isError: true })],
    flag: 'inlined',
    error: [
      'tool call error: tool call failed for `cn-ry/rpc`\n\nCaused by:\n    Mcp error: -32050: msg({"d":1})',
    ],
    checks: false,
  },
  'gemini-cli': {
    page2: false,
    name: 'mcp_cn-ry_canary_text_one',
    two: [`${untrusted('a')}\n${untrusted('b')}`],
    both: [untrusted('t')],
    alone: [],
    three: [
      `${untrusted('t')}\n[Tool 'mcp_cn-ry_canary_text_one' provided the following image data with mime-type: image/png]`,
      '<image/png>',
    ],
    failed: [
      `MCP tool 'canary_text_one' reported tool error for function call: ‹call› with response: ${JSON.stringify({ content: [text('f')], isError: true })}`,
    ],
    flag: 'inlined',
    error: [
      "MCP tool 'rpc' reported tool error for function call: ‹call› with response: ‹…›-32050‹…›msg‹…›",
    ],
    checks: true,
  },
  opencode: {
    page2: true,
    name: 'cn-ry_canary_text_one',
    two: ['a\n\nb'],
    both: ['t'],
    alone: [SC],
    three: ['t', '<image/png>'],
    failed: ['f'],
    flag: 'rewritten',
    error: [TS],
    checks: true,
  },
  cline: {
    page2: false,
    name: 'cn-ry__canary_text_one',
    two: [whole(text('a'), text('b'))],
    both: [JSON.stringify(both)],
    alone: ['{"content":[],"structuredContent":{"s":1}}'],
    three: [JSON.stringify({ content: [text('t'), image], structuredContent: { s: 1 } })],
    failed: [JSON.stringify({ content: [text('f')], isError: true })],
    flag: 'inlined',
    error: ['{"error":"msg"}'],
    checks: false,
  },
  'continue-cli': {
    page2: false,
    name: 'canary_text_one',
    two: [JSON.stringify([text('a'), text('b')])],
    both: [JSON.stringify([text('t')])],
    alone: ['[]'],
    three: [JSON.stringify([text('t'), image])],
    failed: [JSON.stringify([text('f')])],
    flag: 'dropped',
    error: [`Error executing tool rpc: ${TS}`],
    checks: true,
  },
  'qwen-code': {
    page2: true,
    name: 'mcp__cn-ry__canary_text_one',
    two: ['a\nb'],
    both: [`${SC}\nt`],
    alone: [SC],
    three: [`${SC}\nt`, '<image/png>'],
    failed: [`‹…›${JSON.stringify({ content: [text('f')], isError: true })}‹…›`],
    flag: 'inlined',
    error: ['‹…›msg‹…›'],
    checks: true,
  },
  'vercel-ai-sdk': {
    page2: true,
    name: 'canary_text_one',
    two: ['a', 'b'],
    both: ['t'],
    alone: ['[]'],
    three: ['t', '<image/png>'],
    failed: ['f'],
    flag: 'dropped',
    error: ['MCPClientError: msg'],
    checks: false,
  },
  'vercel-ai-sdk:v1': {
    page2: true,
    name: 'canary_text_one',
    two: ['a', 'b'],
    both: ['t'],
    alone: ['[]'],
    three: ['t', '<image/png>'],
    failed: ['f'],
    flag: 'dropped',
    error: ['msg'],
    checks: false,
  },
  'vercel-ai-sdk:chat': {
    page2: true,
    name: 'canary_text_one',
    two: [JSON.stringify([text('a'), text('b')])],
    both: [JSON.stringify([text('t')])],
    alone: ['[]'],
    three: [JSON.stringify([text('t'), image])],
    failed: [JSON.stringify([text('f')])],
    flag: 'dropped',
    error: ['MCPClientError: msg'],
    checks: false,
  },
  'openai-agents-js': {
    page2: true,
    name: 'canary_text_one',
    two: ['a', 'b'],
    both: ['t'],
    alone: ['[]'],
    three: ['t', '<image/png>'],
    failed: ['f'],
    flag: 'dropped',
    error: ['An error occurred while running the tool. Please try again.'],
    checks: true,
  },
  'openai-agents-js:structured': {
    page2: true,
    name: 'canary_text_one',
    two: ['a', 'b'],
    both: [SC],
    alone: [SC],
    three: [SC],
    failed: ['f'],
    flag: 'dropped',
    error: ['An error occurred while running the tool. Please try again.'],
    checks: true,
  },
  'openai-agents-js:chat': {
    page2: true,
    name: 'canary_text_one',
    two: ['ab'],
    both: ['t'],
    alone: ['[]'],
    three: ['t[tool output omitted]'],
    failed: ['f'],
    flag: 'dropped',
    error: ['An error occurred while running the tool. Please try again.'],
    checks: true,
  },
  'anthropic-sdk': {
    // The caller asks for pages: nobody knows.
    page2: false,
    name: 'canary_text_one',
    two: ['a', 'b'],
    both: ['t'],
    alone: [SC],
    three: ['t', '<image/png>'],
    failed: ['f'],
    flag: 'renamed',
    error: [`Error: ${TS}`],
    checks: true,
  },
  'langchain-js': {
    page2: true,
    name: 'canary_text_one',
    two: ['a', 'b'],
    both: ['{"type":"text","text":"t","structuredContent":{"s":1}}'],
    alone: ['[]'],
    three: ['t', '<image/png>'],
    failed: ['ToolException: f\n Please fix your mistakes.'],
    flag: 'rewritten',
    error: [`‹…›${TS}‹…›`],
    checks: true,
  },
  'mcp-use': {
    page2: false,
    name: 'canary_text_one',
    two: [whole(text('a'), text('b'))],
    both: [JSON.stringify(both)],
    alone: ['{"content":[],"structuredContent":{"s":1}}'],
    three: [JSON.stringify({ content: [text('t'), image], structuredContent: { s: 1 } })],
    failed: [JSON.stringify({ content: [text('f')], isError: true })],
    flag: 'inlined',
    error: [`Error executing MCP tool: ${TS}`],
    checks: true,
  },
  'adk-js': {
    page2: false,
    name: 'canary_text_one',
    two: [whole(text('a'), text('b'))],
    both: [JSON.stringify(both)],
    alone: ['{"content":[],"structuredContent":{"s":1}}'],
    three: [JSON.stringify({ content: [text('t'), image], structuredContent: { s: 1 } })],
    failed: [JSON.stringify({ content: [text('f')], isError: true })],
    flag: 'inlined',
    error: ['‹…›-32050‹…›msg‹…›'],
    checks: false,
  },
  mastra: {
    page2: true,
    name: 'cn-ry_canary_text_one',
    two: [whole(text('a'), text('b'))],
    both: [SC],
    alone: [SC],
    three: [SC],
    failed: ['f'],
    flag: 'rewritten',
    error: ['‹…›msg‹…›'],
    checks: true,
  },
};

describe.each(Object.entries(measured))('%s reads what was captured', (host, expected) => {
  it('of the tool list', () => {
    verifies('reading/measured', 'reading/pages');
    const [first, second] = listingBy(host, [[toolOf()], [toolOf({ name: 'canary_two' })]]);
    const pointer = '/result/tools/0/name';
    const shown = first?.fates.find((each) => each.pointer === pointer);
    expect(shown?.note?.split(',')[0]).toBe(expected.name);
    const kind = second?.fates.find((each) => each.pointer.startsWith('/result/tools/0'))?.kind;
    const isOffered = kind !== 'dropped' && kind !== 'unknown';
    expect(isOffered).toBe(expected.page2);
  });

  it('of results', () => {
    verifies('reading/measured', 'reading/structured');
    expect(said(resultBy(host, { content: [text('a'), text('b')] }))).toEqual(expected.two);
    expect(said(resultBy(host, both))).toEqual(expected.both);
    expect(said(resultBy(host, { content: [], structuredContent: { s: 1 } }))).toEqual(
      expected.alone,
    );
    const three = { content: [text('t'), image], structuredContent: { s: 1 } };
    expect(said(resultBy(host, three))).toEqual(expected.three);
  });

  it('of failures', () => {
    verifies('reading/measured', 'reading/rpc-error');
    const failed = resultBy(host, { content: [text('f')], isError: true });
    expect(said(failed)).toEqual(expected.failed);
    const flag = failed.fates.find((each) => '/result/isError'.startsWith(each.pointer));
    expect(flag?.kind).toBe(expected.flag);
    expect(said(errorBy(host, { code: -32050, message: 'msg', data: { d: 1 } }))).toEqual(
      expected.error,
    );
  });

  it('of a result that breaks the promise of its outputSchema', () => {
    verifies('reading/measured', 'reading/output-schema');
    const outputSchema = { type: 'object', properties: { s: { type: 'number' } } };
    const missing = resultBy(host, { content: [text('t')] }, { outputSchema });
    expect(kinds(missing, '/result/content')[0] === 'fails').toBe(expected.checks);
    const kept = resultBy(host, both, { outputSchema });
    expect(kinds(kept, '/result/content')[0]).not.toBe('fails');
    const wrong = { ...both, structuredContent: { s: 'x' } };
    const broken = resultBy(host, wrong, { outputSchema });
    expect(kinds(broken, '/result/structuredContent')[0] === 'fails').toBe(expected.checks);
    const failed = resultBy(host, { content: [text('f')], isError: true }, { outputSchema });
    expect(failed.fates.map((each) => each.kind)).not.toContain('fails');
  });
});

describe('blocks that are neither text nor image', () => {
  const unsupported = (type: string) => [`Error: Unsupported MCP content type: ${type}`];
  it.each<[string, (readonly string[])[]]>([
    [
      'codex-cli',
      [
        [WALL(), '<audio content omitted because you do not support audio input>'],
        [WALL(), JSON.stringify(link)],
        [WALL(), JSON.stringify(resource)],
        [WALL(), JSON.stringify(blob)],
        [WALL()],
      ],
    ],
    [
      'gemini-cli',
      [
        [
          '[SYSTEM: Binary content (audio/wav) stripped from response due to protocol limitations.]',
        ],
        ['Resource Link: lt at canary://l'],
        [untrusted('rt')],
        ['<application/octet-stream>'],
        [],
      ],
    ],
    [
      'opencode',
      [
        [],
        [],
        ['rt'],
        [
          '[Binary MCP resource omitted: canary://b (application/octet-stream, ‹size› B) is not a supported attachment type]',
        ],
        [],
      ],
    ],
    ['cline', [audio, link, resource, blob].map((each) => [whole(each)]).concat([[whole()]])],
    [
      'vercel-ai-sdk',
      [audio, link, resource, blob].map((each) => [JSON.stringify(each)]).concat([['[]']]),
    ],
    [
      'openai-agents-js',
      [audio, link, resource, blob].map((each) => [JSON.stringify([each])]).concat([['[]']]),
    ],
    ['anthropic-sdk', [unsupported('audio'), unsupported('resource_link'), ['rt'], [], ['[]']]],
    ['langchain-js', [[], [], ['[]'], ['[]'], ['[]']]],
    [
      'qwen-code',
      [
        ['‹note›'],
        ['Resource Link: lt at canary://l'],
        ['rt'],
        ['‹note›'],
        ['(‹tool› completed with no output)'],
      ],
    ],
  ])('%s', (host, expected) => {
    verifies('reading/measured', 'reading/media');
    const found = [[audio], [link], [resource], [blob], []].map((content) =>
      said(resultBy(host, { content })),
    );
    expect(found).toEqual(expected);
  });
});

describe('names', () => {
  const long = 'x'.repeat(70);
  const nameOf = (host: string, tool: string, server?: string) => {
    const [reading] = listingBy(host, [[toolOf({ name: tool })]], server);
    return reading?.fates.find((each) => each.pointer === '/result/tools/0/name')?.note;
  };

  it('are cut, hashed or left alone as each host does it', () => {
    verifies('reading/measured', 'reading/tool-name');
    expect(nameOf('codex-cli', long)).toBe(`mcp__cn_ry.${long}`);
    expect(nameOf('codex-cli', 'x'.repeat(118))).toBe(
      `mcp__cn_ry.${'x'.repeat(128 - 12 - 13)}_????????????`,
    );
    expect(nameOf('gemini-cli', long)).toBe(
      `${`mcp_cn-ry_${long}`.slice(0, 30)}...${'x'.repeat(30)}`,
    );
    expect(nameOf('cline', long)).toBe(
      `${`cn-ry__${long}`.slice(0, 55)}_${sha1(`cn-ry__${long}`, 8)}`,
    );
    expect(nameOf('mastra', long)).toBe(`cn-ry_${long}`.slice(0, 63));
    expect(nameOf('opencode', long)).toBe(`cn-ry_${long}`);
    expect(nameOf('qwen-code', long)).toHaveLength(63);
  });

  it('replace characters as each host does it', () => {
    verifies('reading/measured', 'reading/tool-name');
    expect(nameOf('cline', 'canary_text_one', 'My Srv.1')).toBe(
      'My_Srv_1__canary_text_one_ec0f08c1',
    );
    expect(nameOf('opencode', 'canary_text_one', 'My Srv.1')).toBe('My_Srv_1_canary_text_one');
    expect(nameOf('qwen-code', 'canary_text_one', 'My Srv.1')).toBe(
      'mcp__My_Srv_1__canary_text_one_???????',
    );
    expect(nameOf('openai-agents-js', 'canary.dotted.name')).toBe('canary_dotted_name');
    expect(nameOf('gemini-cli', 'canary.dotted.name')).toBe('mcp_cn-ry_canary.dotted.name');
    expect(nameOf('continue-cli', 'canary.dotted.name')).toBe('canary.dotted.name');
  });

  it('of tools that share one are told apart, or lost', () => {
    verifies('reading/collisions');
    const pair = [[toolOf({ name: 'a.b' }), toolOf({ name: 'a_b' })]];
    const shown = (host: string) => listingBy(host, pair).flatMap(names);
    expect(shown('codex-cli')).toEqual([
      'mcp__cn_ry.a_b_????????????',
      'mcp__cn_ry.a_b_????????????',
    ]);
    const twice = [[toolOf({ name: 'a' }), toolOf({ name: 'a' })]];
    const [zed] = listingBy('zed', twice);
    expect(zed && kinds(zed, '/result/tools/0', '/result/tools/1/name')).toEqual([
      'dropped',
      'reads',
    ]);
    expect(listingBy('mcp-use', twice).flatMap(names)).toEqual(['a', 'a_2']);
    expect(listingBy('continue-cli', twice).flatMap(names)).toEqual(['a', 'a']);
  });
});

describe('tools that a host leaves out', () => {
  it('lack a description, or have a schema or a server name that it cannot take', () => {
    verifies('reading/measured', 'reading/hidden');
    const bare = { name: 'a', inputSchema: { type: 'object' } };
    expect(listingBy('qwen-code', [[bare]]).flatMap(names)).toEqual([]);
    expect(listingBy('qwen-code:gemini', [[bare]]).flatMap(names)).toHaveLength(1);
    const any = toolOf({ inputSchema: { anyOf: [{ type: 'object' }] } });
    expect(listingBy('mcp-use', [[any]]).flatMap(names)).toEqual([]);
    expect(listingBy('gemini-cli', [[toolOf()]], 'My Srv').flatMap(names)).toEqual([]);
    expect(listingBy('gemini-cli', [[toolOf()]], 'srv.1').flatMap(names)).toHaveLength(1);
    const app = toolOf({ _meta: { ui: { visibility: ['app'] } } });
    const [codex] = listingBy('codex-cli', [[app]]);
    expect(codex && kinds(codex, '/result/tools/0')).toEqual(['dropped']);
  });

  it('are only found by a search', () => {
    verifies('reading/deferral');
    const always = toolOf({ name: 'b', _meta: { 'anthropic/alwaysLoad': true } });
    const [reading] = listingBy('claude-code', [[toolOf(), always]]);
    expect(reading && kinds(reading, '/result/tools/0/description')).toEqual(['deferred']);
    expect(reading && kinds(reading, '/result/tools/1/description')).toEqual(['reads']);
    expect(reading && names(reading)).toEqual(['mcp__cn-ry__canary_text_one', 'mcp__cn-ry__b']);
    expect(reading?.texts.map((each) => each.place)).not.toContain('tools[0].description');
  });
});

describe('instructions', () => {
  it('land where each host puts them, in its words', () => {
    verifies('reading/measured', 'reading/instructions');
    const long = 'i'.repeat(3000);
    expect(said(instructionsBy('gemini-cli', 'Read.'))).toEqual([
      "The following are instructions provided by the tool server 'cn-ry':\n---[start of server instructions]---\nRead.\n---[end of server instructions]---",
    ]);
    expect(said(instructionsBy('opencode', 'Read.'))).toEqual([
      '<mcp_instructions>\n  <server name="cn-ry">\n    Read.\n  </server>\n</mcp_instructions>',
    ]);
    expect(said(instructionsBy('cline', long))).toEqual([]);
    const [codex = ''] = said(instructionsBy('codex-cli:gpt-5.5', long));
    expect(codex).toBe(`<tools>\nDeferred tool namespaces:\n- mcp__cn-ry: ${'i'.repeat(247)}...`);
    const code = instructionsBy('claude-code', long);
    expect(said(code)).toEqual([`<system-reminder>${'i'.repeat(2048)}</system-reminder>`]);
    expect(code.fates.find((each) => each.pointer === '/result/instructions')).toMatchObject({
      kind: 'truncated',
      note: expect.stringContaining('2048 of 3000 chars'),
    });
  });
});

describe('60 KB of text', () => {
  const big = Array.from({ length: 6000 }, (_, index) => `${index}`.padStart(9, '0')).join(' ');
  const content = [text(big)];

  it('is cut where each host cuts it, and its fate says so', () => {
    verifies('reading/measured', 'reading/truncation');
    const cut = resultBy('cline', { content });
    const [shown = ''] = said(cut);
    const json = whole(text(big));
    const gone = json.length - 8000;
    expect(shown).toBe(
      `${json.slice(0, 4000)}\n\n...[truncated ${gone} chars]...\n\n${json.slice(-4000)}`,
    );
    expect(cut.fates.find((each) => each.pointer.startsWith('/result/content'))).toMatchObject({
      kind: 'truncated',
      stage: 'truncation',
      note: expect.stringMatching(/of \d+ characters$/),
    });
  });

  it('keeps as much as was captured', () => {
    verifies('reading/measured', 'reading/truncation');
    const kept = (host: string, words = content) =>
      said(resultBy(host, { content: words }))
        .join('')
        .match(/\d{9}/g)?.length ?? 0;
    const all = 6000;
    expect(Math.abs(kept('codex-cli') - 1200)).toBeLessThan(10);
    expect(Math.abs(kept('codex-cli:gpt-5.5') - 4800)).toBeLessThan(10);
    expect(Math.abs(kept('codex-cli:code-mode') - 4000)).toBeLessThan(10);
    expect(Math.abs(kept('gemini-cli') - 4000)).toBeLessThan(10);
    expect(Math.abs(kept('opencode') - 5120)).toBeLessThan(10);
    expect(kept('vercel-ai-sdk')).toBe(all);
    expect(kept('mcp-use')).toBe(all);
    expect(kept('claude-code')).toBe(all);
  });

  it('is only cut in a single text where a host looks at no other', () => {
    verifies('reading/truncation');
    const [one = ''] = said(resultBy('gemini-cli', { content }));
    expect(one).toContain('Output too large.');
    const [two = ''] = said(resultBy('gemini-cli', { content: [...content, text('b')] }));
    expect(two).not.toContain('Output too large.');
  });
});

function WALL(): string {
  return 'Wall time: ‹seconds› seconds\nOutput:';
}

function untrusted(words: string): string {
  return `<untrusted_context>\n${words}\n</untrusted_context>`;
}
