import { createReadStream, statSync } from 'node:fs';
import type { Socket } from 'node:net';
import { createInterface } from 'node:readline';
import { constants, createBrotliCompress, createDeflate, createGzip } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { loadRecording } from '../../../src/recording/load.ts';
import { cannedServer, entriesOf, eventually, socketServer } from '../../support/http.ts';
import { proxyBefore } from '../../support/proxy-run.ts';
import { figure, scaled } from '../../support/soak.ts';
import { verifies } from '../../support/verifies.ts';
import { peakOf, say } from './places.ts';

const OK = 'HTTP/1.1 200 OK\r\n';
const MIB = 1024 * 1024;

/** What a server may say that no client should have to understand. */
const ODD: readonly [what: string, answer: string, expected: RegExp][] = [
  [
    'two lengths',
    `${OK}Content-Length: 2\r\nContent-Length: 9\r\n\r\nokHTTP/1.1`,
    /two Content-Lengths/,
  ],
  [
    'a length and chunks',
    `${OK}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
    /a Transfer-Encoding/,
  ],
  ['a length that is a list', `${OK}Content-Length: 2, 2\r\n\r\nok`, /no number/],
  ['a head after line feeds', 'HTTP/1.1 200 OK\nContent-Length: 2\n\nok', /HPE_|ECONNRESET/],
  [
    'a return in a value',
    `${OK}Location: /a\rSet-Cookie: x=1\r\nContent-Length: 0\r\n\r\n`,
    /ERR_INVALID_CHAR/,
  ],
  [
    'a line feed in a value',
    `${OK}Location: /a\nSet-Cookie: x=1\r\nContent-Length: 0\r\n\r\n`,
    /ERR_INVALID_CHAR/,
  ],
  ['a NUL in a value', `${OK}X: a\0b\r\nContent-Length: 0\r\n\r\n`, /ERR_INVALID_CHAR/],
  [
    'a control character in its reason',
    'HTTP/1.1 200 O\x01K\r\nContent-Length: 0\r\n\r\n',
    /ERR_INVALID_CHAR/,
  ],
  ['a folded header', `${OK}X: 1\r\n 2\r\nContent-Length: 0\r\n\r\n`, /has no name/],
  [
    'an upgrade',
    'HTTP/1.1 101 S\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n\x81\x02hi',
    /switched protocols/,
  ],
  ['another protocol', '220 mail.example ESMTP\r\n', /HPE_INVALID_CONSTANT|ECONNRESET/],
  [
    'no chunk sizes',
    `${OK}Transfer-Encoding: chunked\r\n\r\nzz\r\nok`,
    /^(HTTP\/1\.1 200 OK[\s\S]*|)$/,
  ],
  ['nothing', '', /ECONNRESET/],
];

describe('an upstream that answers oddly', () => {
  verifies('network:answers');

  it.each(ODD)(
    'with %s gives one line or what it said, and the recording stays readable',
    async (_, answer, expected) => {
      const port = await socketServer((socket) =>
        socket.once('data', () => socket.end(answer, 'latin1')),
      );
      const proxy = await proxyBefore(`http://127.0.0.1:${port}/mcp`);
      const got = await ask(proxy.url);
      expect(got).toMatch(expected);
      if (got.startsWith('HTTP/1.1 502'))
        expect(got.split('\r\n\r\n')[1]).toMatch(/^sadap: no answer from the upstream [^\n]*\n$/);
      expect(got).not.toMatch(/^Set-Cookie/m);
      expect(await ask(proxy.url)).toMatch(expected);
      await readable(proxy);
    },
  );

  it('with a head of 100 MB is refused as soon as it is too long', async () => {
    const port = await socketServer((socket) =>
      socket.once('data', () => flood(socket, `${OK}X: `, 'x', 100)),
    );
    const proxy = await proxyBefore(`http://127.0.0.1:${port}/mcp`);
    expect(await ask(proxy.url)).toMatch(/^HTTP\/1\.1 502 [\s\S]*HPE_HEADER_OVERFLOW/);
    bounded(proxy.child.pid, 'a head of 100 MB');
    await readable(proxy);
  });

  it('before the request has ended is heard at once', async () => {
    const port = await socketServer((socket) =>
      socket.once('data', () =>
        socket.write('HTTP/1.1 413 Too Large\r\nContent-Length: 2\r\n\r\nno'),
      ),
    );
    const proxy = await proxyBefore(`http://127.0.0.1:${port}/mcp`);
    const own = new URL(proxy.url).port;
    const head = `POST /mcp HTTP/1.1\r\nHost: 127.0.0.1:${own}\r\nContent-Length: 1000\r\n\r\n{`;
    expect(await say(Number(own), head, { until: /no$/ })).toMatch(/^HTTP\/1\.1 413 [\s\S]*no$/);
    await readable(proxy);
  });

  it('with bytes after its answer does not answer the next request with them', async () => {
    let nth = 0;
    const port = await socketServer((socket) =>
      socket.on('data', () => {
        nth += 1;
        const more = nth === 1 ? `${OK}Content-Length: 4\r\n\r\nEVIL` : '';
        socket.write(`${OK}Content-Length: 1\r\n\r\n${nth}${more}`);
      }),
    );
    const proxy = await proxyBefore(`http://127.0.0.1:${port}/mcp`);
    const own = Number(new URL(proxy.url).port);
    const one = `GET /mcp HTTP/1.1\r\nHost: 127.0.0.1:${own}\r\n\r\n`;
    const got = await say(own, one + one, { until: /2$/ });
    expect(got).not.toContain('EVIL');
    expect(got.match(/HTTP\/1\.1 200 OK\r\nContent-Length: 1\r\n\r\n\d/g)).toHaveLength(2);
    await readable(proxy);
  });

  it('with a redirect to another place is passed on, not followed', async () => {
    const elsewhere = await cannedServer(`${OK}Content-Length: 0\r\n\r\n`);
    const to = `http://127.0.0.1:${elsewhere.port}/x`;
    const upstream = await cannedServer(
      `HTTP/1.1 307 Go\r\nLocation: ${to}\r\nContent-Length: 0\r\n\r\n`,
    );
    const proxy = await proxyBefore(`http://127.0.0.1:${upstream.port}/mcp`);
    expect(await ask(proxy.url)).toContain(`307 Go\r\nLocation: ${to}\r\n`);
    expect(elsewhere.seen()).toBe('');
    await readable(proxy);
  });
});

describe('what unpacks to far more than it was', () => {
  verifies('network:bombs');
  const size = scaled(256, 1024);
  const packers = {
    gzip: () => createGzip({ level: 9 }),
    deflate: () => createDeflate({ level: 9 }),
    br: () => createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
  };

  it.each(
    Object.keys(packers).flatMap((coding) =>
      ['application/json', 'text/event-stream'].map((type) => [coding, type] as const),
    ),
  )(
    'in %s as %s passes as it came, and is recorded up to a limit, which is told',
    async (coding, type) => {
      const body = await packed(packers[coding as keyof typeof packers](), type, size); // its own key
      const head = `${OK}Content-Type: ${type}\r\nContent-Encoding: ${coding}\r\nContent-Length: ${body.length}\r\n\r\n`;
      const port = await socketServer((socket) =>
        socket.once('data', () => {
          socket.write(head);
          socket.end(body);
        }),
      );
      const proxy = await proxyBefore(`http://127.0.0.1:${port}/mcp`);
      const got = await ask(proxy.url, 20_000);
      expect(got.length).toBe(head.length + body.length);
      expect(Buffer.from(got, 'latin1').subarray(head.length).equals(body)).toBe(true);
      await eventually(async () =>
        (await notesOf(proxy.recording)).some((text) => /unpacks to more than/.test(text)),
      );
      const peak = bounded(proxy.child.pid, `${size} MiB in ${coding}`);
      expect(statSync(proxy.recording).size).toBeLessThan(400 * MIB);
      figure(
        'hostile',
        `bomb in ${coding} as ${type}`,
        `${size} MiB in ${(body.length / 1024).toFixed(0)} KiB pass as they came; memory ${peak.toFixed(0)} MB; the recording says that it holds a part`,
      );
      await proxy.stop();
    },
  );

  it('or breaks off in the middle is recorded as far as it goes', async () => {
    const body = (await packed(packers.gzip(), 'text/event-stream', 1)).subarray(0, 300);
    const head = `${OK}Content-Type: text/event-stream\r\nContent-Encoding: gzip\r\n\r\n`;
    const port = await socketServer((socket) =>
      socket.once('data', () => socket.end(Buffer.concat([Buffer.from(head), body]))),
    );
    const proxy = await proxyBefore(`http://127.0.0.1:${port}/mcp`);
    expect(
      Buffer.from(await ask(proxy.url), 'latin1')
        .subarray(-300)
        .equals(body),
    ).toBe(true);
    await eventually(async () =>
      (await notesOf(proxy.recording)).some((text) => /cannot be undone/.test(text)),
    );
    await readable(proxy);
  });
});

describe('a stream of events', () => {
  verifies('network:answers', 'network:bombs');

  it('of 100 MB without a line end is passed on, and given up in the recording with a note', async () => {
    const head = `${OK}Content-Type: text/event-stream\r\n\r\n`;
    const port = await socketServer((socket) =>
      socket.once('data', () => flood(socket, `${head}data: `, 'x', 100)),
    );
    const proxy = await proxyBefore(`http://127.0.0.1:${port}/mcp`);
    const response = await fetch(proxy.url);
    let length = 0;
    for await (const chunk of response.body ?? []) length += (chunk as Uint8Array).length; // bytes of a body
    expect(length).toBe(100 * MIB + 'data: '.length);
    await eventually(async () =>
      (await notesOf(proxy.recording)).some((text) => /longer than 64 MiB/.test(text)),
    );
    bounded(proxy.child.pid, 'an event of 100 MB');
    await readable(proxy);
  });

  it('with odd names and ids is recorded as it is', async () => {
    const events =
      'id: a\u2028b\ndata: 1\n\nid: x\0y\ndata: 2\n\nevent: \x1b[31m\rid: \r\ndata: 3\r\n\r\n__proto__: 4\ndata: 5\n\n';
    const port = await socketServer((socket) =>
      socket.once('data', () =>
        socket.end(`${OK}Content-Type: text/event-stream\r\n\r\n${events}`),
      ),
    );
    const proxy = await proxyBefore(`http://127.0.0.1:${port}/mcp`);
    expect(Buffer.from(await ask(proxy.url), 'latin1').toString()).toContain(events);
    await proxy.stop();
    const frames = entriesOf(await loadRecording(proxy.recording), 'frame');
    expect(frames.map(({ frame }) => frame.bytes.toString())).toEqual(['1', '2', '3', '5']);
    await readable(proxy, true);
  });
});

function ask(url: string, ms = 3000): Promise<string> {
  const { port } = new URL(url);
  const request = `GET /mcp HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nConnection: close\r\n\r\n`;
  return say(Number(port), request, { ms });
}

function flood(socket: Socket, start: string, filling: string, megabytes: number): void {
  const chunk = Buffer.alloc(MIB, filling);
  let left = megabytes;
  socket.write(start);
  const more = () => {
    while (left > 0 && !socket.destroyed) {
      left -= 1;
      if (!socket.write(chunk)) {
        socket.once('drain', more);
        return;
      }
    }
    socket.end();
  };
  more();
}

/** So many MiB of JSON or of events, packed; never all of it in memory. */
async function packed(
  packer: ReturnType<typeof createGzip>,
  type: string,
  megabytes: number,
): Promise<Buffer> {
  const line = type === 'application/json' ? ' ' : 'data: 0\n\n';
  const filling = Buffer.alloc(MIB - (MIB % line.length), line);
  const chunks: Buffer[] = [];
  packer.on('data', (chunk: Buffer) => chunks.push(chunk));
  for (let nth = 0; nth < megabytes; nth += 1)
    if (!packer.write(filling)) await new Promise((resolve) => packer.once('drain', resolve));
  await new Promise((resolve) => {
    packer.once('end', resolve);
    packer.end();
  });
  return Buffer.concat(chunks);
}

/** By lines: the recording of a bomb is too long to be loaded for a look. */
async function notesOf(path: string): Promise<string[]> {
  const notes: string[] = [];
  for await (const line of createInterface({ input: createReadStream(path) }))
    if (line.startsWith('{"type":"note"')) notes.push(line);
  return notes;
}

function bounded(pid: number | undefined, what: string): number {
  const peak = peakOf(pid ?? 0);
  if (!Number.isNaN(peak)) expect(peak, what).toBeLessThan(420);
  return peak;
}

/** The program ends in order, told of no bug, and its recording has no damage. */
async function readable(
  proxy: Awaited<ReturnType<typeof proxyBefore>>,
  isStopped = false,
): Promise<void> {
  if (!isStopped) expect(await proxy.stop()).toBe(0);
  expect(proxy.told()).not.toContain('this is a bug');
  const { damage, end } = await loadRecording(proxy.recording);
  expect(damage).toEqual([]);
  expect(end).toMatchObject({ closedBy: 'sadap' });
}
