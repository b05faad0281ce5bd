import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { type CanaryOptions, createCanary } from '../../../../src/targets/canary/handler.ts';
import { serveCanary } from '../../../../src/targets/canary/server.ts';
import { verifies } from '../../../support/verifies.ts';

const MODERN = { 'io.modelcontextprotocol/protocolVersion': '2026-07-28' };

function ask(method: string, params: object = {}, options: CanaryOptions = {}) {
  // Objects of this file hold JSON values alone.
  const message = { jsonrpc: '2.0', id: 1, method, params } as never;
  return createCanary(options)(message);
}

function names(params: object, options: CanaryOptions = {}) {
  const [answer] = ask('tools/list', params, options).messages;
  // The canary's own answer, whose form is known.
  const { tools, nextCursor } = (answer?.['result'] ?? {}) as {
    tools: { name: string }[];
    nextCursor?: string;
  };
  return { names: tools.map(({ name }) => name), nextCursor };
}

describe('the server canary', () => {
  verifies('canary.eras');

  it.each(['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25'])('agrees to %s', (revision) => {
    const [answer] = ask('initialize', { protocolVersion: revision }).messages;
    expect(answer).toMatchObject({ id: 1, result: { protocolVersion: revision } });
  });

  it('offers its newest legacy revision for one that it does not know', () => {
    const [answer] = ask('initialize', { protocolVersion: '2099-01-01' }).messages;
    expect(answer).toMatchObject({ result: { protocolVersion: '2025-11-25' } });
  });

  it('adds to results what 2026-07-28 asks for, when the request names it', () => {
    const [found] = ask('server/discover', { _meta: MODERN }).messages;
    expect(found).toMatchObject({
      result: {
        supportedVersions: ['2026-07-28'],
        resultType: 'complete',
        ttlMs: 0,
        cacheScope: 'private',
        _meta: { 'io.modelcontextprotocol/serverInfo': { name: 'canary' } },
      },
    });
    const [called] = ask('tools/call', { name: 'canary_text_one', _meta: MODERN }).messages;
    expect(called).toMatchObject({ result: { resultType: 'complete' } });
    expect(called?.['result']).not.toHaveProperty('ttlMs');
    const [legacy] = ask('tools/call', { name: 'canary_text_one' }).messages;
    expect(legacy?.['result']).not.toHaveProperty('resultType');
  });

  it('lists its tools on two pages, or on one', () => {
    const first = names({});
    const second = names({ cursor: first.nextCursor });
    expect(first.nextCursor).toBe('CNRY-page-2');
    expect(second.nextCursor).toBeUndefined();
    expect(second.names).toContain('canary_second_text');
    const all = names({}, { onePage: true });
    expect(all.names).toEqual([...first.names, ...second.names]);
    expect(all.nextCursor).toBeUndefined();
  });

  it('leaves out tools that it is told to', () => {
    expect(names({}, { skip: ['canary_audio'] }).names).not.toContain('canary_audio');
    expect(
      ask('tools/call', { name: 'canary_audio' }, { skip: ['canary_audio'] }).messages,
    ).toMatchObject([{ error: { code: -32_602 } }]);
  });

  it('talks before it answers, with progress only when asked for', () => {
    const params = { name: 'canary_talks' };
    const methods = (more: object) =>
      ask('tools/call', { ...params, ...more }).messages.map(({ method }) => method);
    expect(methods({})).toEqual(['notifications/message', undefined]);
    expect(methods({ _meta: { progressToken: 'p' } })).toEqual([
      'notifications/message',
      'notifications/progress',
      undefined,
    ]);
    expect(ask('tools/call', params).stderr).toEqual(['CNRY-stderr-x7']);
  });

  it.each([
    ['resources/read', { uri: 'canary://CNRY-resource-uri-x7' }, { result: { contents: [{}] } }],
    ['resources/read', { uri: 'canary://other' }, { error: { code: -32_002 } }],
    ['prompts/get', { name: 'canary_prompt' }, { result: { messages: [{}, {}] } }],
    ['ping', {}, { result: {} }],
    ['no/such', {}, { error: { code: -32_601 } }],
  ])('answers %s %o', (method, params, answer) => {
    expect(ask(method, params).messages).toMatchObject([answer]);
  });

  it('answers line by line, whatever the chunks, and nothing to what is no request', async () => {
    const [input, output, errors] = [new PassThrough(), new PassThrough(), new PassThrough()];
    const serving = serveCanary({ input, output, errors }, {});
    const bytes = Buffer.from(
      '{"jsonrpc":"2.0","id":"é","method":"ping"}\n' +
        '{"jsonrpc":"2.0","method":"notifications/initialized"}\r\nnot json\n\n7\n' +
        '[{"jsonrpc":"2.0","id":2,"method":"ping"},{"jsonrpc":"2.0","id":3,"method":"ping"}]\n',
    );
    for (let at = 0; at < bytes.length; at += 7) input.write(bytes.subarray(at, at + 7));
    input.end();
    await serving;
    output.end();
    const ids = (await text(output))
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line).id);
    expect(ids).toEqual(['é', 2, 3]);
  });

  it('ends when its output breaks', async () => {
    const [input, output, errors] = [new PassThrough(), new PassThrough(), new PassThrough()];
    const serving = serveCanary({ input, output, errors }, {});
    output.destroy(new Error('EPIPE'));
    input.write('{"jsonrpc":"2.0","id":1,"method":"ping"}\n');
    await expect(serving).resolves.toBeUndefined();
    expect(output.readableLength).toBe(0);
  });
});
