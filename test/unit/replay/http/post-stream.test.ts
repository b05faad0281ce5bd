import { describe, expect, it } from 'vitest';
import type { Recording } from '../../../../src/model/recording.ts';
import { mannersOf } from '../../../../src/replay/as-server/http/manners.ts';
import { PostStream } from '../../../../src/replay/as-server/http/post-stream.ts';
import { httpServer } from '../../../support/http.ts';
import { verifies } from '../../../support/verifies.ts';

const REFUSAL = { status: 400, headers: [], isStream: false, hasSession: false };
const NO = Buffer.from('{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"no"}}');

describe('the response to a POST', () => {
  verifies('serve:http-one-head');

  it.each<[string, (stream: PostStream) => void, number, string]>([
    ['refused twice', (s) => [s.refuse(REFUSAL, NO), s.refuse(REFUSAL, NO)], 400, String(NO)],
    ['refused, then silent', (s) => [s.refuse(REFUSAL, NO), s.silence('1')], 400, String(NO)],
    [
      'silent, then refused',
      (s) => [s.silence('1'), s.silence('2'), s.refuse(REFUSAL, NO)],
      202,
      '',
    ],
    ['silent twice', (s) => [s.silence('1'), s.silence('2'), s.silence(undefined)], 202, ''],
    [
      'silent, then answered',
      (s) => [s.silence('1'), s.silence('2'), s.send(answerTo('2'))],
      202,
      '',
    ],
    [
      'answered in part, then refused',
      (s) => [s.send(answerTo('1')), s.refuse(REFUSAL, NO)],
      200,
      `event: message\ndata: {"id":1}\n\nevent: message\ndata: ${NO.toString()}\n\n`,
    ],
  ])('has one head when it is %s', async (_, play, status, body) => {
    const port = await httpServer((_, response) => {
      play(new PostStream(response, ['1', '2'], { isModern: false, headers: {} }));
    });
    const response = await fetch(`http://127.0.0.1:${port}/`);
    expect(response.status).toBe(status);
    expect(await response.text()).toBe(body);
  });
});

describe('the path of a recorded endpoint', () => {
  verifies('serve:http-one-head');

  it.each([
    ['/a/b?c#d', '/a/b'],
    ['//', '//'],
    ['//host/mcp', '//host/mcp'],
    ['http://h:1/mcp?x', '/mcp'],
    ['http://', '/mcp'],
    ['*', '/mcp'],
  ])('of %j is %j', (target, path) => {
    const start = `POST ${target}`;
    const items = [{ type: 'http', seq: 0, at: 0, call: 1, from: 'client', start, headers: [] }];
    // Only the heads are looked at.
    const recording = { items } as unknown as Recording;
    expect(mannersOf([recording], { era: 'legacy' } as never).path).toBe(path);
  });
});

function answerTo(id: string) {
  return {
    kind: 'send',
    channel: undefined,
    bytes: Buffer.from(`{"id":${id}}`),
    eol: '\n',
    answers: [id],
    sse: undefined,
    http: undefined,
    slow: undefined,
  } as const;
}
