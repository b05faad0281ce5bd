import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { upstreamOf } from '../../../src/capture/proxy/addresses.ts';
import { bodyReader } from '../../../src/capture/proxy/body.ts';
import type { BodyFrame } from '../../../src/capture/proxy/body-reader.ts';
import { namesOf } from '../../../src/capture/proxy/guard.ts';
import { HeaderFields } from '../../../src/capture/proxy/header-fields.ts';
import { clientHeaders, upstreamLines } from '../../../src/capture/proxy/headers.ts';
import { createHttpMask } from '../../../src/recording/mask-http.ts';
import { chunksOf, type FuzzTarget, holds, same } from '../target.ts';

const ENCODINGS = ['', 'gzip', 'br', 'deflate', 'gzip, br', 'x-gzip', 'zip', 'identity'];
const upstream = upstreamOf('http://127.0.0.1:3000/mcp');
const names = namesOf({ hostname: '127.0.0.1', port: 8765 }, []);
const all = new HeaderFields(createHttpMask());
const text = Buffer.from('{"jsonrpc":"2.0","id":1,"result":{}}');

/** Bodies of HTTP. The first byte says how it is packed, and whether it is a stream of events. */
export const target: FuzzTarget = {
  promise:
    'any body of HTTP gives frames and notes, the same in any chunks; headers of others come out in pairs',
  seeds: [
    Buffer.concat([Buffer.from([0]), text]),
    Buffer.concat([Buffer.from([1]), gzipSync(text)]),
    Buffer.concat([Buffer.from([2]), brotliCompressSync(text)]),
    Buffer.concat([Buffer.from([3]), deflateSync(text)]),
    Buffer.concat([Buffer.from([3]), deflateRawSync(text)]),
    Buffer.concat([Buffer.from([0x80]), Buffer.from('data: {"id":1}\n\ndata: x')]),
    Buffer.concat([Buffer.from([0x81]), gzipSync('data: {"id":1}\n\ndata: x')]),
    'content-type\ntext/event-stream\nconnection\nclose, x-a\nx-a\n1\nhost\nh\n',
  ],
  longest: 2048,
  run: async (bytes) => {
    const first = bytes[0] ?? 0;
    const raw = ['Content-Type', first >= 0x80 ? 'text/event-stream' : 'application/json'];
    const encoding = ENCODINGS[first % ENCODINGS.length] ?? '';
    if (encoding !== '') raw.push('Content-Encoding', encoding);
    const body = bytes.subarray(1);
    const whole = await framesOf(raw, [body]);
    // What a broken stream gave before it broke depends on its pieces.
    if (!whole.includes('note'))
      same(await framesOf(raw, chunksOf(body)), whole, 'the frames of pieces');
    const given = bytes.toString('latin1').split('\n');
    const fields = all.of(given.slice(0, given.length - (given.length % 2)));
    holds(clientHeaders(fields, all).length % 2 === 0, 'headers come in pairs');
    if (fields.every(({ isSendable, name }) => isSendable && /^[!-~]*$/.test(name)))
      holds(
        /^([^\r\n]*: [^\r\n]*\r\n)*$/.test(upstreamLines(fields, { upstream, names, fields: all })),
        'header lines are lines',
      );
  },
};

function framesOf(headers: readonly string[], chunks: readonly Buffer[]): Promise<string> {
  const found: string[] = [];
  const frame = ({ from, bytes, sse }: BodyFrame) =>
    found.push(`frame ${from} ${JSON.stringify(sse)} ${bytes.toString('hex')}`);
  const reader = bodyReader('server', all.of(headers), {
    frame,
    held: (from, body) => frame({ from, bytes: body.whole() }),
    note: (why) => found.push(`note ${why}`),
    failed: (error) => found.push(`failed ${String(error)}`),
  });
  for (const chunk of chunks) reader.push(Buffer.from(chunk));
  return new Promise((resolve) => reader.end(() => resolve(found.join('\n'))));
}
