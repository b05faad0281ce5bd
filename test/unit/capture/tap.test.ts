import { openSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { Tap } from '../../../src/capture/tap.ts';
import { FORMAT_VERSION, type Header } from '../../../src/model/recording.ts';
import { createClock } from '../../../src/recording/clock.ts';
import { FileSink } from '../../../src/recording/sink.ts';
import { RecordingWriter } from '../../../src/recording/write.ts';
import { verifies } from '../../support/verifies.ts';

const header: Header = {
  type: 'header',
  format: 'sadap',
  version: FORMAT_VERSION,
  session: '01934567-89ab-7cde-8f01-23456789abcd',
  startedAt: 0,
  recorder: 'sadap/0.0.0',
  mode: 'record',
  exact: true,
  server: { label: 'x' },
};

/** A tap whose disk takes as many writes as given; what it did, in order. */
function tapOn(writes: number) {
  const log: string[] = [];
  let left = writes;
  const sink = new FileSink('run.ndjson', openSync('/dev/null', 'w'), (_fd, bytes, offset) => {
    if (left === 0) throw Object.assign(new Error('no space'), { code: 'ENOSPC' });
    left -= 1;
    log.push(`wrote ${bytes.toString('utf8', offset).split('\n').length - 1}`);
    return bytes.length - offset;
  });
  const clock = createClock();
  const writer = RecordingWriter.on(sink, header, clock);
  const tap = new Tap(writer, clock, {
    frame: ({ frame }) => log.push(`frame ${frame.bytes.toString()}`),
    ended: (why) => log.push(why),
    recordingFailed: ({ code }) => log.push(code),
  });
  return { tap, log };
}

describe('the tap', () => {
  it('writes what came together at once, and hands it on afterwards', () => {
    verifies('capture:record-before-passing', 'capture:one-append-per-chunk');
    const { tap, log } = tapOn(10);
    tap.output(Buffer.from('1\n2\n3'));
    tap.output(Buffer.from('\n'));
    expect(log).toEqual(['wrote 1', 'wrote 2', 'frame 1', 'frame 2', 'wrote 1', 'frame 3']);
  });

  it('hands nothing on that could not be recorded, and says so', () => {
    verifies('capture:record-before-passing');
    const { tap, log } = tapOn(2);
    tap.output(Buffer.from('1\n'));
    tap.output(Buffer.from('2\n3\n'));
    expect(log).toEqual(['wrote 1', 'wrote 1', 'frame 1', 'write-failed']);
  });
});
