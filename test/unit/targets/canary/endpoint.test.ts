import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it, onTestFinished } from 'vitest';
import { listenOnLoopback } from '../../../../src/targets/asrama/listen.ts';
import { textOf } from '../../../../src/targets/canary/model/api.ts';
import { createCapture } from '../../../../src/targets/canary/model/capture.ts';
import { createEndpoint } from '../../../../src/targets/canary/model/endpoint.ts';
import {
  CallScript,
  type ScriptOptions,
  toolOf,
} from '../../../../src/targets/canary/model/script.ts';
import { canaryTools } from '../../../../src/targets/canary/tools.ts';
import { verifies } from '../../../support/verifies.ts';

async function start(options: ScriptOptions = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'sadap-canary-'));
  const path = join(folder, 'capture.ndjson');
  const server = createEndpoint(new CallScript(options), createCapture(path));
  const listening = await listenOnLoopback(server, 0);
  const { url } = listening;
  onTestFinished(async () => {
    await listening.close();
    rmSync(folder, { recursive: true });
  });
  const post = async (target: string, body: unknown, headers: Record<string, string> = {}) => {
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    const answer = await fetch(url + target, { method: 'POST', body: text, headers });
    return { status: answer.status, text: await answer.text() };
  };
  const lines = () => readFileSync(path, 'utf8').trimEnd().split('\n');
  return { url, path, post, lines };
}

const FIRST = { name: 'x__canary_text_one', description: 'a CNRY-canary-text-one-description-x7' };
const SECOND = { name: 'renamed', description: 'CNRY-canary-text-two-description-x7' };
const FOREIGN = { name: 'shell', description: 'runs a command' };

/** Each API: how tools are offered, the path, and where calls and results are. */
const formats = [
  {
    api: 'anthropic-messages',
    target: '/v1/messages',
    tools: [FOREIGN, SECOND, FIRST],
    call: { content: [{ type: 'tool_use', id: 'call_0001', name: FIRST.name, input: { q: 'x' } }] },
    end: { content: [{ type: 'text', text: 'CNRY-done' }], stop_reason: 'end_turn' },
  },
  {
    api: 'openai-chat',
    target: '/v1/chat/completions',
    tools: [FOREIGN, SECOND, FIRST].map((tool) => ({ type: 'function', function: tool })),
    call: {
      choices: [
        {
          finish_reason: 'tool_calls',
          message: { tool_calls: [{ id: 'call_0001', function: { name: FIRST.name } }] },
        },
      ],
    },
    end: { choices: [{ finish_reason: 'stop', message: { content: 'CNRY-done' } }] },
  },
  {
    api: 'openai-responses',
    target: '/v1/responses',
    tools: [
      { type: 'function', ...FOREIGN },
      { type: 'namespace', name: 'group', tools: [{ type: 'function', ...SECOND }] },
      { type: 'function', ...FIRST },
    ],
    call: { output: [{ type: 'function_call', call_id: 'call_0001', name: FIRST.name }] },
    end: { output: [{ type: 'message', content: [{ text: 'CNRY-done' }] }] },
  },
  {
    api: 'gemini',
    target: '/v1beta/models/m:generateContent',
    tools: [{ functionDeclarations: [FOREIGN, SECOND, FIRST] }],
    call: {
      candidates: [
        { content: { parts: [{ functionCall: { name: FIRST.name, args: { q: 'x' } } }] } },
      ],
    },
    end: { candidates: [{ content: { parts: [{ text: 'CNRY-done' }] } }] },
  },
];

describe.each(formats)('the model behind $api', ({ api, target, tools, call, end }) => {
  it('calls what was offered, each once, in the order of the canary, then ends', async () => {
    verifies('canary.model.apis', 'canary.model.script');
    const { post, lines } = await start();
    const body = { model: 'm', tools };
    expect(JSON.parse((await post(target, body)).text)).toMatchObject(call);
    expect((await post(target, body)).text).toContain('"renamed"');
    expect(JSON.parse((await post(target, body)).text)).toMatchObject(end);
    const requests = lines()
      .slice(1)
      .map((line) => JSON.parse(line));
    expect(requests.map((each) => each.api)).toEqual([api, api, api]);
    expect(requests.map((each) => each.calls.map((made: { tool: string }) => made.tool))).toEqual([
      ['canary_text_one'],
      ['canary_text_two'],
      [],
    ]);
  });

  it('makes several calls in one answer when it is told to', async () => {
    verifies('canary.model.script');
    const { post, lines } = await start({ parallel: 2 });
    await post(target, { model: 'm', tools });
    expect(JSON.parse(lines()[1] ?? '').calls).toHaveLength(2);
  });

  it('streams the same', async () => {
    verifies('canary.model.apis');
    const { post } = await start();
    const streaming = target.replace(':generateContent', ':streamGenerateContent?alt=sse');
    const { text } = await post(streaming, { model: 'm', stream: true, tools });
    const events = text.split('\n\n').filter((each) => each !== '');
    for (const event of events) expect(event).toMatch(/^(event: \S+\n)?data: (\{.*\}|\[DONE\])$/);
    expect(text).toContain(FIRST.name);
    expect(text).toContain('call_0001');
  });

  it('says only a text when nothing of the canary is offered', async () => {
    verifies('canary.model.script');
    const { post } = await start();
    expect((await post(target, { model: 'm' })).text).toContain('CNRY-done');
  });
});

describe('the endpoint', () => {
  it('keeps bodies to the byte and no secret', async () => {
    verifies('canary.model.capture');
    const { post, lines, path } = await start();
    const odd = '{"model":"m", "number":1.0,"number":12345678901234567890,"text":"\\u00e9é"}';
    const headers = {
      'x-api-key': 'geheim-1',
      authorization: 'Bearer geheim-2',
      cookie: 'geheim-3',
    };
    await post('/v1/messages?beta=true&key=geheim-4', odd, headers);
    const [, line = ''] = lines();
    expect(line.endsWith(`"body":${odd}}`)).toBe(true);
    expect(line).not.toContain('geheim');
    expect(JSON.parse(line).path).toBe('/v1/messages?beta=true&key=***');
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });

  it('keeps a body that is no JSON on one line as a text', async () => {
    verifies('canary.model.capture');
    const { post, lines } = await start();
    await post('/v1/messages', '{\n"model": "m"\n}');
    await post('/v1/other', 'no json');
    const [, first, second] = lines().map((line) => JSON.parse(line));
    expect(first.bodyText).toBe('{\n"model": "m"\n}');
    expect(second.bodyText).toBe('no json');
    expect(second.api).toBeUndefined();
  });

  it('undoes a content coding', async () => {
    verifies('canary.model.capture');
    const { url, lines } = await start();
    const body = gzipSync('{"model":"m"}');
    await fetch(`${url}/v1/messages`, {
      method: 'POST',
      body,
      headers: { 'content-encoding': 'gzip' },
    });
    expect(JSON.parse(lines()[1] ?? '').body).toEqual({ model: 'm' });
  });

  it.each([
    ['GET', '/v1/models', 200],
    ['GET', '/v1beta/models/some-model', 200],
    ['POST', '/v1/messages/count_tokens', 200],
    ['POST', '/v1beta/models/m:countTokens', 200],
    ['GET', '/elsewhere', 404],
  ])('answers %s %s with %i', async (method, target, status) => {
    verifies('canary.model.apis');
    const { url } = await start();
    const answer = await fetch(url + target, { method });
    expect(answer.status).toBe(status);
    expect(await answer.json()).toBeTypeOf('object');
  });

  it('does not overwrite a capture unless told to', async () => {
    verifies('canary.model.capture');
    const { path } = await start();
    expect(() => createCapture(path)).toThrow(/exists already/);
    expect(() => createCapture(path, true)).not.toThrow();
    expect(() => createCapture(join(path, 'under', 'a-file'))).toThrow(/cannot write/);
  });
});

describe('a tool under the name that a host gave it', () => {
  it.each(canaryTools())(
    'is known by its description or its name: $name',
    ({ name, definition }) => {
      verifies('canary.model.script');
      const offered = { entry: {}, pointer: '' };
      const description = textOf(definition['description']);
      expect(toolOf({ ...offered, name: 'anything', description })).toBe(
        description === '' ? undefined : name,
      );
      const renamed = `mcp__canary__${name.replaceAll(/[./-]/g, '_')}`;
      expect(toolOf({ ...offered, name: renamed, description: '' })).toBe(name);
    },
  );
});
