import type { IncomingMessage } from 'node:http';
import { describe, expect, it, vi } from 'vitest';
import { upstreamOf } from '../../../../src/capture/proxy/addresses.ts';
import { CallRecorder } from '../../../../src/capture/proxy/call.ts';
import { forward } from '../../../../src/capture/proxy/forward.ts';
import { namesOf } from '../../../../src/capture/proxy/guard.ts';
import { HeaderFields } from '../../../../src/capture/proxy/header-fields.ts';
import { Link } from '../../../../src/capture/proxy/link.ts';
import type { TrafficLog } from '../../../../src/capture/proxy/log.ts';
import { createHttpMask } from '../../../../src/recording/mask-http.ts';
import {
  cannedServer,
  entriesOf,
  exchange,
  httpServer,
  proxyTo,
  socketServer,
} from '../../../support/http.ts';
import { verifies } from '../../../support/verifies.ts';

const OK = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok';
const CHUNKED = 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n';

describe('a request with an odd head', () => {
  verifies('proxy:odd-heads');

  it.each([
    ['a trailer announced without chunks', 'Trailer: X-A\r\nContent-Length: 2\r\n\r\n{}', 200],
    ['trailers announced twice, apart', 'Trailer: A\r\nB: 1\r\ntrailer: C\r\n\r\n', 200],
    ['an upgrade', 'Connection: Upgrade\r\nUpgrade: websocket\r\n\r\n', 200],
    ['an expectation', 'Expect: the-best\r\nContent-Length: 2\r\n\r\n{}', 200],
    ['an expectation of a trailer', 'Expect: 100-continue\r\nTrailer: A\r\n\r\n', 200],
    ['two lengths', 'Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}', 400],
    ['a length and chunks', 'Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n', 400],
    ['a control character', 'A: \x01\r\n\r\n', undefined],
    ['a tab and Latin', 'A: \xe9\t\xe9\r\n\r\n', 200],
    ['a name with a space', 'A b: 1\r\n\r\n', 400],
    [
      'a trailer with a control character',
      'Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\nT: \x01\r\n\r\n',
      undefined,
    ],
  ])('is passed on or refused, and the proxy lives: %s', async (_, rest, status) => {
    const upstream = await cannedServer(OK);
    const proxy = await proxyTo(upstream.port);
    const head = `POST /mcp HTTP/1.1\r\nHost: 127.0.0.1:${proxy.port}\r\n${rest}`;
    const got = await exchange(proxy.port, Buffer.from(head, 'latin1'), /ok$|upstream|400/);
    expect(got).toMatch(status ? new RegExp(`^HTTP/1.1 ${status} `) : /^HTTP\/1.1 (200|400|502) /);
    expect(await exchange(proxy.port, plain(proxy.port), /ok$/)).toBe(OK);
  });

  it.each([
    ['target', (request: IncomingMessage) => Object.assign(request, { url: '/a b' })],
    ['header', (request: IncomingMessage) => request.rawHeaders.push('A', '\x01')],
    ['trailer', (request: IncomingMessage) => request.rawTrailers.push('A', '\x01')],
  ])('that Node reads and does not send is answered with 502: %s', async (_, spoil) => {
    const upstream = await cannedServer(OK);
    const proxy = upstreamOf(`http://127.0.0.1:${upstream.port}`);
    const log = { now: () => 0, later: (look: () => void) => look(), add: vi.fn(), http: vi.fn() };
    const link = new Link(proxy, {});
    let count = 0;
    const port = await httpServer((request, response) => {
      if (++count === 1) spoil(request);
      // Only what the recorder of a call uses.
      const mask = createHttpMask();
      const around = { log: log as unknown as TrafficLog, mask };
      const recorder = new CallRecorder({ ...around, origin: '', tell: vi.fn() }, count);
      const names = namesOf({ hostname: '127.0.0.1', port: 1 }, []);
      const fields = new HeaderFields(mask);
      forward({ request, response, upstream: proxy, names, fields, link, recorder });
    });
    const head = 'POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n';
    // The next one on the same connection is answered.
    const got = await exchange(port, head + plain(port), /ok$/);
    expect(got).toMatch(/^HTTP\/1.1 502 [\s\S]*ERR_(UNESCAPED|INVALID)_CHAR[\s\S]*200 OK/);
    const first = log.add.mock.calls.map(([entry]) => entry).filter(({ call }) => call === 1);
    expect(first.map(({ event }) => event)).toEqual(['upstream-failed', 'http-closed']);
  });
});

describe('an answer with an odd head', () => {
  verifies('proxy:odd-heads');

  it.each([
    ['a trailer without chunks', 'HTTP/1.1 200 OK\r\nTrailer: A\r\nContent-Length: 2\r\n\r\nok'],
    [
      'an upgrade that nobody asked for',
      'HTTP/1.1 101 S\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n',
    ],
    ['two lengths', 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\nok'],
  ])('is passed on or refused, and the proxy lives: %s', async (_, answer) => {
    const upstream = await cannedServer(answer);
    const proxy = await proxyTo(upstream.port);
    const got = await exchange(proxy.port, plain(proxy.port), /ok$|upstream/);
    expect(got).toMatch(/^HTTP\/1.1 (200|502) /);
    expect(got).not.toContain('Trailer');
    expect(await exchange(proxy.port, plain(proxy.port), /ok$|upstream/)).toBe(got);
  });
});

describe('a client of HTTP/1.0', () => {
  verifies('proxy:http-1.0');

  it.each(['', 'Connection: keep-alive\r\n'])('gets a body without chunks: %j', async (asked) => {
    const answer = `${CHUNKED}Trailer: T\r\nConnection: keep-alive\r\nA: 1\r\n\r\n2\r\nhi\r\n0\r\nT: 1\r\n\r\n`;
    const upstream = await cannedServer(answer);
    const proxy = await proxyTo(upstream.port);
    const head = `GET /mcp HTTP/1.0\r\nHost: 127.0.0.1:${proxy.port}\r\n${asked}\r\n`;
    // The exchange ends because the proxy closes the connection.
    const got = await exchange(proxy.port, head);
    expect(got).toBe('HTTP/1.1 200 OK\r\nA: 1\r\nConnection: close\r\n\r\nhi');
  });
});

describe('an answer before the answer', () => {
  verifies('proxy:early');

  it('passes: its links and other headers', async () => {
    const early = 'HTTP/1.1 103 Early Hints\r\nLink: </a>; rel=preload\r\nX-A: 1\r\n\r\n';
    const port = await socketServer((socket) =>
      socket.once('data', () => socket.write(early + OK)),
    );
    const proxy = await proxyTo(port);
    const got = await exchange(proxy.port, plain(proxy.port), /ok$/);
    expect(got.toLowerCase()).toBe((early + OK).toLowerCase());
    expect(entriesOf(await proxy.recorded(), 'http')).toHaveLength(2);
  });

  it('is left out where it cannot be sent', async () => {
    const early = 'HTTP/1.1 103 Early Hints\r\nLink: nonsense\r\n\r\n';
    const port = await socketServer((socket) =>
      socket.once('data', () => socket.write(early + OK)),
    );
    const proxy = await proxyTo(port);
    expect(await exchange(proxy.port, plain(proxy.port), /ok$/)).toBe(OK);
  });
});

function plain(port: number): string {
  return `GET /mcp HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n\r\n`;
}
