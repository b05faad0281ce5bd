import { request as httpRequest, type ServerResponse } from 'node:http';
import { brotliCompressSync, createGzip, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { Spool } from '../../../../src/capture/proxy/spool.ts';
import { unpack } from '../../../../src/capture/proxy/unpack.ts';
import { entriesOf, eventually, framesOf, httpServer, proxyTo } from '../../../support/http.ts';
import { verifies } from '../../../support/verifies.ts';

const ANSWER = '{"jsonrpc":"2.0","id":1,"result":{"text":"zipped é"}}';

describe('compressed bodies', () => {
  verifies('proxy:codings');

  it.each([
    ['gzip', gzipSync(ANSWER)],
    ['GZip', gzipSync(ANSWER)],
    ['x-gzip', gzipSync(ANSWER)],
    ['deflate', deflateSync(ANSWER)],
    ['deflate', deflateRawSync(ANSWER)],
    ['br', brotliCompressSync(ANSWER)],
    ['gzip, br', brotliCompressSync(gzipSync(ANSWER))],
    ['identity', Buffer.from(ANSWER)],
  ])(
    'in %s reach the client untouched, and are recorded as what they hold',
    async (coding, body) => {
      const { got, recording } = await answered(body, { 'content-encoding': coding });
      expect(got.equals(body)).toBe(true);
      expect(framesOf(recording)).toEqual([`server: ${ANSWER}`]);
      expect(entriesOf(recording, 'note')).toEqual([]);
    },
  );

  it.each([
    ['zstd', Buffer.from([0x28, 0xb5, 0x2f, 0xfd]), 'its content coding "zstd" is not known'],
    ['gzip', Buffer.from('no gzip'), 'its content coding gzip cannot be undone: Z_DATA_ERROR'],
    [
      'gzip',
      gzipSync(ANSWER).subarray(0, 30),
      'its content coding gzip cannot be undone: Z_BUF_ERROR',
    ],
  ])(
    'in %s that cannot be read are recorded as they came, with a note',
    async (coding, body, why) => {
      const { got, recording } = await answered(body, { 'content-encoding': coding });
      expect(got.equals(body)).toBe(true);
      expect(entriesOf(recording, 'frame')[0]?.frame.bytes.equals(body)).toBe(true);
      expect(entriesOf(recording, 'note')[0]?.text).toBe(
        `call 1: the body is stored as it came: ${why}`,
      );
    },
  );

  it('that would fill the memory are recorded as they came', () => {
    const bomb = gzipSync(Buffer.alloc(65 * 1024 * 1024));
    expect(unpack(bomb, 'gzip')).toEqual({
      ok: false,
      why: 'its content coding gzip cannot be undone: it unpacks to more than 64 MiB',
    });
  });

  it('of streams pass as they come, and give their events as they come', async () => {
    const gzip = createGzip();
    const port = await httpServer((_, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream', 'content-encoding': 'gzip' });
      gzip.pipe(response);
      gzip.write('data: {"n":1}\n\n');
      gzip.flush();
    });
    const proxy = await proxyTo(port);
    const whole = receive(proxy.port);
    await eventually(async () => framesOf(await proxy.recorded()).length === 1);
    gzip.end('data: {"n":2}\n\ndata: cut');
    await whole;
    await eventually(async () => entriesOf(await proxy.recorded(), 'event').length === 1);
    const recording = await proxy.recorded();
    expect(framesOf(recording)).toEqual([
      'server: {"n":1}',
      'server: {"n":2}',
      'server: data: cut',
    ]);
    expect(entriesOf(recording, 'event')).toMatchObject([{ complete: true, events: 2 }]);
  });
});

describe('long bodies', () => {
  verifies('proxy:bounded');

  it('wait in a file that has no name, and come back whole', () => {
    const spool = new Spool();
    const chunk = Buffer.alloc(300_000, 'abc');
    for (let nth = 0; nth < 20; nth++) spool.push(chunk);
    expect(spool.length).toBe(6_000_000);
    expect(spool.read(0, spool.length).equals(Buffer.alloc(6_000_000, chunk))).toBe(true);
    expect(spool.read(299_999, 3).toString()).toBe('cab');
    expect(spool.read(5_999_999, 99).toString()).toBe('c');
    spool.close();
    expect(spool.length).toBe(0);
  });

  it('of 20 MB pass in both directions and are recorded as messages', async () => {
    const text = 'é'.repeat(10_000_000);
    const body = Buffer.from(`{"jsonrpc":"2.0","id":1,"method":"x","params":"${text}"}`);
    const answer = Buffer.from(`{"jsonrpc":"2.0","id":1,"result":{"text":"${text}"}}`);
    const port = await httpServer((request, response) => {
      let length = 0;
      request.on('data', (chunk: Buffer) => {
        length += chunk.length;
      });
      request.on('end', () => response.end(length === body.length ? answer : 'wrong'));
    });
    const proxy = await proxyTo(port);
    expect((await receive(proxy.port, body)).equals(answer)).toBe(true);
    const [sent, back] = entriesOf(await proxy.recorded(), 'frame');
    expect(sent?.frame.bytes.equals(body)).toBe(true);
    expect(back?.frame.bytes.equals(answer)).toBe(true);
    expect([sent?.content.kind, back?.content.kind]).toEqual(['request', 'result']);
  });

  it('are read from the upstream no faster than the client takes them', async () => {
    let sent = 0;
    const chunk = Buffer.alloc(1024 * 1024, 'x');
    const port = await httpServer((_, response) => {
      const more = (): void => {
        while (sent < 200) {
          sent += 1;
          if (!response.write(chunk)) {
            response.once('drain', more);
            return;
          }
        }
      };
      more();
    });
    const proxy = await proxyTo(port);
    const request = httpRequest({ port: proxy.port, path: '/mcp' }, (incoming) => incoming.pause());
    request.on('error', () => {});
    request.end();
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(sent).toBeGreaterThan(0);
    expect(sent).toBeLessThan(60);
    request.destroy();
  });
});

async function answered(body: Buffer, headers: Record<string, string>) {
  const port = await httpServer((_, response: ServerResponse) => {
    response.writeHead(200, { 'content-type': 'application/json', ...headers }).end(body);
  });
  const proxy = await proxyTo(port);
  const got = await receive(proxy.port);
  return { got, recording: await proxy.recorded() };
}

/** The body of the answer, as it comes over the wire but for chunks. */
function receive(port: number, body?: Buffer): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const method = body ? 'POST' : 'GET';
    const request = httpRequest({ port, path: '/mcp', method }, (incoming) => {
      const chunks: Buffer[] = [];
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
      incoming.on('end', () => resolve(Buffer.concat(chunks)));
    });
    request.on('error', reject);
    request.end(body);
  });
}
