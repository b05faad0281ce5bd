/** Situations known from the field, and what the model reads in them. */
import { describe, expect, it } from 'vitest';
import { profileOf } from '../../../src/reading/profiles.ts';
import { readMessage } from '../../../src/reading/read.ts';
import { conversation } from '../../support/conversation.ts';
import { verifies } from '../../support/verifies.ts';
import { errorBy, kinds, listingBy, names, resultBy, said, text, toolOf } from './canary.ts';

describe('integers beyond 2^53', () => {
  const line =
    '{"jsonrpc":"2.0","id":1,"result":{"content":[],"structuredContent":{"id":1915883588174806058,"x":1.0,"e":1e2,"z":-0}}}';
  const call =
    '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"t","arguments":{"id":1915883588174806058}}}';

  const session = conversation().client(call).server(line).session();
  const readBy = (host: string) =>
    session.messages.map((each) => said(readMessage(each, session, profileOf(host))));

  it('reach the model of Codex with all their digits', () => {
    verifies('reading/spelling');
    const [asked = [], answered = []] = readBy('codex-cli');
    expect(asked).toContain('{"id":1915883588174806058}');
    expect(answered.join('')).toContain('{"id":1915883588174806058,"x":1.0,"e":1e+2,"z":0}');
  });

  it.each(['cline', 'qwen-code', 'opencode', 'mcp-use', 'mastra', 'codex-cli:code-mode'])(
    'reach the model of %s as the doubles that JavaScript has for them',
    (host) => {
      verifies('reading/spelling');
      const [asked = [], answered = []] = readBy(host);
      // What the model wrote is on the wire as the host sent it.
      expect(asked).toContain('{"id":1915883588174806058}');
      expect(answered.join('')).toContain('{"id":1915883588174806000,"x":1,"e":100,"z":0}');
    },
  );
});

describe('a declared outputSchema', () => {
  const outputSchema = {
    type: 'object',
    properties: { temp: { type: 'number' } },
    required: ['temp'],
  };
  const tool = { name: 'temp', outputSchema };
  const success = { content: [text('21')] };

  it('turns a success without structured content into an error where the SDK looks', () => {
    verifies('reading/output-schema');
    const words = 'Tool temp has an output schema but did not return structured content';
    expect(said(resultBy('anthropic-sdk', success, tool))).toEqual([
      `Error: MCP error -32600: ${words}`,
    ]);
    expect(said(resultBy('cursor', success, tool))).toEqual([`MCP error -32600: ${words}`]);
    expect(said(resultBy('openai-agents-js', success, tool))).toEqual([
      'An error occurred while running the tool. Please try again.',
    ]);
    expect(said(resultBy('vercel-ai-sdk', success, tool))).toEqual(['21']);
  });

  it('turns structured content of another shape into an error', () => {
    verifies('reading/output-schema');
    const wrong = { ...success, structuredContent: { temp: '21' } };
    expect(said(resultBy('opencode', wrong, tool))).toEqual([
      "MCP error -32602: Structured content does not match the tool's output schema: ‹details›",
    ]);
    expect(
      said(resultBy('opencode', { ...success, structuredContent: { temp: 21 } }, tool)),
    ).toEqual(['21']);
  });

  it('does not matter for failed results and for tools without one', () => {
    verifies('reading/output-schema');
    const offline = { content: [text('sensor offline')], isError: true };
    expect(said(resultBy('anthropic-sdk', offline, tool))).toEqual(['sensor offline']);
    const free = { content: [text('x')], structuredContent: { x: 1 } };
    expect(said(resultBy('anthropic-sdk', free))).toEqual(['x']);
  });

  it('is forgotten by SDK v1 for tools that are not on the last page', () => {
    verifies('reading/output-schema', 'reading/measured');
    const listed = (id: number, tools: object[], more: object) => ({
      jsonrpc: '2.0',
      id,
      result: { tools, ...more },
    });
    const session = conversation()
      .client({ jsonrpc: '2.0', id: 1, method: 'tools/list' })
      .server(listed(1, [toolOf(tool)], { nextCursor: 'p2' }))
      .client({ jsonrpc: '2.0', id: 2, method: 'tools/list', params: { cursor: 'p2' } })
      .server(listed(2, [toolOf()], {}))
      .client({ jsonrpc: '2.0', id: 3, method: 'tools/call', params: { name: 'temp' } })
      .server({ jsonrpc: '2.0', id: 3, result: success })
      .session();
    const answer = session.messages.at(-1);
    if (!answer) throw new Error('there is an answer');
    const by = (host: string) => said(readMessage(answer, session, profileOf(host)));
    expect(by('langchain-js')).toEqual(['21']);
    expect(by('anthropic-sdk')).toEqual(['21']);
    expect(by('openai-agents-js')).not.toEqual(['21']);
  });
});

describe('schemas that hosts stumble over', () => {
  it('with alternatives at the root lose them, or the tool', () => {
    verifies('reading/schema', 'reading/hidden');
    const tool = toolOf({
      inputSchema: { type: 'object', anyOf: [{ required: ['a'] }, { required: ['b'] }] },
    });
    const [code] = listingBy('vscode-copilot', [[tool]]);
    expect(code && kinds(code, '/result/tools/0/inputSchema/anyOf')).toEqual(['dropped']);
    const [use] = listingBy('mcp-use', [[tool]]);
    expect(use && kinds(use, '/result/tools/0')).toEqual(['dropped']);
    const [plain] = listingBy('claude-messages', [[tool]]);
    expect(plain && kinds(plain, '/result/tools/0/inputSchema')).toEqual(['renamed']);
  });

  it('that are no objects are read as they are', () => {
    verifies('reading/never-throws');
    const [codex] = listingBy('codex-cli', [[toolOf({ inputSchema: 'object' })]]);
    expect(codex?.texts.find((each) => each.place.endsWith('.parameters'))?.text).toBe('"object"');
  });

  it('have references resolved by LibreChat, and a broken one left away', () => {
    verifies('reading/schema');
    const schema = {
      type: 'object',
      $defs: { Q: { type: 'object', properties: { limit: { type: 'integer' } } } },
      properties: { q: { $ref: '#/$defs/Q' }, 'filter[status]': { type: 'string' } },
    };
    const [chat] = listingBy('librechat', [[toolOf({ inputSchema: schema })]]);
    const found = chat?.texts.find((each) => each.text.startsWith('{'))?.text ?? '';
    expect(found).not.toContain('$ref');
    expect(found).toContain('"limit":{"type":"integer"}');
    expect(found).toContain('"filter[status]"');
  });
});

describe('lists of several pages', () => {
  it('end after the first page for many hosts', () => {
    verifies('reading/pages');
    const pages = [[toolOf({ name: 'a' }), toolOf({ name: 'b' })], [toolOf({ name: 'c' })]];
    expect(listingBy('gemini-cli', pages).map((each) => names(each).length)).toEqual([2, 0]);
    expect(listingBy('codex-cli', pages).map((each) => names(each).length)).toEqual([2, 1]);
    const [, second] = listingBy('codex-cli', pages);
    expect(second?.texts[0]?.place).toBe('tools[2].name');
  });

  it('that turn in circles count each page once', () => {
    verifies('reading/pages');
    const page = (id: number) => ({
      jsonrpc: '2.0',
      id,
      result: { tools: [toolOf({ name: 'a' })], nextCursor: 'X' },
    });
    const talk = conversation().client({ jsonrpc: '2.0', id: 1, method: 'tools/list' });
    talk.server(page(1));
    for (const id of [2, 3])
      talk
        .client({ jsonrpc: '2.0', id, method: 'tools/list', params: { cursor: 'X' } })
        .server(page(id));
    const session = talk.session();
    const readings = session.messages.map((each) => readMessage(each, session, profileOf()));
    const places = readings.flatMap((each) => each.texts.map((one) => one.place));
    expect(places.filter((each) => each.endsWith('name'))).toEqual([
      'tools[0].name',
      'tools[1].name',
      'tools[1].name',
    ]);
  });
});

describe('one failure in four dresses', () => {
  const words = 'Error executing probe: Unauthorized';

  it('is a success to every host when it is called one', () => {
    verifies('reading/failures');
    for (const isError of [{ isError: false }, {}])
      expect(said(resultBy('gemini-cli', { content: [text(words)], ...isError }))).toEqual([
        `<untrusted_context>\n${words}\n</untrusted_context>`,
      ]);
  });

  it('is a flag, a prefix, a template or nothing when isError says it', () => {
    verifies('reading/failures');
    const failed = { content: [text('file not found')], isError: true };
    const [flag] = kinds(resultBy('anthropic-sdk', failed), '/result/isError');
    expect(flag).toBe('renamed');
    expect(said(resultBy('roo-code', failed))).toEqual(['Error:\nfile not found']);
    expect(said(resultBy('goose', failed))).toEqual(['file not found']);
    expect(kinds(resultBy('goose', failed), '/result/isError')).toEqual(['dropped']);
    expect(said(resultBy('gemini-cli', failed))[0]).toMatch(/^MCP tool .*file not found/);
  });

  it('is told by a host, hidden by another, or unknown as a JSON-RPC error', () => {
    verifies('reading/failures', 'reading/rpc-error');
    const error = { code: -32603, message: 'division by zero' };
    expect(said(errorBy('codex-cli', error))[1]).toContain('Mcp error: -32603: division by zero');
    expect(said(errorBy('openai-agents-js', error))[0]).not.toContain('division');
    expect(kinds(errorBy('openai-agents-js', error), '/error/message')).toEqual(['dropped']);
    expect(said(errorBy('claude-messages', error))).toEqual([]);
    expect(kinds(errorBy('claude-messages', error), '/error')).toEqual(['unknown']);
  });
});

describe('secrets', () => {
  it('reach the model in arguments and results, and nowhere else', () => {
    verifies('reading/secrets');
    const session = conversation({ label: 's' })
      .stderr('DEBUG: X-API-KEY FAKE-SECRET-02')
      .client({
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: {
          name: 'login',
          arguments: { password: 'FAKE-SECRET-10' },
          _meta: { k: 'SECRET-M' },
        },
      })
      .server({
        jsonrpc: '2.0',
        id: 1,
        result: { content: [text('{"accessToken":"FAKE-SECRET-11"}')] },
      })
      .session();
    const read = (host: string) =>
      session.messages
        .flatMap((each) => said(readMessage(each, session, profileOf(host))))
        .join('\n');
    for (const host of ['claude-messages', 'codex-cli', 'cline', 'gemini-cli']) {
      expect(read(host)).toContain('FAKE-SECRET-10');
      expect(read(host)).toContain('FAKE-SECRET-11');
      expect(read(host)).not.toMatch(/FAKE-SECRET-02|SECRET-M/);
    }
  });

  it('are not hidden by a name: a property called api_key is read like any other', () => {
    verifies('reading/secrets');
    const inputSchema = { type: 'object', properties: { api_key: { type: 'string' } } };
    const [reading] = listingBy('codex-cli', [[toolOf({ inputSchema })]]);
    expect(reading && said(reading).join()).toContain('"api_key":{"type":"string"}');
  });
});
