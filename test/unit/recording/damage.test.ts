import { describe, expect, it } from 'vitest';
import type { Damage, Recording } from '../../../src/model/recording.ts';
import { encodeEntry } from '../../../src/recording/encode.ts';
import { recordingFrom } from '../../../src/recording/load.ts';
import { verifies } from '../../support/verifies.ts';
import { header } from './samples.ts';

const HEADER = encodeEntry(header);
const NULS = Buffer.alloc(60);
const rows = [message(0, '{"id":1,"method":"ping"}'), message(1, '{"id":1,"result":{}}')];
const [first = Buffer.alloc(0), second = Buffer.alloc(0)] = rows;
const third = message(2, '{"id":2,"method":"tools/call","params":{"name":"probe"}}');
const beforeThird = HEADER.length + first.length + second.length;

describe('a damaged recording', () => {
  verifies('recording:damage');

  it('with a torn last line: the rows before it are read, the tear has its place', () => {
    for (let kept = 1; kept < third.length - 1; kept++) {
      const recording = read(HEADER, ...rows, third.subarray(0, kept));
      expect(seqs(recording)).toEqual([0, 1]);
      expect(recording.damage).toEqual([
        { line: 4, offset: beforeThird, length: kept, why: 'torn' },
      ]);
      expect(recording.end).toBeUndefined();
    }
  });

  it('with nothing torn but the line feed: the row is whole', () => {
    const recording = read(HEADER, ...rows, third.subarray(0, -1));
    expect(seqs(recording)).toEqual([0, 1, 2]);
    expect(recording.damage).toEqual([]);
  });

  it('with two rows torn into one: the rows around it are read', () => {
    const torn = Buffer.concat([first.subarray(0, 80), message(7, '"x"')]);
    const recording = read(HEADER, first, torn, second);
    expect(seqs(recording)).toEqual([0, 1]);
    const offset = HEADER.length + first.length;
    expect(recording.damage).toEqual([place(3, offset, torn.length, 'not-an-entry')]);
  });

  it('with zero bytes at the end', () => {
    const recording = read(HEADER, ...rows, NULS);
    expect(seqs(recording)).toEqual([0, 1]);
    expect(recording.damage).toEqual([place(4, beforeThird, 60, 'nul')]);
  });

  it('with zero bytes where a crash stopped one recorder and another went on', () => {
    const recording = read(HEADER, ...rows, NULS, third);
    expect(seqs(recording)).toEqual([0, 1, 2]);
    expect(recording.damage).toEqual([place(4, beforeThird, 60, 'nul')]);
  });

  it('with zero bytes instead of the end of a row', () => {
    const recording = read(HEADER, ...rows, third.subarray(0, 50), NULS);
    expect(recording.damage).toEqual([
      place(4, beforeThird, 60, 'nul'),
      place(4, beforeThird, 50, 'torn'),
    ]);
  });

  it.each([
    ['text', 'hello'],
    ['JSON that is no object', '[1,2]'],
    ['an object without a place', '{"type":"note","text":"x"}'],
    ['a time that is none', '{"type":"note","seq":5,"at":"yesterday","text":"x"}'],
    [
      'a message that is no JSON',
      line(5, '"type":"message"', '"from":"server","message":{"a":01}'),
    ],
    ['a message without a side', line(5, '"type":"message"', '"message":{}')],
    [
      'two messages in one entry',
      line(5, '"type":"message"', '"from":"server","message":1,"message":2'),
    ],
    ['a stray without bytes', line(5, '"type":"stray"', '"from":"server","why":"not-json"')],
    ['broken base64', line(5, '"type":"stray"', '"from":"server","base64":"4oI"')],
    ['an unknown line end', line(5, '"type":"stray"', '"from":"server","eol":"\\r","text":"x"')],
    ['a negative place', line(-1, '"type":"note"', '"text":"x"')],
    ['the place of an earlier row', line(0, '"type":"note"', '"text":"x"')],
    ['brackets that do not pair', line(5, '"type":"note"', '"text":"x"}')],
  ])('with %s in the middle', (_, garbage) => {
    const recording = read(HEADER, first, Buffer.from(`${garbage}\n`), second);
    expect(seqs(recording)).toEqual([0, 1]);
    expect(recording.damage.map(({ line: at, why }) => [at, why])).toEqual([[3, 'not-an-entry']]);
  });

  it('with a line missing: the entries around it are read, the gap has its place', () => {
    const lines = Array.from({ length: 8 }, (_, seq) => message(seq, '{"id":1,"method":"ping"}'));
    for (let missing = 0; missing < 7; missing++) {
      const left = lines.filter((_, at) => at !== missing);
      const recording = read(HEADER, ...left);
      expect(seqs(recording)).toEqual([0, 1, 2, 3, 4, 5, 6, 7].filter((each) => each !== missing));
      const offset = HEADER.length + lines.slice(0, missing).reduce((sum, l) => sum + l.length, 0);
      expect(recording.damage).toEqual([place(missing + 2, offset, 0, 'gap')]);
    }
    expect(read(HEADER, ...lines.slice(0, 3), ...lines.slice(6)).damage).toHaveLength(1);
    expect(read(HEADER, ...lines.filter((_, at) => at % 3 === 0)).damage).toHaveLength(2);
  });

  it('with a line that became garbage: that one is the damage, and no gap', () => {
    const recording = read(HEADER, first, Buffer.from('garbage\n'), third);
    expect(seqs(recording)).toEqual([0, 2]);
    expect(recording.damage.map(({ why }) => why)).toEqual(['not-an-entry']);
  });

  it.each([
    [3, 93],
    [3, 0],
    [3, 2],
    [3, 4],
    [0, 90],
    [6, 1],
  ])('with a wrong digit in the place %i, %i: all entries are read', (at, wrong) => {
    const lines = Array.from({ length: 8 }, (_, seq) =>
      message(seq === at ? wrong : seq, '{"id":1,"method":"ping"}'),
    );
    const recording = read(HEADER, ...lines);
    expect(seqs(recording)).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
    expect(recording.damage).toMatchObject([{ line: at + 2, length: 0, why: 'wrong-seq' }]);
  });

  it('with a line twice: the second one is passed over', () => {
    const recording = read(HEADER, first, second, second, third);
    expect(seqs(recording)).toEqual([0, 1, 2]);
    expect(recording.damage).toEqual([place(4, beforeThird, second.length, 'not-an-entry')]);
    const atEnd = read(HEADER, first, second, second);
    expect(atEnd.damage).toEqual([place(4, beforeThird, second.length, 'not-an-entry')]);
  });

  it('with bytes that are no UTF-8 in a row', () => {
    const broken = Buffer.from(line(5, '"type":"note"', '"text":"\xe4"'), 'latin1');
    expect(read(HEADER, broken, Buffer.from('\n'), third).damage).toHaveLength(1);
  });

  it('with a second recording behind it: the first one is read', () => {
    const recording = read(HEADER, first, HEADER, ...rows);
    expect(seqs(recording)).toEqual([0]);
    const offset = HEADER.length + first.length;
    const rest = HEADER.length + first.length + second.length;
    expect(recording.damage).toEqual([place(3, offset, rest, 'second-header')]);
    const torn = read(HEADER, first, HEADER, second.subarray(0, 30));
    expect(torn.damage).toEqual([place(3, offset, HEADER.length + 30, 'second-header')]);
  });

  it.each([
    ['gone', Buffer.alloc(0), 0],
    ['cut', HEADER.subarray(20), HEADER.length - 20],
    ['not its own', Buffer.from('{"a":1}\n'), 8],
  ])('whose header is %s: a stand-in says so', (_, start, length) => {
    const recording = read(start, first, second);
    expect(seqs(recording)).toEqual([0, 1]);
    expect(recording.header).toMatchObject({ recorder: 'unknown', server: { label: 'unknown' } });
    expect(recording.header.startedAt).toBe(header.startedAt);
    expect(recording.damage).toEqual([place(1, 0, length, 'bad-header')]);
  });

  it('whose header lacks members: what is there is used', () => {
    const poor = '{"type":"header","format":"sadap","version":1,"server":{"label":"asrama"}}\n';
    const recording = read(Buffer.from(poor), first);
    expect(recording.header).toMatchObject({ recorder: 'unknown', server: { label: 'asrama' } });
    expect(recording.damage).toEqual([place(1, 0, 0, 'bad-header')]);
  });

  it('changed by an editor: CRLF, a byte order mark and blank lines do no harm', () => {
    const text = Buffer.concat([HEADER, ...rows])
      .toString()
      .replaceAll('\n', '\r\n\r\n');
    const recording = read(Buffer.from(`\uFEFF${text}\n`));
    expect(seqs(recording)).toEqual([0, 1]);
    expect(recording.damage).toEqual([]);
    const [item] = recording.items;
    expect(item?.type === 'frame' && item.frame.eol).toBe('\n');
  });

  it('spelled anew by another tool: other order and spacing are read', () => {
    const respelled =
      '{ "message" : {"id":1, "method":"ping"} , "from": "client", "seq": 0,\t"type":"message", "at":"2026-11-30T12:10:00.123456789+02:00" }\n';
    const recording = read(HEADER, Buffer.from(respelled));
    expect(recording.damage).toEqual([]);
    const [item] = recording.items;
    expect(item?.type === 'frame' && item.content.kind).toBe('request');
    expect(item?.type === 'frame' && item.frame.at).toBe(header.startedAt);
  });
});

describe('hints that differ from the message', () => {
  it.each([
    ['"method":"other","id":1,', 1],
    ['"method":"ping","id":"1",', 1],
    ['"method":"ping","id":2,', 1],
    ['"method":"ping","id":1.0,', 0],
    ['"method":"pi\\u006eg",', 0],
    ['"method":7,"id":1,', 0],
    ['', 0],
  ])('%s', (hints, expected) => {
    verifies('recording:hints');
    const entry = line(
      0,
      '"type":"message"',
      `"from":"client",${hints}"message":{"id":1,"method":"ping"}`,
    );
    const { damage, items } = read(HEADER, Buffer.from(`${entry}\n`));
    expect(damage).toEqual(expected ? [place(2, HEADER.length, 0, 'wrong-hints')] : []);
    const [item] = items;
    expect(item?.type === 'frame' && item.content).toMatchObject({
      method: 'ping',
      id: { text: '1' },
    });
  });
});

function read(...pieces: readonly Buffer[]): Recording {
  return recordingFrom(Buffer.concat(pieces), 'damaged.ndjson');
}

function message(seq: number, text: string): Buffer {
  const bytes = Buffer.from(text);
  return encodeEntry({
    type: 'frame',
    seq,
    at: header.startedAt,
    from: 'client',
    bytes,
    eol: '\n',
  });
}

function line(seq: number, type: string, rest: string): string {
  return `{${type},"seq":${seq},"at":"2026-11-30T10:10:00.123456Z",${rest}}`;
}

function place(at: number, offset: number, length: number, why: Damage['why']): Damage {
  return { line: at, offset, length, why };
}

function seqs(recording: Recording): number[] {
  return recording.items.map((item) => (item.type === 'frame' ? item.frame.seq : item.seq));
}
