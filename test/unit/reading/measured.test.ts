/** What 13 hosts and libraries sent to a model endpoint on 2026-11-30, and what their profiles say. */
import { describe, expect, it } from 'vitest';
import { verifies } from '../../support/verifies.ts';
import {
  errorBy,
  image,
  kinds,
  listingBy,
  resultBy,
  said,
  text,
  toolOf,
  untrusted,
  WALL,
  whole,
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

const SCRIPT = 'Script completed\nWall time ‹seconds› seconds\nOutput:\n';
const TS = 'MCP error -32050: msg';

const measured: Readonly<Record<string, Measured>> = {
  'codex-cli': {
    page2: true,
    name: 'mcp__cn_ry.canary_text_one',
    two: [WALL, 'a', 'b'],
    both: [`${WALL}\n${SC}`],
    alone: [`${WALL}\n${SC}`],
    three: [`${WALL}\n${SC}`],
    failed: [WALL, 'f'],
    flag: 'dropped',
    error: [
      WALL,
      'tool call error: tool call failed for `cn-ry/rpc`\n\nCaused by:\n    Mcp error: -32050: msg({"d":1})',
    ],
    checks: false,
  },
  'codex-cli:code-mode': {
    page2: true,
    name: 'tools.mcp__cn_ry__canary_text_one',
    two: [SCRIPT, whole(text('a'), text('b'))],
    both: [SCRIPT, JSON.stringify(both)],
    alone: [SCRIPT, '{"content":[],"structuredContent":{"s":1}}'],
    three: [SCRIPT, JSON.stringify({ content: [text('t'), image], structuredContent: { s: 1 } })],
    failed: [SCRIPT, JSON.stringify({ content: [text('f')], isError: true })],
    flag: 'inlined',
    error: [
      SCRIPT,
      JSON.stringify({
        content: [
          text(
            'tool call error: tool call failed for `cn-ry/rpc`\n\nCaused by:\n    Mcp error: -32050: msg({"d":1})',
          ),
        ],
        isError: true,
      }),
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
      `${untrusted('t')}\n[Tool 'canary_text_one' provided the following image data with mime-type: image/png]`,
      '<image/png>',
    ],
    failed: [
      `MCP tool 'canary_text_one' reported tool error for function call: {"name":"canary_text_one","args":{}} with response: [{"functionResponse":{"name":"canary_text_one","response":${JSON.stringify({ content: [text('f')], isError: true })}}}]`,
    ],
    flag: 'inlined',
    error: [
      `MCP tool 'rpc' reported tool error for function call: {"name":"rpc","args":{}} with response: [{"functionResponse":{"name":"rpc","response":{"error":{"message":"${TS}","isError":true}}}}]`,
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
    flag: 'renamed',
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
    three: [
      `${SC}\nt\n[Tool 'canary_text_one' provided the following image data with mime-type: image/png]`,
    ],
    failed: [
      `MCP tool 'canary_text_one' reported tool error for function call: {"name":"canary_text_one","args":{}} with response: [{"functionResponse":{"name":"canary_text_one","response":{"error":${JSON.stringify({ content: [text('f')], isError: true })},"content":${JSON.stringify([text('f')])}}}}]`,
    ],
    flag: 'inlined',
    error: ['msg'],
    checks: false,
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
    three: [
      JSON.stringify([
        text('t'),
        { type: 'file', mediaType: 'image/png', data: { type: 'data', data: 'AAAA' } },
      ]),
    ],
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
    three: ['t'],
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
    failed: [
      "ToolException: MCP tool 'canary_text_one' on server 'cn-ry' returned an error: f\n Please fix your mistakes.",
    ],
    flag: 'dropped',
    error: [`ToolException: Error calling tool rpc: McpError: ${TS}\n Please fix your mistakes.`],
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
    error: [`Error executing MCP tool: McpError: ${TS}`],
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
    flag: 'reads',
    error: [TS],
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
    flag: 'renamed',
    error: ['msg'],
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
