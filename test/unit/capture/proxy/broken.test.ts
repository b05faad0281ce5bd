import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import { AnswerReader } from '../../../../src/capture/proxy/answer-reader.ts';
import { eventually, exchange, proxyTo, socketServer } from '../../../support/http.ts';
import { verifies } from '../../../support/verifies.ts';

describe('an answer that cannot be passed on', () => {
  verifies('proxy:own-answers');

  it.each([
    ['a body by length', 'Content-Length: 6\r\n\r\nSECRET'],
    ['an empty body', 'Content-Length: 0\r\n\r\n'],
    ['chunks', 'Transfer-Encoding: chunked\r\n\r\n6\r\nSECRET\r\n0\r\n\r\n'],
    ['all to the end of the connection', '\r\nSECRET'],
    ['another answer behind it', 'Content-Length: 0\r\n\r\nHTTP/1.1 200 OK\r\n\r\nSECRET'],
  ])('with %s leaves nothing to the next request', async (_, rest) => {
    const port = await socketServer((socket) =>
      socket.on('data', (chunk) => {
        const isFirst = chunk.includes('/one');
        const good = 'HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nright';
        if (isFirst) socket.write(`HTTP/1.1 200 OK\r\nX: a\x01b\r\n${rest}`);
        // Later than all that may still come of the first.
        else setTimeout(() => socket.write(good), 50);
      }),
    );
    const proxy = await proxyTo(port);
    const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${proxy.port}\r\n\r\n`;
    const got = await exchange(proxy.port, get('/one') + get('/two'), /right$/);
    expect(got.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 502', 'HTTP/1.1 200']);
    expect(got).not.toContain('SECRET');
  });

  it.each(['informed', 'head', 'data', 'ended'])('is read no further after %s', (where) => {
    const reader = new AnswerReader();
    const told: string[] = [];
    const tell = (what: string) => () => {
      told.push(what);
      if (what === where) reader.stop();
    };
    const [informed, head, data, ended] = ['informed', 'head', 'data', 'ended'].map(tell);
    if (!informed || !head || !data || !ended) throw new Error('there are four');
    reader.expect('GET', { informed, head, data, ended });
    const early = 'HTTP/1.1 103 Early\r\n\r\n';
    reader.push(Buffer.from(`${early}HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\nx`));
    reader.push(Buffer.from('HTTP/1.1 200 OK\r\n\r\n'));
    reader.connectionEnded();
    expect(told.at(-1)).toBe(where);
  });
});

describe('a server that answers before it has read the request', () => {
  verifies('proxy:upstream-gone');

  it.each(['resets', 'ends'])(
    'and then %s its connection leaves that of the client in use',
    async (how) => {
      let leave: (() => void) | undefined;
      const port = await socketServer((socket) => {
        const isFirst = leave === undefined;
        leave ??= () => void (how === 'resets' ? socket.resetAndDestroy() : socket.end());
        socket.once('data', () => {
          if (isFirst) socket.pause();
          const status = isFirst ? '413 Too Large' : '200 OK';
          socket.write(`HTTP/1.1 ${status}\r\nContent-Length: 2\r\n\r\nno`);
        });
      });
      const proxy = await proxyTo(port);
      const client = connect(proxy.port, '127.0.0.1');
      let got = '';
      client.on('error', () => {});
      client.on('data', (chunk) => {
        got += chunk.toString('latin1');
      });
      const host = `Host: 127.0.0.1:${proxy.port}`;
      // More than all buffers on the way hold.
      const body = Buffer.alloc(48 * 1024 * 1024, 'a');
      client.write(`POST /mcp HTTP/1.1\r\n${host}\r\nContent-Length: ${body.length}\r\n\r\n`);
      client.write(body);
      await eventually(() => got.endsWith('no'));
      let sent = -1;
      await eventually(async () => {
        const before = sent;
        sent = client.bytesWritten - client.writableLength;
        await new Promise((resolve) => setTimeout(resolve, 100));
        return sent === before;
      });
      leave?.();
      client.write(`GET /mcp HTTP/1.1\r\n${host}\r\n\r\n`);
      await eventually(() => got.includes('200 OK'));
      client.destroy();
    },
  );
});
