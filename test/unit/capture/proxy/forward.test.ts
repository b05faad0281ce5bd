import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import {
  cannedServer,
  entriesOf,
  eventually,
  exchange,
  framesOf,
  httpServer,
  proxyTo,
  socketServer,
} from '../../../support/http.ts';
import { verifies } from '../../../support/verifies.ts';

const RESPONSE = [
  'HTTP/1.1 203 Sort Of',
  'X-b: 1',
  'x-A: 2',
  'Set-Cookie: a=1',
  'X-b: 3',
  'set-cookie: b=2',
  'X-Latin: caf\u00e9',
  'Content-Length: 2',
  '',
  'hi',
].join('\r\n');

describe('bytes on the sockets', () => {
  verifies('proxy:bytes');

  it('of heads are those that were sent, in both directions, but for the host', async () => {
    const upstream = await cannedServer(RESPONSE);
    const proxy = await proxyTo(upstream.port);
    const request = (host: string) =>
      `POST /a/b?c=%20d HTTP/1.1\r\nx-One: 1\r\nHOST: ${host}\r\nX-two: 2\r\nx-one: 3\r\naccept: */*\r\nX-two: 4\r\nContent-Length: 2\r\nConnection: keep-alive\r\n\r\n{}`;
    const got = await exchange(proxy.port, request(`127.0.0.1:${proxy.port}`), /hi$/);
    expect(got).toBe(Buffer.from(RESPONSE).toString('latin1'));
    expect(upstream.seen()).toBe(request(`127.0.0.1:${upstream.port}`));
  });

  it.each([
    ['a POST without a body', 'POST /mcp HTTP/1.1\r\nHost: H\r\nA: 1\r\n\r\n'],
    ['a GET', 'GET /mcp HTTP/1.1\r\nHost: H\r\nAccept: text/event-stream\r\n\r\n'],
    ['a DELETE', 'DELETE /mcp HTTP/1.1\r\nHost: H\r\nMcp-Session-Id: x\r\n\r\n'],
    ['an OPTIONS', 'OPTIONS /mcp HTTP/1.1\r\nHost: H\r\nOrigin: http://x.example\r\n\r\n'],
    ['repeated headers together', 'GET / HTTP/1.1\r\nHost: H\r\nA: 1\r\nA: 2\r\nb: 3\r\n\r\n'],
    [
      'chunks',
      'POST / HTTP/1.1\r\nHost: H\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n',
    ],
    [
      'trailers',
      'POST / HTTP/1.1\r\nHost: H\r\nTransfer-Encoding: chunked\r\nTrailer: T\r\n\r\n2\r\n{}\r\n0\r\nT: 1\r\n\r\n',
    ],
  ])('of %s are those that were sent', async (_, request) => {
    const upstream = await cannedServer('HTTP/1.1 202 Accepted\r\nContent-Length: 0\r\n\r\n');
    const proxy = await proxyTo(upstream.port);
    const to = (port: number) => request.replace('Host: H', `Host: 127.0.0.1:${port}`);
    await exchange(proxy.port, to(proxy.port), /\r\n\r\n$/);
    expect(upstream.seen()).toBe(to(upstream.port));
  });

  it.each([
    [
      'chunks',
      'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n2\r\nhi\r\n0\r\n\r\n',
      /0\r\n\r\n$/,
    ],
    ['no body', 'HTTP/1.1 204 No Content\r\nDate: today\r\n\r\n', /\r\n\r\n$/],
    ['an empty reason', 'HTTP/1.1 200 \r\nContent-Length: 0\r\n\r\n', /\r\n\r\n$/],
    [
      'trailers',
      'HTTP/1.1 200 OK\r\nTrailer: T\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nx\r\n0\r\nT: 1\r\n\r\n',
      /T: 1\r\n\r\n$/,
    ],
  ])('of an answer with %s are those that were sent', async (_, answer, until) => {
    const upstream = await cannedServer(answer);
    const proxy = await proxyTo(upstream.port);
    const got = await exchange(proxy.port, requestTo(proxy.port), until);
    expect(got).toBe(answer);
  });

  it('of an answer that ends with its connection are those that were sent, and end with it', async () => {
    const answer = 'HTTP/1.1 200 OK\r\nConnection: close\r\nA: 1\r\n\r\nthe end';
    const port = await socketServer((socket) => socket.once('data', () => socket.end(answer)));
    const proxy = await proxyTo(port);
    expect(await exchange(proxy.port, requestTo(proxy.port))).toBe(answer);
  });

  it('come over the same two connections for one client, and over others for another', async () => {
    const ports = new Set<number | undefined>();
    const upstream = await httpServer((request, response) => {
      ports.add(request.socket.remotePort);
      response.end('x');
    });
    const proxy = await proxyTo(upstream);
    const twice = requestTo(proxy.port) + requestTo(proxy.port);
    await exchange(proxy.port, twice, /xHTTP[\s\S]*\r\n\r\nx/);
    expect(ports.size).toBe(1);
    await exchange(proxy.port, requestTo(proxy.port), /x/);
    expect(ports.size).toBe(2);
  });

  it('of a body that waits for 100 Continue come when the upstream says so', async () => {
    const seen: string[] = [];
    const upstream = await httpServer((request, response) => {
      request.on('data', (chunk) => seen.push(String(chunk)));
      request.on('end', () => response.end('done'));
    });
    const proxy = await proxyTo(upstream);
    const head = `POST /mcp HTTP/1.1\r\nHost: 127.0.0.1:${proxy.port}\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n`;
    expect(await exchange(proxy.port, head, /\r\n\r\n/)).toBe('HTTP/1.1 100 Continue\r\n\r\n');
    expect(seen).toEqual([]);
  });
});

describe('an upstream that is not there', () => {
  verifies('proxy:upstream-gone');

  it('is answered with 502 and recorded, and asked again the next time', async () => {
    const proxy = await proxyTo(1, { upstream: 'http://127.0.0.1:1/mcp' });
    const got = await exchange(proxy.port, requestTo(proxy.port), /ECONNREFUSED/);
    expect(got).toMatch(/^HTTP\/1.1 502 Bad Gateway\r\n/);
    expect(got).toContain('sadap: no answer from the upstream http://127.0.0.1:1: ECONNREFUSED');
    expect(await exchange(proxy.port, requestTo(proxy.port), /ECONNREFUSED/)).toContain('502');
    const events = entriesOf(await proxy.recorded(), 'event');
    expect(events).toMatchObject([
      { event: 'upstream-failed', call: 1, code: 'ECONNREFUSED' },
      { event: 'http-closed', call: 1, by: 'server', complete: false },
      { event: 'upstream-failed', call: 2 },
      { event: 'http-closed', call: 2 },
    ]);
  });

  it('or breaks off before it answers, is answered with 502 too', async () => {
    const port = await socketServer((socket) => socket.once('data', () => socket.destroy()));
    const proxy = await proxyTo(port);
    expect(await exchange(proxy.port, requestTo(proxy.port), /upstream/)).toContain('502 Bad');
  });

  it.each([
    'or leaves just when a long request comes',
    'until it has read a request, since it answers earlier,',
  ])('%s never blocks the connection of a client', async (what) => {
    for (let size = 1; size < 8_000_000; size *= 3) {
      let leave = () => {};
      const port = await socketServer((socket) => {
        leave = () => void socket.resetAndDestroy();
        socket.on('data', (chunk) => {
          for (const _ of chunk.toString('latin1').matchAll(/(GET|POST) /g))
            socket.write('HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\nx');
        });
      });
      const proxy = await proxyTo(port);
      const client = connect(proxy.port, '127.0.0.1');
      let got = '';
      client.on('error', () => {});
      client.on('data', (chunk) => {
        got += chunk.toString('latin1');
      });
      client.write(requestTo(proxy.port));
      await eventually(() => got.endsWith('x'));
      if (what.includes('leaves')) leave();
      client.write(`${postTo(proxy.port, size)}${requestTo(proxy.port)}`);
      // Broken off, as without us, or answered, both of them.
      await eventually(() => client.destroyed || got.match(/HTTP\/1\.1 /g)?.length === 3);
      client.destroy();
    }
  });

  it('breaks a connection that was used before, as its own client would see it', async () => {
    const port = await socketServer((socket) => {
      socket.once('data', () => {
        socket.write('HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\nx');
        socket.once('data', () => socket.destroy());
      });
    });
    const proxy = await proxyTo(port);
    const got = await exchange(proxy.port, requestTo(proxy.port) + requestTo(proxy.port));
    expect(got).toBe('HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\nx');
  });
});

describe('what is no HTTP', () => {
  verifies('proxy:upstream-gone', 'proxy:recorded');

  it.each([
    ['a status that cannot be', 'HTTP/1.1 099 No\r\nContent-Length: 0\r\n\r\n'],
    ['no HTTP at all', 'SSH-2.0-OpenSSH_9.2\r\n'],
    ['a head cut off', 'HTTP/1.1 200 OK\r\nContent-Le'],
  ])('from the upstream gives 502: %s', async (_, answer) => {
    const port = await socketServer((socket) => socket.once('data', () => socket.end(answer)));
    const proxy = await proxyTo(port);
    const got = await exchange(proxy.port, requestTo(proxy.port), /upstream/);
    expect(got).toMatch(/^HTTP\/1.1 502 Bad Gateway\r\n/);
    await eventually(async () => entriesOf(await proxy.recorded(), 'event').length === 2);
  });

  it('from a client gives 400 and a note; others go on', async () => {
    const upstream = await cannedServer('HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\nx');
    const proxy = await proxyTo(upstream.port);
    expect(await exchange(proxy.port, 'hello\r\n\r\n')).toMatch(/^HTTP\/1.1 400 Bad Request/);
    expect(await exchange(proxy.port, requestTo(proxy.port), /x$/)).toContain('200 OK');
    expect(entriesOf(await proxy.recorded(), 'note')[0]?.text).toMatch(/no HTTP request \(HPE_/);
  });
});

describe('who may ask', () => {
  verifies('proxy:rebinding', 'proxy:host-origin');

  it('is who calls us by our name; nobody else reaches the upstream', async () => {
    const upstream = await cannedServer('HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\nx');
    const proxy = await proxyTo(upstream.port, { allowHosts: ['my.tunnel'] });
    const ask = (host: string) =>
      exchange(proxy.port, `GET /mcp HTTP/1.1\r\nHost: ${host}\r\n\r\n`, /\r\n\r\n[\s\S]*[x\n]$/);
    expect(await ask('evil.example')).toMatch(
      /^HTTP\/1.1 403 [\s\S]*the Host "evil.example" is not/,
    );
    expect(await ask(`127.0.0.1:${upstream.port}`)).toMatch(/^HTTP\/1.1 403 /);
    expect(upstream.seen()).toBe('');
    expect(await ask('my.tunnel')).toMatch(/^HTTP\/1.1 200 /);
    expect(upstream.seen()).toContain(`Host: 127.0.0.1:${upstream.port}`);
    const recording = await proxy.recorded();
    expect(entriesOf(recording, 'note')[0]?.text).toContain('call 1: refused with 403');
    expect(entriesOf(recording, 'http').filter(({ from }) => from === 'client')).toHaveLength(3);
  });

  it('is not who takes us for a proxy to any place', async () => {
    const upstream = await cannedServer('');
    const proxy = await proxyTo(upstream.port);
    const head = `GET http://example.com/ HTTP/1.1\r\nHost: 127.0.0.1:${proxy.port}\r\n\r\n`;
    expect(await exchange(proxy.port, head, /itself/)).toMatch(/^HTTP\/1.1 400 /);
  });
});

describe('the recording', () => {
  verifies('proxy:recorded');

  it('holds heads, bodies and ends of each exchange, secrets masked', async () => {
    const answer =
      'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nMcp-Session-Id: s-1\r\nContent-Length: 36\r\n\r\n{"jsonrpc":"2.0","id":1,"result":{}}';
    const upstream = await cannedServer(answer);
    const proxy = await proxyTo(upstream.port);
    const body = '{"jsonrpc":"2.0","id":1,"method":"ping"}';
    const head = `POST /mcp?api_key=k-1 HTTP/1.1\r\nHost: 127.0.0.1:${proxy.port}\r\nAuthorization: Bearer t-1\r\nmcp-session-id: s-1\r\nContent-Length: 40\r\n\r\n`;
    await exchange(proxy.port, head + body, /\{\}\}$/);
    expect(upstream.seen()).toContain('Bearer t-1');
    const recording = await proxy.recorded();
    expect(entriesOf(recording, 'http')).toMatchObject([
      {
        call: 1,
        from: 'client',
        start: 'POST /mcp?api_key=«masked:1»',
        headers: [
          ['Host', `127.0.0.1:${proxy.port}`],
          ['Authorization', 'Bearer «masked:2»'],
          ['mcp-session-id', '«masked:3»'],
          ['Content-Length', '40'],
        ],
      },
      {
        call: 1,
        from: 'server',
        start: '200 OK',
        headers: [
          ['Content-Type', 'application/json'],
          ['Mcp-Session-Id', '«masked:3»'],
          ['Content-Length', '36'],
        ],
      },
    ]);
    expect(framesOf(recording)).toEqual([
      `client: ${body}`,
      'server: {"jsonrpc":"2.0","id":1,"result":{}}',
    ]);
    expect(entriesOf(recording, 'event')).toMatchObject([
      { event: 'http-closed', call: 1, by: 'server', complete: true, bytes: 36 },
    ]);
    expect(recording.header).toMatchObject({
      mode: 'proxy',
      server: { label: `localhost-${upstream.port}`, url: `http://127.0.0.1:${upstream.port}/mcp` },
    });
  });

  it('ends when the proxy is closed, with what was still open', async () => {
    const upstream = await httpServer((_, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write('data: 1\n\n');
    });
    const proxy = await proxyTo(upstream);
    const got = exchange(proxy.port, requestTo(proxy.port));
    await eventually(async () => framesOf(await proxy.recorded()).length > 0);
    await proxy.close();
    expect(await got).toContain('data: 1');
    const recording = await proxy.recorded();
    expect(entriesOf(recording, 'event')).toMatchObject([
      { event: 'http-closed', call: 1, by: 'sadap', complete: false, events: 1, answers: 0 },
    ]);
    expect(recording.end).toMatchObject({ closedBy: 'sadap' });
  });
});

function postTo(port: number, length: number): string {
  const head = `POST /mcp HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nContent-Length: ${length}\r\n\r\n`;
  return head + 'b'.repeat(length);
}

function requestTo(port: number): string {
  return `GET /mcp HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n\r\n`;
}
