import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { at } from '../../../src/model/json.ts';
import type { FrameEntry } from '../../../src/model/recording.ts';
import { encodeEntry } from '../../../src/recording/encode.ts';
import { loadRecording, recordingFrom } from '../../../src/recording/load.ts';
import { rawBytes } from '../../../src/recording/raw.ts';
import { readEntries } from '../../../src/recording/read.ts';
import { verifies } from '../../support/verifies.ts';
import { header } from './samples.ts';

const folder = mkdtempSync(join(tmpdir(), 'sadap-load-'));
afterAll(() => rmSync(folder, { recursive: true }));
const HEADER = encodeEntry(header).toString();

describe('what is no recording', () => {
  verifies('recording:refusals');

  it.each<[string, string, string | Buffer, RegExp]>([
    ['nothing', 'recording-empty', '', /0 bytes/],
    [
      'a newer version',
      'recording-newer',
      HEADER.replace('"version":1', '"version":2'),
      /version 2, written by sadap\/0\.1\.0; this program reads up to 1/,
    ],
    [
      'a newer version of other members',
      'recording-newer',
      '{"version":9,"format":"sadap","type":"header"}',
      /version 9;/,
    ],
    [
      'a header of version 0',
      'recording-invalid',
      HEADER.replace('"version":1', '"version":0'),
      /damaged in its header/,
    ],
    ['a torn header', 'recording-invalid', HEADER.slice(0, 100), /damaged in its header/],
    ['zero bytes', 'recording-invalid', Buffer.alloc(500), /zero bytes/],
    ['blank lines', 'recording-invalid', '\n \n', /white space/],
    ['text', 'recording-invalid', 'hello\nworld\n', /plain text/],
    [
      'rows of another program',
      'recording-invalid',
      '{"t":0,"dir":"c2s","msg":{}}\n',
      /NDJSON of another program/,
    ],
    ['bare messages', 'recording-invalid', '{"jsonrpc":"2.0","id":1}\n', /JSON-RPC messages/],
    ['a JSON document', 'recording-invalid', '{\n  "a": 1\n}\n', /one JSON document/],
    ['a HAR file', 'recording-invalid', '{"log":{"version":"1.2","entries":[]}}', /HAR/],
    ['gzip', 'recording-invalid', Buffer.from([0x1f, 0x8b, 8, 0]), /gzip/],
    ['UTF-16', 'recording-invalid', Buffer.from('\uFEFF{"type":"header"}\n', 'utf16le'), /UTF-16/],
    ['a binary', 'recording-invalid', Buffer.from([0x7f, 0x45, 0x4c, 0x46, 0, 0xff, 10]), /binary/],
    [
      'an entry too late',
      'recording-invalid',
      `${'x\n'.repeat(100)}{"type":"note","seq":0,"at":"2026-11-30T10:10:00Z","text":"x"}\n`,
      /plain text/,
    ],
  ])('%s', async (_, code, content, message) => {
    const path = join(folder, 'refused.ndjson');
    writeFileSync(path, content);
    const expected = { code, exitCode: 2, message: expect.stringMatching(message) };
    await expect(loadRecording(path)).rejects.toMatchObject(expected);
    await expect(loadRecording(path)).rejects.toThrow(path);
    expect(() => recordingFrom(Buffer.from(content))).toThrow(expect.objectContaining(expected));
  });

  it('a file that is not there, or a folder', async () => {
    const missing = join(folder, 'no.ndjson');
    await expect(loadRecording(missing)).rejects.toMatchObject({ code: 'recording-missing' });
    await expect(loadRecording(folder)).rejects.toMatchObject({
      code: 'recording-invalid',
      hint: expect.stringContaining('sadap list'),
    });
  });

  it('a long file without a line is refused before it is in memory', async () => {
    let given = 0;
    async function* chunks() {
      for (; given < 64; given++) yield Buffer.alloc(1024 * 1024, 0x61);
    }
    const reading = async () => {
      for await (const item of readEntries(chunks(), 'big')) expect(item).toBeUndefined();
    };
    await expect(reading()).rejects.toMatchObject({ code: 'recording-invalid' });
    expect(given).toBeLessThan(20);
  });
});

describe('a recording in a file', () => {
  it('reads the same from a file, from chunks and from memory', async () => {
    const path = join(import.meta.dirname, '../../fixtures/recordings/v1.ndjson');
    const loaded = await loadRecording(path);
    expect(loaded).toEqual({ ...recordingFrom(readFileSync(path)), path });
    expect(loaded.end?.closedBy).toBe('client');
  });

  it('without an end is open, not damaged', () => {
    const { end, damage, items } = recordingFrom(Buffer.from(HEADER));
    expect({ end, damage, items }).toEqual({ end: undefined, damage: [], items: [] });
  });
});

describe('what others change on the way', () => {
  it('digits of 64-bit integers and spelling of numbers', () => {
    verifies('recording:spelling');
    const text =
      '{"jsonrpc":"2.0","id":2,"result":{"content":[{"type":"text","text":"{\\"id\\": 1915883588174806058}"}],"structuredContent":{"id":1915883588174806058,"price":1.0,"n":1e2,"z":-0}}}';
    const { bytes, node } = roundTrip(Buffer.from(text));
    expect(bytes.toString()).toBe(text);
    const numbers = ['id', 'price', 'n', 'z'].map((key) =>
      at(node, 'result', 'structuredContent', key),
    );
    expect(numbers.map((each) => each?.kind === 'number' && each.text)).toEqual([
      '1915883588174806058',
      '1.0',
      '1e2',
      '-0',
    ]);
  });

  it('spaces, key order, escapes and HTML signs, by hash', () => {
    verifies('recording:spelling');
    const text =
      '{ "id" : 3,"jsonrpc":"2.0", "result":{"content":[{"type":"text","text":"<b>&amp;</b>  \\/ \\u00e9é \\ud83c\\udf89🎉 \\u0000"}],"z":1.50,"a":1e-7} }';
    const { bytes } = roundTrip(Buffer.from(text));
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(
      createHash('sha256').update(text).digest('hex'),
    );
  });

  it('line separators and a bare CR', () => {
    verifies('recording:line-separators');
    const text = '{"jsonrpc":"2.0",\r"id":1,"result":{"t":"a\u2028b\u2029c\u0085d"}}';
    const { bytes, node } = roundTrip(Buffer.from(text));
    expect(bytes.toString()).toBe(text);
    expect(at(node, 'result', 't')).toMatchObject({ value: 'a\u2028b\u2029c\u0085d' });
  });

  it('bytes of a Windows code page', () => {
    verifies('recording:invalid-utf8');
    const sent = Buffer.from(
      '{"jsonrpc":"2.0","id":2,"result":{"content":[{"type":"text","text":"Messger\xe4t"}]}}',
      'latin1',
    );
    const { bytes, kind, defects } = roundTrip(sent);
    expect(bytes.equals(sent)).toBe(true);
    expect(kind).toBe('result');
    expect(defects).toEqual([{ kind: 'invalid-utf8', offset: 75, byte: 0xe4 }]);
  });
});

/** Through the file and back: the bytes of the client, and what was understood of its one frame. */
function roundTrip(bytes: Buffer) {
  const entry: FrameEntry = {
    type: 'frame',
    seq: 0,
    at: header.startedAt,
    from: 'client',
    bytes,
    eol: '',
  };
  const { items, damage } = recordingFrom(Buffer.concat([Buffer.from(HEADER), encodeEntry(entry)]));
  expect(damage).toEqual([]);
  const [item] = items;
  if (item?.type !== 'frame') throw new Error('no frame came back');
  const { content, defects } = item;
  const node = 'node' in content ? content.node : undefined;
  return { bytes: rawBytes(items, 'client'), node, kind: content.kind, defects };
}
