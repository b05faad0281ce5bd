import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { FrameContent } from '../../../src/model/message.ts';
import { HttpClient } from '../../../src/replay/as-client/http-client.ts';
import { eventually, httpServer } from '../../support/http.ts';
import { verifies } from '../../support/verifies.ts';
import { note, opening, request, result } from './messages.ts';

interface Asked {
  readonly method: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** A client to a server of a few lines, with what both of them got. */
async function connected(
  answer: (asked: Asked, response: ServerResponse) => void,
  headers: Readonly<Record<string, string>> = {},
) {
  const asked: Asked[] = [];
  const said: FrameContent[] = [];
  const lost: string[] = [];
  const port = await httpServer((incoming, response) => {
    const body: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => body.push(chunk));
    incoming.on('end', () => {
      const one = {
        method: incoming.method ?? '',
        headers: incoming.headers,
        body: Buffer.concat(body).toString(),
      };
      asked.push(one);
      answer(one, response);
    });
  });
  const client = new HttpClient(`http://127.0.0.1:${port}/mcp`, headers, {
    frame: (content) => said.push(content),
    lost: (ids, why) => lost.push(`${ids.join(' ')} ${why}`),
  });
  onTestFinished(() => client.close());
  const post = (message: object) => client.post(Buffer.from(JSON.stringify(message)));
  return { client, post, asked, said, lost };
}

const json = (response: ServerResponse, message: object, headers = {}) =>
  response
    .writeHead(200, { 'content-type': 'application/json', ...headers })
    .end(JSON.stringify(message));

describe('the client end of HTTP', () => {
  verifies('replay:http');

  it('goes on with the session and the revision that the server names, and ends the session', async () => {
    const { client, post, asked, said } = await connected(
      ({ method, body }, response) => {
        if (body.includes('initialize"'))
          json(response, result(0, opening), { 'mcp-session-id': 's-1' });
        else if (method === 'POST' && body.includes('ping')) json(response, result(1));
        else response.writeHead(method === 'GET' ? 405 : 202).end();
      },
      { authorization: 'Bearer t-1' },
    );
    post(request(0, 'initialize', opening));
    await eventually(() => said.length === 1);
    post(note('notifications/initialized'));
    post(request(1, 'ping'));
    await eventually(() => said.length === 2);
    await client.close();
    const heads = asked.map(({ method, headers }) =>
      [
        method,
        headers['mcp-session-id'],
        headers['mcp-protocol-version'],
        headers.authorization,
      ].join(', '),
    );
    expect(heads[0]).toBe('POST, , , Bearer t-1');
    expect(heads.slice(1).sort()).toEqual(
      ['DELETE', 'GET', 'POST', 'POST'].map((method) => `${method}, s-1, 2025-06-18, Bearer t-1`),
    );
  });

  it('waits until a notification is taken before it sends on', async () => {
    const order: string[] = [];
    const { post, said } = await connected(({ body }, response) => {
      order.push(`got ${JSON.parse(body).method}`);
      if (body.includes('ping')) json(response, result(1));
      else
        setTimeout(() => {
          order.push('took it');
          response.writeHead(202).end();
        }, 50);
    });
    post(note('notifications/roots/list_changed'));
    post(request(1, 'ping'));
    await eventually(() => said.length === 1);
    expect(order).toEqual(['got notifications/roots/list_changed', 'took it', 'got ping']);
  });

  it('sends requests together, and reads answers from streams event by event', async () => {
    const waiting: ServerResponse[] = [];
    const { post, said } = await connected((_asked, response) => {
      waiting.push(response);
      if (waiting.length < 2) return;
      for (const [nth, each] of waiting.entries()) {
        each.writeHead(200, { 'content-type': 'text/event-stream' });
        each.write(
          `: hello\n\ndata: ${JSON.stringify(note('notifications/message', { nth }))}\n\n`,
        );
        each.end(`event: message\ndata: ${JSON.stringify(result(nth + 1))}\n\n`);
      }
    });
    post(request(1, 'ping'));
    post(request(2, 'ping'));
    await eventually(() => said.length === 4);
    expect(said.map(({ kind }) => kind).sort()).toEqual([
      'notification',
      'notification',
      'result',
      'result',
    ]);
  });

  it('repeats in headers what 2026-07-28 wants there, in base64 where no header can hold it', async () => {
    const { post, asked, said } = await connected((_asked, response) => json(response, result(1)));
    const meta = { 'io.modelcontextprotocol/protocolVersion': '2026-07-28' };
    post(request(1, 'tools/call', { _meta: meta, name: 'kamar é', arguments: {} }));
    await eventually(() => said.length === 1);
    expect(asked[0]?.headers).toMatchObject({
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': 'tools/call',
      'mcp-name': `=?base64?${Buffer.from('kamar é').toString('base64')}?=`,
    });
  });

  it('goes on when a revision can stand in no header', async () => {
    const { post, asked, said } = await connected(({ body }, response) =>
      json(response, result(JSON.parse(body).id, { ...opening, protocolVersion: '2025\n06' })),
    );
    post(request(0, 'initialize', opening));
    post(request(1, 'ping'));
    post(request(2, 'ping', { _meta: { 'io.modelcontextprotocol/protocolVersion': 'a\nb' } }));
    await eventually(() => said.length === 3);
    expect(asked.map(({ headers }) => headers['mcp-protocol-version'])).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });

  it.each([
    ['a status without a body', 'n:1 HTTP 401 without an answer', 401, ''],
    ['a stream without the answer', 'n:1 HTTP 200 without an answer', 200, ': nothing\n\n'],
  ])('tells of requests that %s leaves open', async (_what, words, status, body) => {
    const { post, lost } = await connected((_asked, response) =>
      response.writeHead(status, { 'content-type': 'text/event-stream' }).end(body),
    );
    post(request(1, 'ping'));
    await eventually(() => lost.length === 1);
    expect(lost).toEqual([words]);
  });
});
