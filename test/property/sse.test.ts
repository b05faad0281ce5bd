import { describe, expect, it } from 'vitest';
import { type SseEvent, SseSplitter } from '../../src/wire/sse.ts';
import fc from '../support/fast-check.ts';
import { verifies } from '../support/verifies.ts';

const part = fc.constantFrom(
  'data: ',
  'data:',
  'data',
  'event: message',
  'id: 7',
  'retry: 5',
  ': comment',
  '{"id":1}',
  'é𝄞\u2028',
  '\u{feff}',
  ':',
  ' ',
  '\n',
  '\r',
  '\r\n',
  '\n\n',
  '\r\r',
  '\r\n\r\n',
);
const stream = fc.array(part, { maxLength: 40 }).map((parts) => Buffer.from(parts.join('')));
const sizes = fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 1, maxLength: 20 });

describe('a stream of events', () => {
  verifies('wire:sse-any-chunks');

  it('gives the same events however it is cut', () => {
    fc.assert(
      fc.property(stream, sizes, (bytes, cuts) => {
        expect(eventsOf(chunksOf(bytes, cuts))).toEqual(eventsOf([bytes]));
      }),
      { numRuns: 3000 },
    );
  });

  it('gives what the rules give, read word by word', () => {
    fc.assert(
      fc.property(stream, (bytes) => {
        const dispatched = eventsOf([bytes]).filter(({ sse }) => sse.dispatched !== false);
        expect(dispatched.map((each) => each.bytes.toString())).toEqual(byTheRules(bytes));
      }),
      { numRuns: 3000 },
    );
  });
});

function eventsOf(chunks: readonly Buffer[]): SseEvent[] {
  const splitter = new SseSplitter();
  const events = chunks.flatMap((chunk) => splitter.push(chunk));
  const last = splitter.end();
  return last ? [...events, last] : events;
}

function chunksOf(bytes: Buffer, cuts: readonly number[]): Buffer[] {
  const chunks: Buffer[] = [];
  let at = 0;
  for (let nth = 0; at < bytes.length; nth++) {
    // A list of zeros would never end.
    const size = cuts.every((each) => each === 0) ? 1 : (cuts[nth % cuts.length] ?? 1);
    chunks.push(bytes.subarray(at, at + size));
    at += size;
  }
  return chunks;
}

/** The text of the standard as code, without any thought for speed: data of each dispatched event. */
function byTheRules(bytes: Buffer): string[] {
  const lines = bytes
    .toString()
    .replace(/^\u{feff}/u, '')
    .split(/\r\n|\n|\r/);
  const events: string[] = [];
  let data = '';
  // What stands after the last line end is no line.
  for (const line of lines.slice(0, -1)) {
    const [, field, value = ''] = /^([^:]*)(?:: ?(.*))?$/su.exec(line) ?? [];
    if (line === '') {
      if (data !== '') events.push(data.slice(0, -1));
      data = '';
    } else if (field === 'data') data += `${value}\n`;
  }
  return events;
}
