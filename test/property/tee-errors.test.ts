import { expect, it } from 'vitest';
import { StderrSplitter } from '../../src/capture/stderr.ts';
import { Batch } from '../../src/capture/tee/batch.ts';
import { ErrorLines } from '../../src/capture/tee/error-lines.ts';
import type { Line } from '../../src/model/frame.ts';
import { encodeEntry } from '../../src/recording/encode.ts';
import fc from '../support/fast-check.ts';
import { verifies } from '../support/verifies.ts';
import { anyStream, cut } from '../unit/capture/tee/streams.ts';

const long = fc
  .tuple(
    fc.integer({ min: 8000, max: 40_000 }),
    fc.constantFrom('x', 'é', '\r', '𝄞', '"', '\x1b', '\xff'),
  )
  .map(([length, unit]) => Buffer.from(unit.repeat(length), unit === '\xff' ? 'latin1' : 'utf8'));
const controls = fc.constantFrom(
  '\x1b[31mred\x1b[0m\r\n',
  '\0\x01\x1f\x7f\b\t\f\\"\n',
  '50 %\r',
  '\u2028\n',
);
const errors = fc
  .array(
    fc.oneof(
      { weight: 3, arbitrary: anyStream },
      long,
      controls.map((text) => Buffer.from(text)),
    ),
    {
      maxLength: 4,
    },
  )
  .map((parts) => Buffer.concat(parts));
const cuts = fc.array(fc.nat(), { maxLength: 12 });

it('standard error becomes the entries that its lines and pieces have, in any chunks', () => {
  verifies('tee:stderr', 'tee:bounded-memory');
  let put = 0;
  fc.assert(
    fc.property(errors, cuts, fc.constantFrom(400, 3000, 128 * 1024), (stream, where, size) => {
      const found: Buffer[] = [];
      const batch = new Batch(size, (bytes) => found.push(Buffer.from(bytes)));
      let seq = 0;
      const entryOf = ({ bytes, eol }: Line, at: number) =>
        encodeEntry({ type: 'stderr', seq: seq++, at, bytes, eol });
      const lines = new ErrorLines({
        put: (room, write) => {
          const isPut = batch.put(room, seq, write);
          if (isPut) [put, seq] = [put + 1, seq + 1];
          return isPut;
        },
        line: (line, at) => batch.add(entryOf(line, at)),
      });
      for (const [index, chunk] of cut(stream, where).entries()) {
        const buffer = Buffer.from(chunk);
        lines.push(buffer, index >> 1);
        buffer.fill(0xaa);
      }
      lines.end(100);
      batch.flush();
      seq = 0;
      const splitter = new StderrSplitter();
      const wanted = cut(stream, where).flatMap((chunk, index) =>
        splitter.push(chunk).map((line) => entryOf(line, index >> 1)),
      );
      wanted.push(...splitter.end().map((line) => entryOf(line, 100)));
      expect(Buffer.concat(found).toString('latin1')).toBe(
        Buffer.concat(wanted).toString('latin1'),
      );
    }),
    { numRuns: 500 },
  );
  expect(put).toBeGreaterThan(100);
});
