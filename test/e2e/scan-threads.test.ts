import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it, vi } from 'vitest';
import { EntryReader, type ReadItem } from '../../src/recording/read.ts';
import { Lane } from '../../src/recording/scan/lane.ts';
import { scanFile } from '../../src/recording/scan/scan-file.ts';
import type { ScannedLine } from '../../src/recording/scan/scanned-line.ts';
import { StatsCollector } from '../../src/recording/stats/collect.ts';
import fc from '../support/fast-check.ts';
import { recordingBytes } from '../support/recording-arbitrary.ts';
import { bin } from '../support/sadap.ts';
import { verifies } from '../support/verifies.ts';

/** Blocks of less than a line: the other thread, which starts behind the eighth, has some to take. */
const SMALL = { block: 64, behind: [64, 300], records: 3 };
const ALONE = { ...SMALL, shared: Infinity };
const TOGETHER = { ...SMALL, shared: 0 };

/** How long this thread rests at a line, and in all: another one takes a while to start. In milliseconds. */
const REST = { each: 30, all: 150 };
const sleeper = new Int32Array(new SharedArrayBuffer(4));

const folder = mkdtempSync(join(tmpdir(), 'sadap-threads-'));
const file = join(folder, 'a.ndjson');
afterAll(() => rmSync(folder, { recursive: true }));

/** With one processor a scan takes no second thread. */
const onTwoProcessors = it.skipIf(availableParallelism() < 2);

onTwoProcessors('two threads say of a recording what one says', { timeout: 90_000 }, () => {
  verifies('scan/agrees');
  // The other thread's code is looked for beside the program.
  vi.spyOn(process, 'argv', 'get').mockReturnValue([process.execPath, bin]);
  const reads = vi.spyOn(Lane.prototype, 'read');
  let taken = 0;
  fc.assert(
    fc.property(recordingBytes(), (bytes) => {
      writeFileSync(file, bytes);
      const alone = told(ALONE, () => false);
      reads.mockClear();
      // The other thread is started when this one has read eight blocks.
      const isStarted = () => reads.mock.calls.length >= 8;
      expect(told(TOGETHER, isStarted)).toEqual(alone);
      taken += Math.ceil(bytes.length / SMALL.block) - reads.mock.calls.length;
    }),
    { numRuns: 40 },
  );
  expect(taken).toBeGreaterThan(0);
});

/** Lines, entries, damage and numbers of the file; or the error that ended it. */
function told(sizes: typeof ALONE, rests: () => boolean): unknown {
  const found: unknown[] = [];
  const collector = new StatsCollector();
  collector.startOfFile(file);
  let left = REST.all;
  const rest = () => {
    if (left <= 0 || !rests()) return;
    left -= REST.each;
    Atomics.wait(sleeper, 0, 0, REST.each);
  };
  const target = {
    add: (item: ReadItem) => {
      rest();
      found.push(item);
      collector.add(item);
    },
    line: (line: ScannedLine) => {
      rest();
      found.push([line.offset, line.seq, line.kind, line.copy().bytes.toString('latin1')]);
      return collector.line(line);
    },
  };
  try {
    found.push(scanFile(file, new EntryReader(file), target, sizes));
  } catch (error) {
    found.push(error);
  }
  collector.endOfFile(0);
  return [found, collector.stats()];
}
