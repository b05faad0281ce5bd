import { describe, expect, it } from 'vitest';
import { SadapError } from '../../src/errors.ts';
import type { Line, Side } from '../../src/model/frame.ts';
import { encodeEntry } from '../../src/recording/encode.ts';
import { recordingFrom } from '../../src/recording/load.ts';
import { maskCommand } from '../../src/recording/mask-command.ts';
import { memberSpans } from '../../src/recording/members.ts';
import { rawBytes } from '../../src/recording/raw.ts';
import { EntryReader, type ReadItem } from '../../src/recording/read.ts';
import { LineSplitter } from '../../src/wire/lines.ts';
import fc from '../support/fast-check.ts';
import { verifies } from '../support/verifies.ts';
import { header } from '../unit/recording/samples.ts';

const anyBytes = fc.uint8Array({ maxLength: 40 }).map((bytes) => Buffer.from(bytes));
const space = fc.stringMatching(/^[ \t\r]{0,3}$/);
const json = fc
  .tuple(space, fc.json({ noUnicodeString: false }), space)
  .map(([before, text, after]) => Buffer.from(before + text + after));
const rpc = fc
  .record(
    {
      jsonrpc: fc.constant('2.0'),
      id: fc.oneof(fc.integer(), fc.string(), fc.constant(null), fc.object({ maxDepth: 1 })),
      method: fc.oneof(fc.string({ unit: 'binary' }), fc.integer()),
      result: fc.jsonValue(),
      error: fc.jsonValue(),
    },
    { requiredKeys: [] },
  )
  .map((message) => Buffer.from(JSON.stringify(message)));
const spelled = fc
  .constantFrom(
    '{"n":12345678901234567890,"a":1.0,"b":-0,"a":2}',
    '{"t":"\\u00e9\\/\u2028\u0085"}',
    '{"message":{"message":1},"type":"end"}',
    '{"t":"Messger\xe4t"}',
    '\0\0\0',
    '',
  )
  .map((text) => Buffer.from(text, text.includes('\xe4') ? 'latin1' : 'utf8'));
const eol = fc.constantFrom('\n', '\r\n', '\r', '').map((text) => Buffer.from(text));
const stream = fc
  .array(fc.oneof(anyBytes, json, rpc, spelled, eol), { maxLength: 12 })
  .map((pieces) => Buffer.concat(pieces));
const cuts = fc.array(fc.nat(), { maxLength: 8 });

describe('the round trip', () => {
  it('gives back exactly the bytes of each side, for any bytes, chunks and interleaving', () => {
    verifies('recording:round-trip', 'recording:ndjson');
    fc.assert(
      fc.property(
        stream,
        stream,
        cuts,
        cuts,
        fc.array(fc.boolean(), { maxLength: 20 }),
        cuts,
        (client, server, clientCuts, serverCuts, turns, fileCuts) => {
          const chunks = { client: cut(client, clientCuts), server: cut(server, serverCuts) };
          const file = record(chunks, turns);
          for (const line of file.toString().split('\n').slice(0, -1)) JSON.parse(line);
          const items = readAll(cut(file, fileCuts));
          const entries = items.flatMap((item) => (item.kind === 'entry' ? [item.entry] : []));
          expect(items.filter((item) => item.kind === 'damage')).toEqual([]);
          expect(rawBytes(entries, 'client')).toEqual(client);
          expect(rawBytes(entries, 'server')).toEqual(server);
          expect(Buffer.concat([encodeEntry(header), ...entries.map(encodeEntry)])).toEqual(file);
          expect(recordingFrom(file).damage).toEqual([]);
        },
      ),
      { numRuns: 400 },
    );
  });
});

describe('the reader', () => {
  it('reads any bytes to entries and damage, or refuses them with a known error', () => {
    verifies('recording:any-bytes');
    fc.assert(
      fc.property(stream, (bytes) => void readOrRefuse([bytes])),
      { numRuns: 500 },
    );
  });

  it('survives any damage to a recording, and loses no line that was not touched', () => {
    verifies('recording:any-bytes', 'recording:damage');
    const edit = fc.tuple(fc.nat(), fc.nat(30), anyBytes);
    fc.assert(
      fc.property(stream, fc.array(edit, { minLength: 1, maxLength: 3 }), (bytes, edits) => {
        const file = record({ client: [bytes], server: [] }, []);
        readOrRefuse([edits.reduce(applyEdit, file)]);
        const [[start, length, put]] = edits as [(typeof edits)[0]];
        const from = start % file.length;
        const items = readOrRefuse([applyEdit(file, [start, length, put])]);
        if (!items || put.includes(0x0a) || file.subarray(0, from).lastIndexOf(0x0a) < 0) return;
        const before = record({ client: [bytes], server: [] }, [])
          .subarray(0, from)
          .toString('latin1')
          .split('\n')
          .slice(1, -1);
        expect(items.flatMap(lineOfEntry).slice(0, before.length)).toEqual(before);
      }),
      { numRuns: 400 },
    );
  });

  it('does not depend on how the file is cut into chunks', () => {
    fc.assert(
      fc.property(stream, cuts, (bytes, where) => {
        const file = Buffer.concat([encodeEntry(header), bytes]);
        expect(readAll(cut(file, where))).toEqual(readAll([file]));
      }),
    );
  });
});

describe('finding members without a parser', () => {
  it('agrees with JSON.parse about the keys, and with the bytes about the values', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), fc.nat(3), (object, indent) => {
        const bytes = Buffer.from(JSON.stringify(object, null, indent));
        const spans = memberSpans(bytes) ?? [];
        const read = spans.map(({ key, start, end }) => [
          JSON.parse(`"${key}"`),
          JSON.parse(bytes.toString('utf8', start, end)),
        ]);
        expect(read).toEqual(Object.entries(JSON.parse(bytes.toString())));
      }),
    );
  });
});

describe('masking', () => {
  it('is stable: what is masked already is not changed again', () => {
    const word = fc.oneof(
      fc.string(),
      fc.constantFrom('--token', '-e', '--header', 'A=b', '--api-key=x', 'https://u:p@h/?key=1'),
      fc.constantFrom('Authorization: Bearer abcdefgh', '-u', 'a:b', 'env', 'node', '--password'),
    );
    fc.assert(
      fc.property(fc.array(word), (argv) => {
        const once = maskCommand(argv);
        expect(maskCommand(once)).toEqual(once);
        expect(once).toHaveLength(argv.length);
      }),
      { numRuns: 5000 },
    );
  });
});

/** A recording of two streams that arrive in the chunks given, turn by turn. */
function record(chunks: Record<Side, readonly Buffer[]>, turns: readonly boolean[]): Buffer {
  const splitters = { client: new LineSplitter(), server: new LineSplitter() };
  const rest = { client: [...chunks.client], server: [...chunks.server] };
  const file = [encodeEntry(header)];
  const write = (from: Side, line: Line) => {
    const seq = file.length - 1;
    file.push(encodeEntry({ type: 'frame', seq, at: header.startedAt + seq, from, ...line }));
  };
  const take = (from: Side) => {
    const chunk = rest[from].shift();
    if (chunk) for (const line of splitters[from].push(chunk)) write(from, line);
  };
  for (const isClient of turns) take(isClient ? 'client' : 'server');
  for (const from of ['client', 'server'] as const) {
    while (rest[from].length > 0) take(from);
    const last = splitters[from].end();
    if (last) write(from, last);
  }
  return Buffer.concat(file);
}

function cut(bytes: Buffer, where: readonly number[]): Buffer[] {
  const places = where.map((place) => place % (bytes.length + 1)).toSorted((a, b) => a - b);
  return [...places, bytes.length].map((end, index) => bytes.subarray(places[index - 1] ?? 0, end));
}

function readAll(chunks: readonly Buffer[]): ReadItem[] {
  const reader = new EntryReader('any.ndjson');
  return [...chunks.flatMap((chunk) => reader.push(chunk)), ...reader.end()];
}

/** The items, or undefined when the bytes are refused; any other error fails the test. */
function readOrRefuse(chunks: readonly Buffer[]): ReadItem[] | undefined {
  try {
    recordingFrom(Buffer.concat(chunks));
    return readAll(chunks);
  } catch (error) {
    if (error instanceof SadapError) return undefined;
    throw error;
  }
}

function applyEdit(file: Buffer, [start, length, put]: readonly [number, number, Buffer]): Buffer {
  const from = start % file.length;
  return Buffer.concat([file.subarray(0, from), put, file.subarray(from + length)]);
}

function lineOfEntry(item: ReadItem): string[] {
  return item.kind === 'entry' ? [encodeEntry(item.entry).toString('latin1').slice(0, -1)] : [];
}
