import { get, type IncomingMessage, type ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import type { Recording } from '../../../../src/model/recording.ts';
import {
  entriesOf,
  eventually,
  exchange,
  framesOf,
  httpServer,
  proxyTo,
  socketServer,
} from '../../../support/http.ts';
import { verifies } from '../../../support/verifies.ts';

const EVENTS = { 'content-type': 'text/event-stream' };

describe('event streams', () => {
  verifies('proxy:streams');

  it('pass event by event: each is there, and on disk, before the next is sent', async () => {
    let stream: ServerResponse | undefined;
    const port = await httpServer((_, response) => {
      stream = response.writeHead(200, EVENTS);
      response.flushHeaders();
    });
    const proxy = await proxyTo(port);
    const incoming = await open(proxy.url);
    expect(incoming.headers['content-type']).toBe('text/event-stream');
    let got = '';
    incoming.on('data', (chunk) => {
      got += chunk;
    });
    await eventually(async () => entriesOf(await proxy.recorded(), 'http').length === 2);
    for (const nth of [1, 2, 3]) {
      stream?.write(`id: ${nth}\ndata: {"n":${nth}}\n\n`);
      await eventually(() => got.endsWith(`{"n":${nth}}\n\n`));
      await eventually(async () => framesOf(await proxy.recorded()).length === nth);
    }
    stream?.write('data: {"n":4}');
    stream?.end();
    await eventually(async () => entriesOf(await proxy.recorded(), 'event').length === 1);
    const recording = await proxy.recorded();
    expect(framesOf(recording)).toEqual([
      'server: {"n":1}',
      'server: {"n":2}',
      'server: {"n":3}',
      'server: data: {"n":4}',
    ]);
    expect(sseOf(recording)).toEqual([
      { id: '1' },
      { id: '2' },
      { id: '3' },
      { dispatched: false },
    ]);
    expect(entriesOf(recording, 'event')).toMatchObject([
      {
        event: 'http-closed',
        by: 'server',
        complete: true,
        events: 3,
        answers: 0,
        bytes: got.length,
      },
    ]);
  });

  it.each([
    ['id', 200_000],
    ['event', 3_000_000],
  ])('are recorded whole with a long field %s', async (name, length) => {
    const long = 'é'.repeat(length);
    const body = `${name}: ${long}\ndata: {"n":1}\n\ndata: {"n":2}\n\n`;
    const port = await httpServer((_, response) => response.writeHead(200, EVENTS).end(body));
    const proxy = await proxyTo(port);
    await exchange(proxy.port, requestTo(proxy.port), /"n":2/);
    await eventually(async () => entriesOf(await proxy.recorded(), 'event').length === 1);
    const recording = await proxy.recorded();
    expect(framesOf(recording)).toEqual(['server: {"n":1}', 'server: {"n":2}']);
    expect(Object.values(sseOf(recording)[0] ?? {}).includes(long)).toBe(true);
  });

  it('pass byte for byte, whatever their line ends and comments', async () => {
    const body = '\u{feff}: hi\r\nretry: 5\r\n\r\ndata: é\r\rdata:x\n\n: bye';
    const port = await httpServer((_, response) => response.writeHead(200, EVENTS).end(body));
    const proxy = await proxyTo(port);
    const got = await exchange(proxy.port, requestTo(proxy.port), /bye/);
    expect(Buffer.from(got, 'latin1').toString()).toContain(body);
    expect(framesOf(await proxy.recorded())).toEqual(['server: é', 'server: x']);
  });
});

describe('a stream that closes without the answer', () => {
  verifies('proxy:stream-without-answer');

  it('is reported when it closes, with what came until then', async () => {
    const port = await httpServer((_, response) => {
      response.writeHead(200, EVENTS);
      response.write('data: {"jsonrpc":"2.0","method":"notifications/progress","params":{}}\n\n');
      setTimeout(() => response.end(), 50);
    });
    const proxy = await proxyTo(port);
    await post(
      proxy.port,
      '{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{}}',
      /0\r\n\r\n$/,
    );
    await eventually(() => proxy.told.length > 0);
    expect(proxy.told).toEqual([
      expect.stringMatching(
        /^call 1 \(tools\/call, id 2\): stream closed after 1 event and 0 answers, 0\.(?:0[5-9]|[1-9]\d) s after the request$/,
      ),
    ]);
    expect(entriesOf(await proxy.recorded(), 'event')).toMatchObject([
      { event: 'http-closed', call: 1, complete: true, events: 1, answers: 0 },
    ]);
  });

  it.each([
    [
      'an answer came',
      '{"jsonrpc":"2.0","id":2,"method":"x"}',
      'data: {"jsonrpc":"2.0","id":2,"result":{}}\n\n',
    ],
    ['nothing was asked', '{"jsonrpc":"2.0","method":"x"}', ': nothing\n\n'],
  ])('is nothing to report when %s', async (_, asked, answer) => {
    const port = await httpServer((_, response) => response.writeHead(200, EVENTS).end(answer));
    const proxy = await proxyTo(port);
    await post(proxy.port, asked, /0\r\n\r\n$/);
    await eventually(async () => entriesOf(await proxy.recorded(), 'event').length === 1);
    expect(proxy.told).toEqual([]);
  });
});

describe('leaving', () => {
  verifies('proxy:aborts', 'proxy:recorded');

  it('of the client ends the request to the upstream at once', async () => {
    let left = false;
    const port = await httpServer((_, response) => {
      response.writeHead(200, EVENTS).write('data: 1\n\n');
      response.on('close', () => {
        left = true;
      });
    });
    const proxy = await proxyTo(port);
    await exchange(proxy.port, requestTo(proxy.port), /data: 1/);
    await eventually(() => left);
    await eventually(async () => entriesOf(await proxy.recorded(), 'event').length === 1);
    expect(entriesOf(await proxy.recorded(), 'event')).toMatchObject([
      { event: 'http-closed', by: 'client', complete: false, events: 1 },
    ]);
  });

  it('of the client before any answer, or in its own body, is passed on and recorded', async () => {
    let left = 0;
    const port = await httpServer((request) => {
      request.on('error', () => {});
      request.on('close', () => {
        left += 1;
      });
    });
    const proxy = await proxyTo(port);
    const host = `Host: 127.0.0.1:${proxy.port}`;
    const half = `POST /mcp HTTP/1.1\r\n${host}\r\nContent-Length: 9\r\n\r\n{"a"`;
    for (const request of [requestTo(proxy.port), half]) {
      const socket = connect(proxy.port, '127.0.0.1', () => socket.write(request));
      await eventually(async () => entriesOf(await proxy.recorded(), 'http').length === left + 1);
      await new Promise((resolve) => setTimeout(resolve, 50));
      const before = left;
      socket.destroy();
      await eventually(() => left === before + 1);
      await eventually(async () => entriesOf(await proxy.recorded(), 'event').length === left);
    }
    expect(left).toBe(2);
    expect(framesOf(await proxy.recorded())).toEqual(['client: {"a"']);
  });

  it.each([
    ['chunks', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nhi\r\n'],
    ['a length', 'HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhi'],
    [
      'a stream',
      'HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nhi\r\n',
    ],
  ])('of the server inside an answer of %s breaks it off for the client too', async (_, start) => {
    const port = await socketServer((socket) => {
      socket.once('data', () => {
        socket.write(start);
        setTimeout(() => socket.destroy(), 30);
      });
    });
    const proxy = await proxyTo(port);
    expect(await exchange(proxy.port, requestTo(proxy.port))).toBe(start);
    const recording = await proxy.recorded();
    expect(framesOf(recording)).toEqual(['server: hi']);
    expect(entriesOf(recording, 'event')).toMatchObject([
      { event: 'http-closed', by: 'server', complete: false, bytes: 2 },
    ]);
  });
});

describe('the transport with two endpoints', () => {
  verifies('proxy:two-endpoints');

  it('passes: the client posts where the stream says, and reads the answer there', async () => {
    let stream: ServerResponse | undefined;
    const port = await httpServer((request, response) => {
      if (request.method === 'GET') {
        stream = response.writeHead(200, EVENTS);
        response.write('event: endpoint\ndata: /messages?sessionId=abc\n\n');
        return;
      }
      response.writeHead(202).end('Accepted');
      stream?.write('event: message\ndata: {"jsonrpc":"2.0","id":1,"result":{}}\n\n');
    });
    const proxy = await proxyTo(port);
    const incoming = await open(proxy.url);
    let got = '';
    incoming.on('data', (chunk) => {
      got += chunk;
    });
    await eventually(() => got.includes('/messages?sessionId=abc'));
    const body = '{"jsonrpc":"2.0","id":1,"method":"ping"}';
    await post(proxy.port, body, /Accepted/, '/messages?sessionId=abc');
    await eventually(() => got.includes('"result":{}'));
    await eventually(async () => framesOf(await proxy.recorded()).length === 4);
    const recording = await proxy.recorded();
    const starts = entriesOf(recording, 'http').map(({ start }) => start);
    expect(starts).toContain('POST /messages?sessionId=«masked:1»');
    expect(framesOf(recording)[0]).toBe('server: /messages?sessionId=«masked:1»');
    expect(proxy.told).toEqual([]);
  });

  it('points out an endpoint that names the server’s own address', async () => {
    const port = await httpServer((request, response) => {
      const endpoint = `http://${request.headers.host}/messages?sessionId=abc`;
      response.writeHead(200, EVENTS).end(`event: endpoint\ndata: ${endpoint}\n\n`);
    });
    const proxy = await proxyTo(port);
    const got = await exchange(proxy.port, requestTo(proxy.port), /0\r\n\r\n$/);
    expect(got).toContain(`data: http://127.0.0.1:${port}/messages?sessionId=abc`);
    await eventually(() => proxy.told.length === 1);
    expect(proxy.told[0]).toContain('does not pass sadap');
    expect(proxy.told[0]).not.toContain('abc');
  });
});

function open(url: string): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const request = get(`${url}/mcp`, resolve);
    request.on('error', reject);
  });
}

function requestTo(port: number): string {
  return `GET /mcp HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n\r\n`;
}

function post(port: number, body: string, until: RegExp, path = '/mcp'): Promise<string> {
  const length = Buffer.byteLength(body);
  const head = `POST ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nContent-Length: ${length}\r\n\r\n`;
  return exchange(port, head + body, until);
}

function sseOf(recording: Recording) {
  return entriesOf(recording, 'frame').map(({ frame }) => frame.sse);
}
