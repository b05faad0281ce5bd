import { type SseEvent, SseSplitter } from '../../../src/wire/sse.ts';
import { chunksOf, type FuzzTarget, same } from '../target.ts';

/** Event streams: the same events however they are cut, and those that the standard's own words give. */
export const target: FuzzTarget = {
  promise: 'events are the same in any chunks, and those that the standard gives',
  seeds: [
    'event: message\nid: 7\ndata: {"a":1}\n\n: ping\n\nretry: 5\n\n',
    Buffer.from('\ufeffdata:a\r\ndata: b\r\r\nid\0: x\n\nevent: end'),
  ],
  words: ['data: ', 'event: ', 'id: ', 'retry: ', ':', '\n\n', '\r\n\r\n', '\r\r', '\xef\xbb\xbf'],
  run: (bytes) => {
    const whole = eventsOf([bytes]);
    same(textOf(eventsOf(chunksOf(bytes))), textOf(whole), 'the events of pieces');
    const dispatched = whole.filter(({ sse }) => sse.dispatched !== false);
    same(textOf(dispatched), textOf(byTheRules(bytes)), 'the events by the rules');
  },
};

function eventsOf(chunks: readonly Buffer[]): SseEvent[] {
  const splitter = new SseSplitter();
  const events = chunks.flatMap((chunk) => splitter.push(chunk));
  const last = splitter.end();
  return last ? [...events, last] : events;
}

function textOf(events: readonly SseEvent[]): string {
  return events
    .map(({ sse: { event, id, dispatched }, bytes }) =>
      [JSON.stringify({ event, id, dispatched }), bytes.toString('hex')].join(' '),
    )
    .join('\n');
}

/** "Interpreting an event stream" of WHATWG HTML, line by line, with a character for each byte. */
function byTheRules(bytes: Buffer): SseEvent[] {
  const lines = bytes
    .toString('latin1')
    .replace(/^\xef\xbb\xbf/, '')
    .split(/\r\n|\n|\r/);
  const events: SseEvent[] = [];
  let data: string[] = [];
  let fields: { event?: string; id?: string } = {};
  // What stands after the last line end is no line.
  for (const line of lines.slice(0, -1)) {
    const colon = line.indexOf(':');
    const name = colon === -1 ? line : line.slice(0, colon);
    const value = colon === -1 ? '' : line.slice(colon + 1).replace(/^ /, '');
    if (line === '') {
      if (data.length > 0)
        events.push({ sse: fields, bytes: Buffer.from(data.join('\n'), 'latin1') });
      [data, fields] = [[], {}];
    } else if (name === 'data') data.push(value);
    else if (name === 'event') fields = { ...fields, event: utf8(value) };
    else if (name === 'id' && !value.includes('\0')) fields = { ...fields, id: utf8(value) };
  }
  return events;
}

function utf8(text: string): string {
  return Buffer.from(text, 'latin1').toString('utf8');
}
