import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { asramaOverHttp, proxyBefore } from '../support/proxy-run.ts';
import { bin, emptyFolder } from '../support/sadap.ts';
import { samplePath } from '../support/samples.ts';
import { askAsrama, SDK_CLIENTS, seenBy } from '../support/sdk-clients.ts';
import { servingHttp } from '../support/serve-run.ts';
import { verifies } from '../support/verifies.ts';

describe.each(['v1', 'v2'] as const)('a session with asrama on SDK %s', (sdk) => {
  verifies('serve-sdk-clients', 'serve-http');

  it.each(SDK_CLIENTS)('recorded over HTTP plays to the client %s over HTTP', async (name) => {
    const server = await asramaOverHttp(sdk);
    const proxy = await proxyBefore(server.url);
    const directly = await seenBy(name, { url: proxy.url, token: 't-1' }, askAsrama);
    await proxy.stop();
    const serving = await servingHttp([proxy.recording]);
    for (let run = 0; run < 2; run += 1)
      expect(await seenBy(name, { url: serving.url, token: 't-1' }, askAsrama)).toEqual(directly);
    expect(serving.told().split('\n')).toHaveLength(2);
    expect(await serving.stop()).toBe(0);
  });

  it.each(SDK_CLIENTS)('recorded on stdio plays to the client %s over HTTP', async (name) => {
    const folder = emptyFolder();
    const asrama = [process.execPath, bin, 'asrama', '--sdk', sdk];
    const command = [process.execPath, bin, 'tee', '--dir', folder, '--', ...asrama];
    const directly = await seenBy(name, { command }, askAsrama);
    const files = readdirSync(folder).sort();
    const serving = await servingHttp(files.map((file) => join(folder, file)));
    const seen = await seenBy(name, { url: serving.url, token: '' }, askAsrama);
    expect(errorless(seen)).toEqual(errorless(directly));
    expect(await serving.stop()).toBe(0);
  });
});

/** What a client throws over HTTP may name the status. */
function errorless(seen: unknown): unknown {
  return JSON.parse(JSON.stringify(seen).replaceAll(/"Error POSTing[^"]*"/g, '"error"'));
}

describe('a recorded server over HTTP', () => {
  verifies('serve-http');
  const post = (url: string, body: unknown, headers: Record<string, string> = {}) =>
    fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json', ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
  const initialize = { jsonrpc: '2.0', id: 'i', method: 'initialize', params: {} };
  const initialized = { jsonrpc: '2.0', method: 'notifications/initialized' };

  it('gives each legacy client a session of its own, which ends with DELETE', async () => {
    const { url } = await servingHttp([samplePath('everything')]);
    const ids = [await post(url, initialize), await post(url, initialize)].map(({ headers }) =>
      headers.get('mcp-session-id'),
    );
    expect(new Set(ids).size).toBe(2);
    const [id = ''] = ids.map(String);
    const session = { 'mcp-session-id': id };
    expect((await post(url, initialized, session)).status).toBe(202);
    expect((await post(url, initialized)).status).toBe(400);
    expect((await post(url, initialized, { 'mcp-session-id': 'x' })).status).toBe(404);
    expect((await fetch(url, { method: 'DELETE', headers: session })).status).toBe(200);
    expect((await post(url, initialized, session)).status).toBe(404);
  });

  it('streams an answer that something comes before, and sends the rest by the open stream', async () => {
    const { url } = await servingHttp([samplePath('everything')]);
    const opened = await post(url, initialize);
    const session = { 'mcp-session-id': opened.headers.get('mcp-session-id') ?? '' };
    await post(url, initialized, session);
    const list = await post(url, { jsonrpc: '2.0', id: 5, method: 'tools/list' }, session);
    expect(list.headers.get('content-type')).toBe('text/event-stream');
    const events = (await list.text()).trimEnd().split('\n\n');
    expect(events.map((each) => each.split('\n')[0])).toEqual(Array(5).fill('event: message'));
    expect(events.filter((each) => each.includes('list_changed'))).toHaveLength(4);
    const level = { jsonrpc: '2.0', id: 6, method: 'logging/setLevel', params: { level: 'debug' } };
    const answer = await post(url, level, session);
    expect(answer.headers.get('content-type')).toBe('application/json');
    expect(await answer.text()).toBe('{"result":{},"jsonrpc":"2.0","id":6}');
    const accept = { ...session, accept: 'text/event-stream' };
    const stream = await fetch(url, { headers: accept });
    expect(stream.headers.get('content-type')).toBe('text/event-stream');
    expect((await fetch(url, { headers: accept })).status).toBe(409);
    await stream.body?.cancel();
  });

  it('holds modern requests to their headers, and has no stream for them', async () => {
    const { url } = await servingHttp([samplePath('asrama-sdk-v2-modern')]);
    const version = '2026-07-28';
    const meta = {
      'io.modelcontextprotocol/protocolVersion': version,
      'io.modelcontextprotocol/clientCapabilities': {},
    };
    const ask = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: { _meta: meta } };
    const headers = { 'mcp-protocol-version': version, 'mcp-method': 'tools/list' };
    expect((await post(url, ask, headers)).status).toBe(200);
    const wrong = await post(url, ask, { ...headers, 'mcp-method': 'tools/call' });
    expect([wrong.status, await wrong.json()]).toMatchObject([
      400,
      { id: 1, error: { code: -32020 } },
    ]);
    expect((await post(url, ask)).status).toBe(400);
    const get = await fetch(url, { headers: { accept: 'text/event-stream' } });
    expect([get.status, get.headers.get('allow')]).toEqual([405, 'POST']);
    const legacy = await post(url, { ...initialize, params: { protocolVersion: '2025-11-25' } });
    expect(await legacy.json()).toMatchObject({ error: { code: -32022 } });
  });

  it('refuses what is no message, another place, and what is no request for it', async () => {
    const { url } = await servingHttp([samplePath('memory')]);
    expect((await post(url, '{')).status).toBe(400);
    expect((await post(url, '[]')).status).toBe(400);
    expect((await post(url, initialize, { 'content-type': 'text/plain' })).status).toBe(415);
    expect((await fetch(url.replace('/mcp', '/.well-known/x'))).status).toBe(404);
    expect((await fetch(url, { method: 'PUT' })).status).toBe(405);
    expect((await fetch(url)).status).toBe(406);
  });

  it('is not for web pages: another Host or Origin gets 403', async () => {
    verifies('serve-rebinding');
    const { url } = await servingHttp([samplePath('memory')]);
    const port = new URL(url).port;
    for (const host of [`evil.example:${port}`, 'evil.example', '127.0.0.1'])
      expect(await statusWith(url, { host })).toBe(403);
    for (const origin of ['http://evil.example', 'null', `https://127.0.0.1.evil.example:${port}`])
      expect((await post(url, initialize, { origin })).status).toBe(403);
    expect((await post(url, initialize, { origin: `http://localhost:${port}` })).status).toBe(200);
    const { url: open } = await servingHttp([samplePath('memory'), '--allow-host', 'box.example']);
    expect(await statusWith(open, { host: 'box.example' })).toBe(405);
  });

  it('exits with 1 after a miss', async () => {
    verifies('serve-loud');
    const serving = await servingHttp([samplePath('memory')]);
    const opened = await post(serving.url, initialize);
    const session = { 'mcp-session-id': opened.headers.get('mcp-session-id') ?? '' };
    const missed = await post(serving.url, { jsonrpc: '2.0', id: 1, method: 'x/y' }, session);
    expect(await missed.json()).toMatchObject({ id: 1, error: { code: -32010 } });
    expect(await serving.stop()).toBe(1);
    expect(serving.told()).toContain('x/y is not in the recording');
  });
});

/** `fetch` does not let a program say its own Host. */
async function statusWith(url: string, headers: Record<string, string>): Promise<number> {
  const { request } = await import('node:http');
  return new Promise((resolve, reject) => {
    request(url, { method: 'PUT', headers }, (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    })
      .on('error', reject)
      .end();
  });
}
