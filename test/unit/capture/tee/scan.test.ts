import { describe, expect, it } from 'vitest';
import { LineScanner } from '../../../../src/capture/tee/scan.ts';
import { hintsOf } from '../../../../src/recording/hints.ts';
import type { HintBytes } from '../../../../src/recording/message-head.ts';
import { isJson } from '../../../../src/wire/json.ts';
import { MAX_DEPTH } from '../../../../src/wire/scanner.ts';
import { TextRuns } from '../../../../src/wire/text-runs.ts';
import fc from '../../../support/fast-check.ts';
import { anyLine, cut } from './streams.ts';

/** The verdict on one line that arrives in the given pieces. */
function scan(pieces: readonly Buffer[]) {
  const scanner = new LineScanner();
  for (const piece of pieces) {
    expect(scanner.read(piece, 0, runsOf(piece))).toBe(piece.length);
  }
  return verdict(scanner);
}

function runsOf(chunk: Buffer): TextRuns {
  const runs = new TextRuns();
  runs.enter(chunk);
  return runs;
}

function verdict(scanner: LineScanner) {
  const json = scanner.end();
  const { high, hints } = scanner;
  const text = ({ bytes, length }: HintBytes) =>
    length < 0 ? undefined : Buffer.from(bytes.subarray(0, length)).toString();
  const found = { method: text(hints.method), id: text(hints.id) };
  scanner.reset();
  return { json, high, hints: found };
}

function agrees(line: Buffer, pieces: readonly Buffer[]): void {
  const { json, high, hints } = scan(pieces);
  const text = Buffer.from(line.toString('latin1').replaceAll(/[\x80-\xff]/g, 'x'), 'latin1');
  // Whether the bytes are UTF-8 is asked elsewhere, for those lines alone that have any from 0x80.
  const wholly = json && (!high || isJson(line));
  expect(wholly).toBe(isJson(line));
  if (json && !high) expect(line.every((byte) => byte < 0x80)).toBe(true);
  if (!wholly) return;
  expect(isJson(text)).toBe(true);
  const { method, id } = hintsOf(line);
  expect(hints).toEqual({ method, id });
}

describe('the scanner', () => {
  it('says of any line in any pieces what the parser and the hints of a whole line say', () => {
    fc.assert(
      fc.property(anyLine, fc.array(fc.nat(), { maxLength: 6 }), (line, cuts) => {
        agrees(line, cut(line, cuts));
      }),
      { numRuns: 4000 },
    );
  });

  it('says the same when every byte comes alone', () => {
    fc.assert(
      fc.property(anyLine, (line) => {
        agrees(
          line,
          Array.from(line, (byte) => Buffer.of(byte)),
        );
      }),
      { numRuns: 1000 },
    );
  });

  it.each([
    ['-', false],
    ['-0', true],
    ['01', false],
    ['1.', false],
    ['1.5e', false],
    ['1e+5 ', true],
    ['tru', false],
    ['true ', true],
    ['nul', false],
    ['"\\u12g4"', false],
    ['"\\x"', false],
    ['[1,]', false],
    ['{"a":1,}', false],
    ['{"a" 1}', false],
    ['[}', false],
    ['{]', false],
    ['{} {}', false],
    ['\ufeff{}', false],
    ['', false],
    ['{"a":NaN}', false],
  ])('%j: %s', (text, json) => {
    const line = Buffer.from(text);
    expect(scan([line]).json).toBe(json);
    expect(isJson(line)).toBe(json);
  });

  it('gives up at the same depth as the parser', () => {
    for (const depth of [65, MAX_DEPTH, MAX_DEPTH + 1]) {
      const line = Buffer.from('['.repeat(depth) + ']'.repeat(depth));
      expect(scan([line]).json).toBe(isJson(line));
    }
  });

  it('finds the line feed in any state, and starts the next line afresh', () => {
    for (const start of ['{"a', '"\\u00', '[1', 'x', '{"id":1', 'tr', '"é']) {
      const scanner = new LineScanner();
      const chunk = Buffer.from(`${start}\n{"id":2,"method":"m"}`);
      const runs = runsOf(chunk);
      const lf = scanner.read(chunk, 0, runs);
      expect(lf).toBe(chunk.indexOf(0x0a));
      expect(verdict(scanner).json).toBe(false);
      expect(scanner.read(chunk, lf + 1, runs)).toBe(chunk.length);
      expect(verdict(scanner)).toEqual({
        json: true,
        high: false,
        hints: { method: '"m"', id: '2' },
      });
    }
  });
});
