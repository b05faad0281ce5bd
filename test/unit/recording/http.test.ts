import { describe, expect, it } from 'vitest';
import type { Entry, FrameEntry } from '../../../src/model/recording.ts';
import { decodeLine } from '../../../src/recording/decode.ts';
import { encodeEntry } from '../../../src/recording/encode.ts';
import { parseFrame } from '../../../src/wire/parse.ts';
import { verifies } from '../../support/verifies.ts';

const at = Date.UTC(2026, 10, 30, 10, 10) * 1000;
const placed = { seq: 4, at } as const;

describe('entries of HTTP', () => {
  verifies('recording:http');

  it('are spelled as the format says', () => {
    expect(lineOf(httpEntry)).toBe(
      '{"type":"http","seq":4,"at":"2026-11-30T10:10:00.000000Z","call":1,"from":"client","start":"POST /mcp","headers":[["accept","*/*"],["X-A","1"],["X-A","2"]]}\n',
    );
    expect(lineOf(frame('{"id":1}', { sse: { event: 'message', id: '7' } }))).toBe(
      '{"type":"message","seq":4,"at":"2026-11-30T10:10:00.000000Z","from":"server","call":1,"sse":{"event":"message","id":"7"},"id":1,"message":{"id":1}}\n',
    );
    expect(lineOf(frame('Not Found'))).toBe(
      '{"type":"stray","seq":4,"at":"2026-11-30T10:10:00.000000Z","from":"server","call":1,"why":"not-json","text":"Not Found"}\n',
    );
  });

  it.each<readonly [string, Entry]>([
    [
      'a request',
      { type: 'http', ...placed, call: 1, from: 'client', start: 'GET /', headers: [] },
    ],
    ['a body', frame('{"id":1}')],
    ['an empty event', frame('', { sse: { id: '' } })],
    ['a body that is no text', frame(Buffer.from([0xff, 0xfe]))],
    ['an event nobody gets', frame('{"id":1}', { sse: { dispatched: false } })],
    [
      'the end of an exchange',
      {
        type: 'event',
        ...placed,
        event: 'http-closed',
        call: 2,
        by: 'client',
        complete: false,
        bytes: 9,
      },
    ],
    [
      'the end of a stream',
      {
        type: 'event',
        ...placed,
        event: 'http-closed',
        call: 2,
        by: 'server',
        complete: true,
        bytes: 9,
        events: 1,
        answers: 0,
      },
    ],
    [
      'an upstream that is not there',
      {
        type: 'event',
        ...placed,
        event: 'upstream-failed',
        call: 3,
        code: 'ECONNREFUSED',
        text: 'x',
      },
    ],
  ])('come back as they were: %s', (_, entry) => {
    expect(readBack(entry)).toEqual(entry);
  });

  it('are ignored as unknown when they make no sense', () => {
    const line = lineOf(httpEntry).replace('"headers":[', '"headers":[[1],').trim();
    expect(decodeLine(Buffer.from(line))).toEqual({ kind: 'broken' });
  });
});

describe('a body over several lines', () => {
  verifies('recording:http-line-feeds');
  const pretty = '\n{\n  "jsonrpc": "2.0",\r\n\n  "id": 1,\n  "result": {\n  }\n}\n';

  it('is one line of the file that any JSON tool reads, and comes back byte for byte', () => {
    const line = lineOf(frame(pretty));
    expect(line.indexOf('\n')).toBe(line.length - 1);
    expect(JSON.parse(line).message).toEqual({ jsonrpc: '2.0', id: 1, result: {} });
    expect(readBack(frame(pretty)).bytes.toString()).toBe(pretty);
  });

  it('is broken when the line feeds do not fit', () => {
    const line = lineOf(frame(pretty)).trim();
    for (const lf of ['"lf":[1,', '"lf":[9999,', '"lf":["x",', '"lf":{"a":[']) {
      const changed = line.replace('"lf":[0,', lf).replace('{"a":[', '{"a":0},"x-b":[');
      expect(decodeLine(Buffer.from(changed))).toEqual({ kind: 'broken' });
    }
  });
});

it('what no client gets is no message', () => {
  verifies('wire:sse-undispatched');
  const { content } = parseFrame(
    frame('{"jsonrpc":"2.0","id":4,"result":{}}', { sse: { dispatched: false } }),
  );
  expect(content).toMatchObject({ kind: 'stray', why: 'cut' });
  expect(parseFrame(frame('{"jsonrpc":')).content).toMatchObject({
    kind: 'stray',
    why: 'not-json',
  });
});

const httpEntry: Entry = {
  type: 'http',
  ...placed,
  call: 1,
  from: 'client',
  start: 'POST /mcp',
  headers: [
    ['accept', '*/*'],
    ['X-A', '1'],
    ['X-A', '2'],
  ],
};

function frame(bytes: string | Buffer, more: Partial<FrameEntry> = {}): FrameEntry {
  return {
    type: 'frame',
    ...placed,
    from: 'server',
    bytes: Buffer.from(bytes),
    eol: '',
    call: 1,
    ...more,
  };
}

function lineOf(entry: Entry): string {
  return encodeEntry(entry).toString();
}

/** Without the hints, which are found anew. */
function readBack<E extends Entry>(entry: E): E {
  const decoded = decodeLine(encodeEntry(entry).subarray(0, -1));
  if (decoded.kind !== 'entry') throw new Error(`${decoded.kind}: ${lineOf(entry)}`);
  const { hints: _, ...rest } = { hints: undefined, ...decoded.entry };
  // The type of what was written is the type of what is read.
  return rest as unknown as E;
}
