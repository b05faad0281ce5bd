import type { Entry } from '../../../src/model/recording.ts';
import { encodeEntry } from '../../../src/recording/encode.ts';
import { recordingFrom } from '../../../src/recording/load.ts';
import { EntryReader, type ReadItem } from '../../../src/recording/read.ts';
import { RecordingCounter } from '../../../src/recording/summarise.ts';
import { conversations, fileOf, orRefused } from '../support.ts';
import { chunksOf, type FuzzTarget, holds, same } from '../target.ts';

const file = (text: string) => fileOf(Buffer.from(text));
const all = [
  '{"type":"http","seq":0,"at":"2026-11-30T10:10:01.000000Z","call":1,"from":"client","start":"POST /mcp","headers":[["accept","a"]]}',
  '{"type":"message","seq":1,"at":"2026-11-30T10:10:01.000001Z","from":"server","call":1,"sse":{"event":"message","id":"7"},"method":"ping","id":1,"message":{"method":"ping","id":1}}',
  '{"type":"stray","seq":2,"at":"2026-11-30T10:10:01.000001Z","from":"server","why":"not-utf8","base64":"/w==","eol":""}',
  '{"type":"index","seq":3,"at":"2026-11-30T10:10:01.000001Z","target":1,"method":"ping","id":1}',
  '{"type":"event","seq":4,"at":"2026-11-30T10:10:01.000001Z","event":"exit","code":0,"signal":null}',
  '{"type":"redacted","seq":5,"at":"2026-11-30T10:10:01.000001Z","target":1,"rule":"member:nik","count":2}',
  '{"type":"note","seq":6,"at":"2026-11-30T10:10:01.000001Z","target":1,"text":"n"}',
  '{"type":"x-y","seq":7,"at":"2026-11-30T10:10:01.000001Z","a":1}',
  '{"type":"end","seq":8,"at":"2026-11-30T10:10:02Z","closedBy":"client","exit":{"code":null,"signal":"SIGTERM"},"reason":"r"}',
  '',
].join('\n');

/** The reader of recordings: any bytes are items, the same in any chunks, or a known error; written again they are the same. */
export const target: FuzzTarget = {
  promise:
    'any file is read the same in any chunks, or refused in one line; what was read can be written and read again',
  seeds: [
    ...conversations.map(file),
    Buffer.concat([file('').subarray(0, -1), Buffer.from(`\n${all}`)]),
    Buffer.concat([
      file('>{"id":1}\n'),
      Buffer.alloc(40),
      Buffer.from('\n{"type":"message","seq":1,"at"'),
    ]),
    `x\n${all}`,
  ],
  words: [
    '"type":"message"',
    '"seq":',
    '"at":"2026-11-30T10:10:01.000001Z"',
    '"message":',
    '"eol":"\\r\\n"',
  ],
  run: (bytes) => {
    const whole = orRefused(() => itemsOf([bytes]));
    const pieces = orRefused(() => itemsOf(chunksOf(bytes)));
    same(textOf(pieces), textOf(whole), 'the items in pieces');
    if (!whole) return;
    places(whole, bytes);
    again(whole);
    counted(whole, bytes);
  },
};

function itemsOf(chunks: readonly Buffer[]): ReadItem[] {
  const reader = new EntryReader('x.ndjson');
  return [...chunks.flatMap((chunk) => reader.push(chunk)), ...reader.end()];
}

function textOf(items: readonly ReadItem[] | undefined): string {
  return JSON.stringify(items) ?? 'refused';
}

/** The header comes first; places lie in the file. Entries have their place, in order. */
function places(items: readonly ReadItem[], bytes: Buffer): void {
  holds(items[0]?.kind === 'header', 'the header comes first');
  let last = -1;
  for (const item of items.slice(1)) {
    holds(item.kind !== 'header', 'there is one header');
    if (item.kind === 'damage') {
      const { offset, length } = item.damage;
      holds(
        offset >= 0 && length >= 0 && offset + length <= bytes.length,
        'damage lies in the file',
      );
    } else if (item.kind === 'entry') {
      holds(item.entry.seq > last, 'places of entries grow');
      last = item.entry.seq;
    }
  }
}

function again(items: readonly ReadItem[]): void {
  const header = items.find((item) => item.kind === 'header');
  const entries = items.flatMap((item) => (item.kind === 'entry' ? [item.entry] : []));
  if (header?.kind !== 'header') return;
  const written = Buffer.concat([header.header, ...entries].map(encodeEntry));
  const read = itemsOf([written]);
  const back = read.flatMap((item) => (item.kind === 'entry' ? [item.entry] : []));
  holds(read[0]?.kind === 'header', 'what was written has a header');
  same(
    JSON.stringify(back.map(plain)),
    JSON.stringify(entries.map(plain)),
    'entries written and read',
  );
  const twice = Buffer.concat([header.header, ...back].map(encodeEntry));
  same(twice, written, 'what was written twice');
}

/** Hints are a help for readers and may be missing. */
function plain(entry: Entry): Entry {
  if (entry.type !== 'frame') return entry;
  const { hints: _, ...rest } = entry;
  return rest;
}

/** The quick count of a list agrees with the whole reading. */
function counted(items: readonly ReadItem[], bytes: Buffer): void {
  const counter = new RecordingCounter();
  for (const item of items) counter.add(item);
  const { damage, state } = counter.result();
  const recording = recordingFrom(bytes);
  // Whether hints are right only the messages can say, which a list does not look into.
  const found = recording.damage.filter(({ why }) => why !== 'wrong-hints');
  holds(found.length === damage, 'damaged places are counted');
  holds((recording.end !== undefined) === (state === 'ended'), 'an end is seen');
}
