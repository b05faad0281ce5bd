import { isUtf8 } from 'node:buffer';
import { openSync } from 'node:fs';
import { devNull } from 'node:os';
import { describe, expect, it } from 'vitest';
import { bodyReader } from '../../../../src/capture/proxy/body.ts';
import { factsOf, JsonWatch } from '../../../../src/capture/proxy/json-watch.ts';
import { TrafficLog } from '../../../../src/capture/proxy/log.ts';
import { encodeEntry, factsOf as slowFactsOf } from '../../../../src/recording/encode.ts';
import { onOneLine } from '../../../../src/recording/line-feeds.ts';
import { FileSink } from '../../../../src/recording/sink.ts';
import { RecordingWriter } from '../../../../src/recording/write.ts';
import { Utf8Watch } from '../../../../src/wire/utf8.ts';
import fc from '../../../support/fast-check.ts';
import { verifies } from '../../../support/verifies.ts';

/** Bodies as they come, and such that look like them. */
const body = fc
  .array(
    fc.oneof(
      { weight: 6, arbitrary: fc.json().map((json) => `{"id":1,"result":${json}}`) },
      {
        weight: 6,
        arbitrary: fc
          .jsonValue()
          .map((value) => JSON.stringify({ id: 'é', method: 'x', value }, null, 1)),
      },
      { weight: 1, arbitrary: fc.constantFrom('\n', '"', '{', '\\u00e9', '→', '\u{1f600}', '\t') },
    ),
    { maxLength: 3 },
  )
  .map((parts) => Buffer.from(parts.join('')))
  .chain((whole) =>
    fc.oneof(
      { weight: 8, arbitrary: fc.constant(whole) },
      // Cut characters, and texts that never end.
      { weight: 2, arbitrary: fc.nat(whole.length).map((end) => whole.subarray(0, end)) },
      {
        weight: 1,
        arbitrary: fc.uint8Array({ maxLength: 9 }).map((more) => Buffer.concat([whole, more])),
      },
    ),
  );
const cuts = fc.array(fc.nat(400), { maxLength: 6 });

function piecesOf(bytes: Buffer, places: readonly number[]): Buffer[] {
  const all = [0, ...places.map((at) => Math.min(at, bytes.length)), bytes.length];
  all.sort((a, b) => a - b);
  return all.slice(1).map((end, nth) => Buffer.from(bytes.subarray(all[nth], end)));
}

describe('a body that comes in pieces', () => {
  verifies('proxy:bounded');

  it('is known to be what it is as a whole, however it is cut', () => {
    fc.assert(
      fc.property(body, cuts, (whole, places) => {
        const watch = new JsonWatch();
        for (const piece of piecesOf(whole, places)) watch.push(piece);
        const { facts } = watch;
        expect(facts).toEqual(slowFactsOf(whole));
        expect(factsOf(whole)).toEqual(facts);
        expect(watch.isUtf8).toBe(isUtf8(whole));
        if (facts.isJson) expect(watch.lineFeeds).toEqual(onOneLine(whole).members.lf ?? []);
      }),
      { numRuns: 3000 },
    );
  });

  it('is UTF-8 or not, byte by byte', () => {
    const bytes = fc.array(fc.constantFrom(0x41, 0x80, 0xa9, 0xc3, 0xe2, 0xed, 0xf0, 0xf5));
    const text = fc.string({ unit: 'binary' }).map((some) => [...Buffer.from(some)]);
    fc.assert(
      fc.property(fc.oneof(bytes, text), cuts, (some, places) => {
        const whole = Buffer.from(some);
        const watch = new Utf8Watch();
        for (const piece of piecesOf(whole, places)) watch.push(piece);
        expect(watch.isUtf8).toBe(isUtf8(whole));
      }),
      { numRuns: 3000 },
    );
  });

  it.each([40_000, 300_000, 3_000_000])('of %i bytes and more is stored as a whole one', (size) => {
    const paddings = fc.constantFrom(' ', '\n', 'é', '"', '\xff');
    fc.assert(
      fc.property(body, paddings, fc.array(fc.nat(size + 400)), (some, padding, places) => {
        const long = Buffer.alloc(size, padding, padding === '\xff' ? 'latin1' : 'utf8');
        const isText = padding === 'é' || padding === '"';
        const whole = isText ? textOf(long, padding) : Buffer.concat([some, long]);
        const stored = storedOf(piecesOf(whole, places));
        const place = { type: 'frame', seq: 0, at: 0, from: 'server', call: 1, eol: '' } as const;
        expect(stored.equals(encodeEntry({ ...place, bytes: whole }))).toBe(true);
      }),
      { numRuns: size > 1_000_000 ? 10 : 60 },
    );
  });
});

function textOf(long: Buffer, padding: string): Buffer {
  const inside = padding === 'é' ? long : Buffer.from('x'.repeat(long.length));
  return Buffer.concat([Buffer.from('{"text":"'), inside, Buffer.from('"}')]);
}

/** The lines that the log writes for the body of an answer. */
function storedOf(pieces: readonly Buffer[]): Buffer {
  const written: Buffer[] = [];
  const sink = new FileSink('x.ndjson', openSync(devNull, 'w'), (_, bytes, offset, length) => {
    written.push(Buffer.from(bytes.subarray(offset, offset + length)));
    return length;
  });
  const clock = { now: () => 0 };
  const header = { type: 'header', format: 'sadap', version: 1, startedAt: 0 } as const;
  const about = { session: '', recorder: '', mode: 'proxy', exact: true, server: { label: 'x' } };
  // What the writer does not look at may be anything.
  const writer = RecordingWriter.on(sink, { ...header, ...about } as never, clock as never);
  written.length = 0;
  const log = new TrafficLog(writer, clock as never, (error) => {
    throw error;
  });
  const frame = { call: 1, from: 'server', eol: '' } as const;
  const reader = bodyReader('server', [], {
    frame: ({ bytes, facts }) => log.frame({ ...frame, bytes }, facts),
    held: (from, held) => log.body({ ...frame, from }, held),
    note: () => {},
    failed: () => {},
  });
  for (const piece of pieces) reader.push(piece);
  reader.end(() => {});
  log.flush();
  return Buffer.concat(written);
}
