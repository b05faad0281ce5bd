import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { decodeLine } from '../../src/recording/decode.ts';
import { encodeEntry } from '../../src/recording/encode.ts';
import { EntryReader, type ReadItem } from '../../src/recording/read.ts';
import { scanFile } from '../../src/recording/scan/scan-file.ts';
import type { ScannedLine } from '../../src/recording/scan/scanned-line.ts';
import { StatsCollector } from '../../src/recording/stats/collect.ts';
import { peekAnswer, peekCall } from '../../src/recording/stats/peek.ts';
import { RecordingCounter } from '../../src/recording/summarise.ts';
import { hashOf } from '../../src/recording/text-hash.ts';
import { conversation } from '../support/conversation.ts';
import fc from '../support/fast-check.ts';
import { jsonText } from '../support/json-texts.ts';
import { recordingBytes } from '../support/recording-arbitrary.ts';
import { verifies } from '../support/verifies.ts';

/** Small enough that lines cross the ends of blocks, go on behind them, and are too many for one look. */
const SIZES = { block: 400, behind: [64, 300], records: 3, shared: Infinity };

const start = encodeEntry(conversation().recording().header);
const folder = mkdtempSync(join(tmpdir(), 'sadap-scan-'));
const file = join(folder, 'a.ndjson');
afterAll(() => rmSync(folder, { recursive: true }));

it('says of each line what the full reader says of it', () => {
  verifies('scan/agrees');
  let scanned = 0;
  fc.assert(
    fc.property(recordingBytes(), fc.array(fc.boolean(), { minLength: 1 }), (bytes, wishes) => {
      writeFileSync(file, bytes);
      const found: unknown[] = [];
      let asked = 0;
      const target = {
        add: (item: ReadItem) => found.push(brief(item)),
        line: (line: ScannedLine) => {
          expectRight(line);
          asked += 1;
          // Who does not want the short way gets the line from the full reader.
          if (wishes[asked % wishes.length] !== true) return false;
          const { seq, at, kind } = line;
          found.push({ seq, at, type: kind === 'message' ? 'frame' : kind });
          return true;
        },
      };
      const quick = attempt(() => scanFile(file, new EntryReader(file), target, SIZES));
      const expected: unknown[] = [];
      const full = attempt(() => {
        for (const item of read(bytes)) expected.push(brief(item));
        return bytes.length;
      });
      expect(quick).toEqual(full);
      expect(found).toEqual(expected);
      scanned += asked;
    }),
    { numRuns: 600 },
  );
  expect(scanned).toBeGreaterThan(1000);
});

it('says of the head of each line what is in it, without a look at the message', () => {
  verifies('scan/agrees');
  let scanned = 0;
  fc.assert(
    fc.property(recordingBytes(), (bytes) => {
      writeFileSync(file, bytes);
      const found: unknown[] = [];
      const target = {
        add: (item: ReadItem) => found.push(brief(item)),
        line: (line: ScannedLine) => {
          const { seq, at, kind } = line;
          const copy = line.copy().bytes;
          // What is broken deep in a message is not seen; what is not has to be right.
          if (decodeLine(copy).kind === 'entry') expectRight(line);
          else expect(copy.toString()).toMatch(/^\{"type":"message".*,"message":\{.*\}\}$/);
          scanned += 1;
          found.push({ seq, at, type: kind === 'message' ? 'frame' : kind });
          return true;
        },
      };
      const quick = attempt(() => scanFile(file, new EntryReader(file), target, SIZES, HEADS));
      const full = attempt(() => read(bytes).map(brief));
      if (full.value?.some(isBroken)) return;
      expect(quick.error).toBe(full.error);
      expect(found).toEqual(full.value ?? []);
    }),
    { numRuns: 400 },
  );
  expect(scanned).toBeGreaterThan(1000);
});

const HEADS = { kind: 'heads' } as const;

function isBroken(item: unknown): boolean {
  return typeof item === 'object' && item !== null && 'damage' in item;
}

it('leads to the same summary and the same numbers', () => {
  verifies('scan/agrees');
  fc.assert(
    fc.property(recordingBytes(), (bytes) => {
      writeFileSync(file, bytes);
      expect(summary((counter) => scanFile(file, new EntryReader(file), counter, SIZES))).toEqual(
        summary((counter) => addAll(counter, bytes)),
      );
      expect(numbers((counter) => scanFile(file, new EntryReader(file), counter, SIZES))).toEqual(
        numbers((counter) => addAll(counter, bytes)),
      );
    }),
    { numRuns: 400 },
  );
});

it('takes for JSON what the full reader takes for JSON', () => {
  verifies('scan/agrees');
  const lines = fc.array(jsonText.map(oneLine), { minLength: 1, maxLength: 8 });
  fc.assert(
    fc.property(lines, (texts) => {
      const written = texts.map((text, seq) => messageLine(seq, text));
      writeFileSync(file, Buffer.concat([start, Buffer.from(written.join(''))]));
      let scanned = 0;
      const line = (each: ScannedLine) => {
        expectRight(each);
        scanned += 1;
        return true;
      };
      scanFile(file, new EntryReader(file), { line, add: () => {} });
      // White space around a message is left to the full reader.
      expect(scanned).toBe(texts.filter((text) => text === text.trim()).length);
    }),
    { numRuns: 500 },
  );
});

it('ends strings where JSON ends them, wherever backslashes stand', () => {
  verifies('scan/agrees');
  let valid = 0;
  fc.assert(
    fc.property(fc.array(roughString, { minLength: 1, maxLength: 12 }), (texts) => {
      let next = 0;
      const lines = texts.map((text) => {
        const message = `{"method":"m","params":["${text}","${text}"]}`;
        const seq = next;
        if (isJson(message)) next += 1;
        return messageLine(seq, message);
      });
      writeFileSync(file, Buffer.concat([start, Buffer.from(lines.join(''))]));
      const scanned: number[] = [];
      const line = ({ seq }: ScannedLine) => scanned.push(seq) > 0;
      scanFile(file, new EntryReader(file), { line, add: () => {} });
      expect(scanned).toEqual([...Array(next).keys()]);
      valid += next;
    }),
    { numRuns: 500 },
  );
  expect(valid).toBeGreaterThan(500);
});

/** Nearly strings: long enough to go over several vectors, with runs of backslashes, odd escapes, and what is none. */
const roughString = fc
  .array(
    fc.oneof(
      { weight: 4, arbitrary: fc.nat(40).map((length) => 'a'.repeat(length)) },
      { weight: 4, arbitrary: fc.nat(35).map((length) => '\\\\'.repeat(length)) },
      {
        weight: 6,
        arbitrary: fc.constantFrom('\\n', '\\"', '\\u00e9', '\\/', '\\t', 'n', '→', ','),
      },
      {
        weight: 1,
        arbitrary: fc.constantFrom('\\', '\\x', '\\u00g0', '\\u', '\t', '\0', '"', '\\\\\\'),
      },
    ),
    { maxLength: 8 },
  )
  .map((parts) => parts.join(''));

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function messageLine(seq: number, message: string): string {
  return `{"type":"message","seq":${seq},"at":"2026-11-30T10:10:00.000000Z","from":"client","message":${message}}\n`;
}

/** What a scan says is what is in the line. */
function expectRight(line: ScannedLine): void {
  const { bytes, eol } = line.copy();
  const decoded = decodeLine(bytes);
  const entry = decoded.kind === 'entry' ? decoded.entry : undefined;
  expect([eol, line.length, line.seq, line.at]).toEqual([
    '\n',
    bytes.length + 1,
    entry?.seq,
    entry?.at,
  ]);
  expect(entry?.type).toBe(line.kind === 'message' ? 'frame' : line.kind);
  if (entry?.type !== 'frame') return;
  expect([line.from, line.call, line.method]).toEqual([
    entry.from,
    entry.call,
    entry.hints?.method,
  ]);
  expect(line.textId ?? line.numberId?.toString()).toBe(entry.hints?.id);
  expect([entry.eol, entry.sse]).toEqual([line.call === undefined ? '\n' : '', undefined]);
  expect([line.messageLength, line.message]).toEqual([entry.bytes.length, entry.bytes]);
  if (line.answer) expect(peekAnswer(entry.bytes)).toBe(line.answer);
  if (line.tool === undefined) return;
  const { tool, arguments: args, isLaterRound } = peekCall(entry.bytes);
  expect([line.tool, isLaterRound]).toEqual([tool, false]);
  expect(spanText(line.args)).toBe(spanText(args));
  expect(line.argsHash).toEqual(hashOf(args));
}

function spanText({ bytes, start, end }: ScannedLine['args']): string {
  return bytes.toString('utf8', start, end);
}

function read(bytes: Buffer): ReadItem[] {
  const reader = new EntryReader(file);
  return [...reader.push(bytes), ...reader.end()];
}

function addAll(target: { readonly add: (item: ReadItem) => void }, bytes: Buffer): void {
  for (const item of read(bytes)) target.add(item);
}

function brief(item: ReadItem): unknown {
  if (item.kind !== 'entry') return item;
  const { seq, at, type } = item.entry;
  return { seq, at, type };
}

function summary(fill: (counter: RecordingCounter) => unknown): unknown {
  const counter = new RecordingCounter();
  const done = attempt(() => fill(counter));
  return done.error ?? counter.result();
}

function numbers(fill: (collector: StatsCollector) => unknown): unknown {
  const collector = new StatsCollector();
  collector.startOfFile('a.ndjson');
  const done = attempt(() => fill(collector));
  collector.endOfFile(0);
  return done.error ?? collector.stats();
}

function attempt<T>(run: () => T): { readonly value?: T; readonly error?: string } {
  try {
    return { value: run() };
  } catch (error) {
    if (error instanceof Error && 'code' in error) return { error: error.message };
    throw error;
  }
}

function oneLine(text: string): string {
  return text.replaceAll('\n', ' ');
}
