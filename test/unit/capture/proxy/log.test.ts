import { openSync } from 'node:fs';
import { devNull } from 'node:os';
import { describe, expect, it } from 'vitest';
import { EntryBatch } from '../../../../src/capture/proxy/entry-batch.ts';
import { TrafficLog } from '../../../../src/capture/proxy/log.ts';
import type { SadapError } from '../../../../src/errors.ts';
import { createClock } from '../../../../src/recording/clock.ts';
import { FileSink } from '../../../../src/recording/sink.ts';
import { RecordingWriter } from '../../../../src/recording/write.ts';
import fc from '../../../support/fast-check.ts';
import { verifies } from '../../../support/verifies.ts';

describe('the log of the traffic', () => {
  it('appends what comes together with one write, before anything else happens', async () => {
    verifies('proxy:recorded');
    const { log, writes } = logOn(() => true);
    log.add({ type: 'note', text: 'a' });
    log.add({ type: 'note', text: 'b' });
    process.nextTick(() => log.add({ type: 'note', text: 'c' }));
    expect(writes).toHaveLength(1);
    await Promise.resolve();
    await new Promise((resolve) => setImmediate(resolve));
    expect(
      writes
        .slice(1)
        .join('')
        .match(/"text":"[abc]"/g),
    ).toEqual(['"text":"a"', '"text":"b"', '"text":"c"']);
    expect(writes.length).toBeLessThanOrEqual(3);
  });

  it('says once that the recording takes no more', async () => {
    verifies('proxy:recording-fails');
    const { log, failures } = logOn((nth) => nth < 2);
    for (const text of ['a', 'b', 'c']) {
      log.add({ type: 'note', text });
      log.flush();
    }
    log.end();
    expect(failures).toHaveLength(1);
    expect(failures[0]).toMatchObject({ code: 'write-failed' });
  });
});

describe('entries that are collected', () => {
  it('are written whole and in order, however long their parts are', () => {
    verifies('proxy:recorded');
    const text = fc.string({ unit: 'grapheme', maxLength: 40 });
    const bytes = fc.uint8Array({ maxLength: 40 }).map((some) => Buffer.from(some));
    const around = fc.record({ start: text, bytes, end: text });
    const long = fc.record({ start: text, middle: fc.array(fc.array(bytes)), end: text });
    const entry = fc.oneof(text, bytes, around, long, fc.array(bytes, { maxLength: 3 }));
    fc.assert(
      fc.property(fc.nat({ max: 64 }), fc.array(entry), (size, entries) => {
        const written: Buffer[] = [];
        const batch = new EntryBatch(size, (some) => written.push(Buffer.concat(some)));
        for (const each of entries) {
          if (typeof each === 'string') batch.text(each);
          else if (Buffer.isBuffer(each)) batch.bytes(each);
          else if (Array.isArray(each)) batch.pieces(each);
          else if ('middle' in each) batch.long(each.start, each.middle, each.end);
          else batch.around(each);
        }
        batch.flush();
        const expected = entries.flatMap((each) => partsOf(each)).map((some) => Buffer.from(some));
        expect(Buffer.concat(written)).toEqual(Buffer.concat(expected));
      }),
    );
  });
});

type Around = Parameters<EntryBatch['around']>[0];
type Long = { start: string; middle: Buffer[][]; end: string };

function partsOf(entry: string | Buffer | Around | Long | Buffer[]): (string | Buffer)[] {
  if (typeof entry === 'string' || Buffer.isBuffer(entry)) return [entry];
  if ('middle' in entry) return [entry.start, ...entry.middle.flat(), entry.end];
  return Array.isArray(entry) ? entry : [entry.start, entry.bytes, entry.end];
}

function logOn(writes: (nth: number) => boolean) {
  const written: string[] = [];
  const failures: SadapError[] = [];
  const sink = new FileSink('test.ndjson', openSync(devNull, 'w'), (_, bytes, offset) => {
    if (!writes(written.length)) throw Object.assign(new Error('full'), { code: 'ENOSPC' });
    written.push(bytes.toString('utf8', offset));
    return bytes.length - offset;
  });
  const clock = createClock();
  const writer = RecordingWriter.on(sink, header(clock.now()), clock);
  return {
    log: new TrafficLog(writer, clock, (error) => failures.push(error)),
    writes: written,
    failures,
  };
}

function header(startedAt: number) {
  return {
    type: 'header',
    format: 'sadap',
    version: 1,
    session: '019acd3e-2f1b-7a40-8c5d-0123456789ab',
    startedAt,
    recorder: 'sadap/test',
    mode: 'proxy',
    exact: true,
    server: { label: 'x' },
  } as const;
}
