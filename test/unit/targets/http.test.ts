import { once } from 'node:events';
import { request as httpRequest, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod/v4';
import { serveHttp } from '../../../src/targets/asrama/http.ts';
import { refusalOf } from '../../../src/targets/asrama/http-guard.ts';
import type { Listening } from '../../../src/targets/asrama/listen.ts';
import { serveHttpV1 } from '../../../src/targets/asrama/server-v1.ts';
import { serveHttpV2 } from '../../../src/targets/asrama/server-v2.ts';
import { startService } from '../../../src/targets/asrama/service.ts';
import { createServiceClient } from '../../../src/targets/asrama/service-client.ts';
import { defineAsrama } from '../../../src/targets/asrama/tools.ts';
import { verifies } from '../../support/verifies.ts';
import { MODERN_META } from './conversation.ts';

const TOKEN = 'token-for-tests';
let service: Listening;
const servers: Record<'v1' | 'v2' | 'v2 legacy', Listening | undefined> = {
  v1: undefined,
  v2: undefined,
  'v2 legacy': undefined,
};

beforeAll(async () => {
  service = await startService();
  const definition = defineAsrama(
    z,
    createServiceClient({ url: service.url, token: 'rahasia123' }),
  );
  const options = { port: 0, token: TOKEN, log: () => {} };
  servers.v1 = await serveHttp(await serveHttpV1(definition), options);
  servers.v2 = await serveHttp(await serveHttpV2(definition), options);
  const legacyOnly = await serveHttpV2(definition, { legacyOnly: true });
  servers['v2 legacy'] = await serveHttp(legacyOnly, options);
});

afterAll(async () => {
  for (const server of Object.values(servers)) await server?.close();
  await service.close();
});

interface Reply {
  readonly status: number | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** `node:http`, because `fetch` lets nobody set `Host`. Undefined headers are not sent. */
async function send(
  server: Listening | undefined,
  message: object | undefined,
  headers: Record<string, string | undefined> = {},
  { method = 'POST', path = '/mcp' } = {},
): Promise<Reply> {
  const request = httpRequest({ host: '127.0.0.1', port: server?.port, method, path });
  const all = {
    authorization: `Bearer ${TOKEN}`,
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    ...headers,
  };
  for (const [name, value] of Object.entries(all)) {
    if (value !== undefined) request.setHeader(name, value);
  }
  request.end(message && JSON.stringify(message));
  // The event carries one value, the response.
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  let body = '';
  for await (const chunk of response.setEncoding('utf8')) body += chunk;
  return { status: response.statusCode, headers: response.headers, body };
}

/** The message in a JSON body, or in the one event of a stream. */
function messageIn({ body }: Reply) {
  const data = /^data: (\{.*)$/m.exec(body)?.[1];
  return JSON.parse(data ?? body);
}

function sessionOf({ headers }: Reply): string | undefined {
  const id = headers['mcp-session-id'];
  return typeof id === 'string' ? id : undefined;
}

const initialize = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: {
    protocolVersion: '2025-06-18',
    capabilities: {},
    clientInfo: { name: 'probe', version: '1' },
  },
};
const call = (meta?: object) => ({
  jsonrpc: '2.0',
  id: 2,
  method: 'tools/call',
  params: { name: 'detail_anak', arguments: { id_anak: 'A002' }, ...(meta && { _meta: meta }) },
});

describe.each(['v1', 'v2'] as const)('asrama on HTTP with SDK %s', (sdk) => {
  it('refuses a foreign Host or Origin with 403 before it looks at the token', async () => {
    verifies('asrama-http-guarded');
    const refused = async (headers: Record<string, string | undefined>) =>
      (await send(servers[sdk], initialize, headers)).status;
    expect(await refused({ host: 'evil.example' })).toBe(403);
    expect(await refused({ origin: 'https://evil.example' })).toBe(403);
    expect(await refused({ origin: 'null', authorization: undefined })).toBe(403);
  });

  it('refuses a missing or wrong token with 401', async () => {
    verifies('asrama-http-guarded');
    for (const authorization of [undefined, 'Bearer wrong', `Basic ${TOKEN}`]) {
      const { status, headers } = await send(servers[sdk], initialize, { authorization });
      expect(status).toBe(401);
      expect(headers['www-authenticate']).toBe('Bearer');
    }
  });

  it('serves /mcp only', async () => {
    expect((await send(servers[sdk], initialize, {}, { path: '/' })).status).toBe(404);
    expect((await send(servers[sdk], initialize, {}, { path: '/mcp?x=1' })).status).toBe(200);
  });

  it('answers a call of the legacy era', async () => {
    verifies('asrama-http-eras');
    const opened = await send(servers[sdk], initialize, { origin: 'http://localhost:6274' });
    expect(messageIn(opened).result.serverInfo.name).toBe('asrama');
    const headers = {
      'mcp-protocol-version': '2025-06-18',
      'mcp-session-id': sessionOf(opened),
    };
    const answered = messageIn(await send(servers[sdk], call(), headers));
    expect(answered.result.isError).toBe(false);
    expect(answered.result.content[0].text).toContain('Budi Santoso');
    expect(answered.result.content[0].text).not.toContain('3171');
  });
});

describe('asrama on HTTP', () => {
  verifies('asrama-http-eras');
  const modernHeaders = {
    'mcp-protocol-version': '2026-07-28',
    'mcp-method': 'tools/call',
    'mcp-name': 'detail_anak',
  };

  it('answers a call of the modern era with SDK v2', async () => {
    const { status, body } = await send(servers.v2, call(MODERN_META), modernHeaders);
    expect(status).toBe(200);
    expect(JSON.parse(body).result).toMatchObject({ resultType: 'complete', isError: false });
  });

  it('does not with the legacy era only', async () => {
    const reply = await send(servers['v2 legacy'], call(MODERN_META), modernHeaders);
    expect(reply.body).not.toContain('resultType');
  });

  it('forgets a session of SDK v1 that was deleted, and knows no other', async () => {
    const opened = await send(servers.v1, initialize);
    const session = { 'mcp-session-id': sessionOf(opened) };
    expect((await send(servers.v1, call(), session)).status).toBe(200);
    await send(servers.v1, undefined, session, { method: 'DELETE' });
    expect((await send(servers.v1, call(), session)).status).toBe(404);
    expect((await send(servers.v1, call(), { 'mcp-session-id': 'x' })).status).toBe(404);
    expect((await send(servers.v1, call())).status).toBe(400);
  });
});

describe('the guard', () => {
  verifies('asrama-http-guarded');
  const authorization = `Bearer ${TOKEN}`;

  it.each(['127.0.0.1', '127.0.0.1:8000', 'localhost:1', 'LOCALHOST', '[::1]:8000'])(
    'lets through Host %s',
    (host) => {
      expect(refusalOf({ host, authorization }, TOKEN)).toBeUndefined();
    },
  );

  it.each([
    '',
    'evil.example',
    'localhost.evil.example',
    'evil.example:80@localhost',
    'localhost@evil.example',
    'localhost/../evil.example',
    '127.0.0.1.evil.example',
    '127.1',
    '0x7f000001',
    '[::2]',
    'localhost:123456',
    'localhost\nevil',
  ])('refuses Host %j', (host) => {
    expect(refusalOf({ host, authorization }, TOKEN)?.status).toBe(403);
  });

  it.each(['null', 'http://evil.example', 'http://localhost.evil.example', 'file://localhost', ''])(
    'refuses Origin %j',
    (origin) => {
      expect(refusalOf({ host: 'localhost', origin, authorization }, TOKEN)?.status).toBe(403);
    },
  );

  it('refuses a request without Host', () => {
    expect(refusalOf({ authorization }, TOKEN)?.status).toBe(403);
  });

  it('asks for no token when there is none, and for the right Host all the same', () => {
    expect(refusalOf({ host: 'localhost' }, undefined)).toBeUndefined();
    expect(refusalOf({ host: 'evil.example' }, undefined)?.status).toBe(403);
  });
});
