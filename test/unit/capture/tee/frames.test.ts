import { expect, test } from 'vitest';
import { type EntrySink, FrameRecorder } from '../../../../src/capture/tee/frames.ts';

const LIMITS = { memory: 1024, spool: 'no-line-is-so-long' };

/** How many bytes the quick way is offered for chunks of these lines, when it takes those that `isTaken` says. */
function offered(lines: readonly string[], isTaken: (line: string) => boolean): number {
  let bytes = 0;
  let seq = 0;
  const sink: EntrySink = {
    get nextSeq() {
      return seq;
    },
    lines(chunk, from, to) {
      bytes += to - from;
      let start = from;
      for (
        let end = chunk.indexOf(10, start);
        end >= 0 && end < to;
        end = chunk.indexOf(10, start)
      ) {
        if (!isTaken(chunk.toString('latin1', start, end))) break;
        start = end + 1;
        seq += 1;
      }
      return start;
    },
    message: () => {
      seq += 1;
    },
    frame: () => {
      seq += 1;
    },
    pieces: () => {
      seq += 1;
    },
    grow: () => undefined,
    grown: () => {},
    hasRoomFor: () => true,
  };
  const recorder = new FrameRecorder('server', sink, LIMITS);
  recorder.push(Buffer.from(lines.map((line) => `${line}\n`).join('')), 1);
  expect(seq).toBe(lines.length);
  return bytes;
}

const message = '{"jsonrpc":"2.0","method":"ping"}';
const lengthOf = (lines: readonly string[]) => lines.join('\n').length + 1;

test('a chunk of lines that the quick way takes is offered once', () => {
  const lines = Array.from({ length: 500 }, () => message);
  expect(offered(lines, () => true)).toBe(lengthOf(lines));
});

test.each([
  ['none', () => false],
  ['every other one', (line: string) => line !== message],
])('a chunk of which it takes %s is offered at most twice over', (_, isTaken) => {
  const lines = Array.from({ length: 500 }, (_each, index) => (index % 2 ? '{"id":1}' : message));
  expect(offered(lines, isTaken)).toBeLessThanOrEqual(2 * lengthOf(lines));
});

test('one odd line at the end does not stop the quick way for those before', () => {
  const lines = [...Array.from({ length: 500 }, () => message), 'log'];
  expect(offered(lines, (line) => line !== 'log')).toBeLessThan(1.1 * lengthOf(lines));
});
