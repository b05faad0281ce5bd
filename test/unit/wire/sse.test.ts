import { describe, expect, it } from 'vitest';
import { type SseEvent, SseSplitter } from '../../../src/wire/sse.ts';
import { verifies } from '../../support/verifies.ts';

describe('events of a stream', () => {
  verifies('wire:sse');

  it.each([
    ['LF', 'data: a\n\ndata: b\n\n'],
    ['CRLF', 'data: a\r\n\r\ndata: b\r\n\r\n'],
    ['CR', 'data: a\r\rdata: b\r\r'],
    ['a mixture', 'data: a\r\n\ndata: b\r\r\n'],
    ['no space after the colon', 'data:a\n\ndata:b\n\n'],
    ['a byte order mark', '\u{feff}data: a\n\ndata: b\n\n'],
    ['empty lines around', '\n\r\n\rdata: a\n\n\n\ndata: b\n\n\r\n'],
    ['comments and retry', ': x\n\nretry: 5\n\n:y\ndata: a\n: z\n\nretry: 1\ndata: b\n\n'],
    ['unknown fields beside data', 'foo: bar\ndata: a\n\ndata: b\nx\n\n'],
  ])('end with %s', (_, text) => {
    expect(texts(eventsOf(text))).toEqual(['a', 'b']);
  });

  it.each([
    ['several lines are joined by line feeds', 'data: a\r\ndata:\r\ndata\ndata: b\n\n', 'a\n\n\nb'],
    ['one space goes, a second stays', 'data:  a\n\n', ' a'],
    ['colons in the value stay', 'data: {"a":1}\n\n', '{"a":1}'],
    ['an empty line of data is an event', 'data:\n\n', ''],
    ['data without a colon is one too', 'data\n\n', ''],
    ['bytes stay what they are', 'data: é\u2028\u0085\n\n', 'é\u2028\u0085'],
    ['a byte order mark later is data', 'data: \u{feff}\n\n', '\u{feff}'],
  ])('%s', (_, text, data) => {
    expect(texts(eventsOf(text))).toEqual([data]);
  });

  it('bear a name and an id when they have one', () => {
    expect(eventsOf('event: endpoint\nid: 7\ndata: /x\n\nid\ndata: y\n\ndata: z\n\n')).toEqual([
      { sse: { event: 'endpoint', id: '7' }, bytes: Buffer.from('/x') },
      { sse: { id: '' }, bytes: Buffer.from('y') },
      { sse: {}, bytes: Buffer.from('z') },
    ]);
    expect(eventsOf('id: a\0b\ndata: y\n\n')[0]?.sse).toEqual({});
  });

  it('come with the byte that completes them, a CR included', () => {
    const splitter = new SseSplitter();
    expect(splitter.push(Buffer.from('data: a\r\n'))).toEqual([]);
    expect(splitter.pendingBytes).toBe(9);
    expect(texts(splitter.push(Buffer.from('\r')))).toEqual(['a']);
    expect(splitter.pendingBytes).toBe(0);
    expect(splitter.push(Buffer.from('\ndata: b\r'))).toEqual([]);
    expect(splitter.push(Buffer.from('\n'))).toEqual([]);
    expect(texts(splitter.push(Buffer.from('\n')))).toEqual(['b']);
  });
});

describe('what no client gets', () => {
  verifies('wire:sse-unfinished');

  it.each([
    ['an event without its empty line', 'data: {"id":4}\n'],
    ['a line without its end', 'event: message\r\ndata: {"id"'],
    ['a line that no rule knows', 'x'],
  ])('is reported at the end: %s', (_, rest) => {
    for (const before of ['', 'data: a\n\n']) {
      const events = eventsOf(before + rest);
      expect(events.at(-1)).toEqual({ sse: { dispatched: false }, bytes: Buffer.from(rest) });
      expect(events).toHaveLength(before === '' ? 1 : 2);
    }
  });

  it('is reported when a block has no data', () => {
    expect(eventsOf('{"jsonrpc":"2.0","id":1,"result":{}}\n\nid: 3\n\n')).toEqual([
      { sse: { dispatched: false }, bytes: Buffer.from('{"jsonrpc":"2.0","id":1,"result":{}}\n') },
      { sse: { dispatched: false }, bytes: Buffer.from('id: 3\n') },
    ]);
  });

  it.each(['', ': comment', 'retry: 5\n', '\n\n', '\u{feff}'])('is nothing for %j', (text) => {
    expect(eventsOf(text)).toEqual([]);
  });
});

it('a stream of all the oddities gives four events and reports the fifth', () => {
  verifies('wire:sse');
  const events = eventsOf(
    [
      '\u{feff}: hi\r\nretry: 500\r\n\r\n',
      'event: message\r\nid: 1\r\ndata: {"method":"p"}\r\n\r\n',
      ': keep-alive\n\nevent: message\ndata: {"id":2,\ndata: "result":\ndata: {}}\n\n',
      'data:{"method":"n"}\n\n',
      'event: message\rdata: {"id":3}\r\revent: message\ndata: {"id":4}\n',
    ].join(''),
  );
  expect(texts(events.slice(0, 4))).toEqual([
    '{"method":"p"}',
    '{"id":2,\n"result":\n{}}',
    '{"method":"n"}',
    '{"id":3}',
  ]);
  expect(events[4]?.sse).toEqual({ dispatched: false });
  expect(events).toHaveLength(5);
});

describe('time', () => {
  verifies('wire:linear-time');

  it.each([1, 1000, 65_536])('is linear for an event of megabytes in chunks of %i', (size) => {
    const length = size === 1 ? 2_000_000 : 50_000_000;
    const chunk = Buffer.alloc(size, 'x');
    const splitter = new SseSplitter();
    const started = performance.now();
    splitter.push(Buffer.from('data: '));
    for (let done = 0; done < length; done += size) splitter.push(chunk);
    const [event] = splitter.push(Buffer.from('\n\n'));
    expect(event?.bytes.length).toBeGreaterThanOrEqual(length);
    expect(performance.now() - started).toBeLessThan(4000);
  });

  it('is linear for many small lines in one chunk', () => {
    const started = performance.now();
    expect(eventsOf('data: 1\n\n'.repeat(300_000))).toHaveLength(300_000);
    expect(eventsOf(`${'data: 1\r'.repeat(300_000)}\r`)).toHaveLength(1);
    expect(performance.now() - started).toBeLessThan(4000);
  });
});

function eventsOf(text: string): SseEvent[] {
  const splitter = new SseSplitter();
  const events = splitter.push(Buffer.from(text));
  const last = splitter.end();
  return last ? [...events, last] : events;
}

function texts(events: readonly SseEvent[]): string[] {
  return events.map(({ bytes }) => bytes.toString());
}
