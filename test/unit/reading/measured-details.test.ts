/** Blocks, names, lists, instructions and limits, as they were captured of hosts on 2026-11-30. */
import { describe, expect, it } from 'vitest';
import { verifies } from '../../support/verifies.ts';
import {
  audio,
  blob,
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
  untrusted,
  WALL,
  whole,
} from './canary.ts';

describe('blocks that are neither text nor image', () => {
  const unsupported = (type: string) => [`Error: Unsupported MCP content type: ${type}`];
  it.each<[string, (readonly string[])[]]>([
    [
      'codex-cli',
      [
        [WALL, '<audio content omitted because you do not support audio input>'],
        [WALL, JSON.stringify(link)],
        [WALL, JSON.stringify(resource)],
        [WALL, JSON.stringify(blob)],
        [WALL],
      ],
    ],
    [
      'gemini-cli',
      [
        [
          "[SYSTEM: Binary content (audio/wav) stripped from response due to protocol limitations.]\n[Tool 'canary_text_one' provided the following audio data with mime-type: audio/wav]",
        ],
        ['Resource Link: lt at canary://l'],
        [untrusted('rt')],
        [
          "[Tool 'canary_text_one' provided the following embedded resource with mime-type: application/octet-stream]",
          '<application/octet-stream>',
        ],
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
          '[Binary MCP resource omitted: canary://b (application/octet-stream, 3 B) is not a supported attachment type]',
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
      [audio, { name: 'ln', title: 'lt', uri: 'canary://l', type: 'resource_link' }, resource, blob]
        .map((each) => [JSON.stringify(each)])
        .concat([['[]']]),
    ],
    [
      'anthropic-sdk',
      [
        unsupported('audio'),
        unsupported('resource_link'),
        ['rt'],
        ['Error: Unsupported MIME type "application/octet-stream" for resource: canary://b'],
        ['[]'],
      ],
    ],
    ['langchain-js', [[], [], ['[]'], ['[]'], ['[]']]],
    [
      'qwen-code',
      [
        ["[Tool 'canary_text_one' provided the following audio data with mime-type: audio/wav]"],
        ['Resource Link: lt at canary://l'],
        ['rt'],
        [
          "[Tool 'canary_text_one' provided the following embedded resource with mime-type: application/octet-stream]",
        ],
        ['(mcp__cn-ry__canary_text_one completed with no output)'],
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

describe('members beside the content', () => {
  const marked = {
    content: [{ ...text('t'), annotations: { audience: ['user'] }, _meta: { k: 'BLOCK_META' } }],
    _meta: { k: 'RESULT_META' },
  };
  const seen = (host: string, result: object) => {
    const all = said(resultBy(host, result)).join('\n');
    return ['"audience"', 'BLOCK_META', 'RESULT_META'].filter((each) => all.includes(each));
  };

  it.each([
    ['codex-cli', []],
    ['codex-cli:code-mode', ['"audience"', 'BLOCK_META']],
    ['gemini-cli', []],
    ['opencode', []],
    ['cline', ['"audience"', 'BLOCK_META', 'RESULT_META']],
    ['continue-cli', ['BLOCK_META']],
    ['qwen-code', []],
    ['vercel-ai-sdk', []],
    ['openai-agents-js', []],
    ['anthropic-sdk', []],
    ['langchain-js', ['RESULT_META']],
    ['mcp-use', ['"audience"', 'BLOCK_META', 'RESULT_META']],
    ['adk-js', ['"audience"', 'BLOCK_META', 'RESULT_META']],
    ['mastra', ['"audience"', 'BLOCK_META', 'RESULT_META']],
  ])('are visible to the model of %s: %j', (host, expected) => {
    verifies('reading/measured', 'reading/audience');
    expect(seen(host, marked)).toEqual(expected);
  });

  it('are visible in the failures of Gemini CLI and Qwen Code', () => {
    verifies('reading/measured');
    const failed = { ...marked, isError: true };
    expect(seen('gemini-cli', failed)).toEqual(['BLOCK_META', 'RESULT_META']);
    expect(seen('qwen-code', failed)).toHaveLength(3);
  });

  it('keep a block for the user from the model where the audience is honoured', () => {
    verifies('reading/audience');
    const content = [...marked.content, text('for all')];
    expect(said(resultBy('vscode-copilot', { content }))).toEqual(['for all']);
    const both = [{ ...text('t'), annotations: { audience: ['user', 'assistant'] } }];
    expect(said(resultBy('vscode-copilot', { content: both }))).toEqual(['t']);
  });
});

/** What Codex hashes: the server's key, the namespace, no connector, and the tool twice. */
function codexHash(tool: string): string {
  return sha1(['cn-ry', 'cn-ry', '', tool, tool].join('\0'), 12);
}

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
      `mcp__cn_ry.${'x'.repeat(128 - 12 - 13)}_${codexHash('x'.repeat(118))}`,
    );
    expect(nameOf('gemini-cli', long)).toBe(
      `${`mcp_cn-ry_${long}`.slice(0, 30)}...${'x'.repeat(30)}`,
    );
    expect(nameOf('cline', long)).toBe(
      `${`cn-ry__${long}`.slice(0, 55)}_${sha1(`cn-ry__${long}`, 8)}`,
    );
    expect(nameOf('mastra', long)).toBe(`cn-ry_${long}`.slice(0, 63));
    expect(nameOf('opencode', long)).toBe(`cn-ry_${long}`);
    const captured = `canary_name_of_70_${'x'.repeat(50)}_z`;
    expect(nameOf('qwen-code', captured, 'canary')).toBe(
      `${`mcp__canary__${captured}`.slice(0, 55)}_0suuvgb`,
    );
  });

  it('replace characters as each host does it', () => {
    verifies('reading/measured', 'reading/tool-name');
    expect(nameOf('cline', 'canary_text_one', 'My Srv.1')).toBe(
      'My_Srv_1__canary_text_one_ec0f08c1',
    );
    expect(nameOf('opencode', 'canary_text_one', 'My Srv.1')).toBe('My_Srv_1_canary_text_one');
    expect(nameOf('qwen-code', 'canary_text_one', 'My Srv.1')).toBe(
      'mcp__My_Srv_1__canary_text_one_0mb3yci',
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
      `mcp__cn_ry.a_b_${codexHash('a.b')}`,
      `mcp__cn_ry.a_b_${codexHash('a_b')}`,
    ]);
    const twice = [[toolOf({ name: 'a' }), toolOf({ name: 'a' })]];
    expect(listingBy('codex-cli', twice).flatMap(names)).toEqual(['mcp__cn_ry.a']);
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
  it('have a schema or a server name that it cannot take', () => {
    verifies('reading/measured', 'reading/hidden');
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

  it('are announced by a line of what they say about themselves', () => {
    verifies('reading/deferral', 'reading/measured');
    const description = ` ${'d'.repeat(161)}\nmore`;
    const [reading] = listingBy('qwen-code', [
      [toolOf({ description }), toolOf({ description: 'a\nb' })],
    ]);
    const said = reading?.texts.filter((each) => each.place.endsWith('.description'));
    expect(said?.map((each) => each.text)).toEqual([`${'d'.repeat(157)}...`, 'a']);
    expect(reading && kinds(reading, '/result/tools/0/description')).toEqual(['truncated']);
    expect(reading && kinds(reading, '/result/tools/0/inputSchema')).toEqual(['deferred']);
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
    expect(said(instructionsBy('opencode', 'a\nb'))[0]).toContain('\n    a\n    b\n  </server>');
    expect(said(instructionsBy('cline', long))).toEqual([]);
    const [codex = ''] = said(instructionsBy('codex-cli:gpt-5.5', long));
    expect(codex).toBe(`Deferred tool namespaces:\n- mcp__cn_ry: ${'i'.repeat(247)}...`);
    expect(said(instructionsBy('codex-cli:code-mode', 'Read.\nMore.'))).toEqual([
      'Deferred tool namespaces:\n- mcp__cn_ry: Read.',
    ]);
    const code = instructionsBy('claude-code', long);
    expect(said(code)[0]).toMatch(/^<system-reminder>.*?i{2048}\s*<\/system-reminder>$/s);
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
    // The marker counts towards the 8,000: 34 characters leave 3,983 on each side.
    const gone = json.length - 2 * 3983;
    expect(shown).toBe(
      `${json.slice(0, 3983)}\n\n...[truncated ${gone} chars]...\n\n${json.slice(-3983)}`,
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
    expect(kept('opencode', [text(big.replaceAll(/((?:\d+ ){9}\d+) /g, '$1\n'))])).toBe(5120);
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
