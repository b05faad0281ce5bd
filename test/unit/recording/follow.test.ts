import {
  appendFileSync,
  readFileSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { encodeEntry } from '../../../src/recording/encode.ts';
import { type FollowEnd, followRecording, followStream } from '../../../src/recording/follow.ts';
import { glanceAt } from '../../../src/recording/glance.ts';
import { EntryReader, type ReadItem } from '../../../src/recording/read.ts';
import fc from '../../support/fast-check.ts';
import { emptyFolder } from '../../support/sadap.ts';
import { verifies } from '../../support/verifies.ts';
import { header } from './samples.ts';

const note = (seq: number, text = `${seq}`) => encodeEntry({ type: 'note', seq, at: 0, text });
/** The same as an entry of place 1 whose time was not known at first. */
const later = { type: 'note', seq: 1, at: 5_000_000, text: 'x'.repeat(5000) } as const;
const end = (seq: number) => encodeEntry({ type: 'end', seq, at: 0, closedBy: 'client' });
const start = encodeEntry(header);

/** All that is found, with what ended it. `each` is told of every piece. */
async function collect(
  source: AsyncGenerator<readonly ReadItem[], FollowEnd>,
  each: (items: readonly ReadItem[]) => void = () => {},
) {
  const items: ReadItem[] = [];
  for (;;) {
    const step = await source.next();
    if (step.done) return { items, end: step.value };
    expect(step.value.length).toBeGreaterThan(0);
    items.push(...step.value);
    each(step.value);
  }
}

function readAll(bytes: Buffer): ReadItem[] {
  const reader = new EntryReader('-');
  return [...reader.push(bytes), ...reader.end()];
}

const seqs = (items: readonly ReadItem[]) =>
  items.flatMap((item) => (item.kind === 'entry' ? [item.entry.seq] : []));

const isEnded = (items: readonly ReadItem[]) =>
  items.some((item) => item.kind === 'entry' && item.entry.type === 'end');

/** A recording with all that can be in one: messages, garbage, zeros, long lines; it ends at last. */
const recordingBytes = fc
  .array(
    fc.oneof(
      fc.constant((seq: number) => note(seq)),
      fc.constant((seq: number) => note(seq, 'x'.repeat(5000))),
      fc.constant(() => Buffer.from('garbage\n')),
      fc.constant(() => Buffer.from('\0\0\0\n')),
      fc.constant((seq: number) => Buffer.concat([Buffer.from('\0'), note(seq, 'ü €')])),
    ),
    { maxLength: 30 },
  )
  .map((parts) => Buffer.concat([start, ...parts.map((part, seq) => part(seq)), end(1000)]));

describe('following a file', () => {
  it('finds what reading finds, in whatever pieces it grows', async () => {
    verifies('watch:same-items');
    await fc.assert(
      fc.asyncProperty(recordingBytes, fc.array(fc.nat(), { maxLength: 6 }), async (bytes, at) => {
        const path = join(emptyFolder(), 'a.ndjson');
        writeFileSync(path, '');
        const cuts = [...at.map((cut) => cut % bytes.length), bytes.length].toSorted(
          (a, b) => a - b,
        );
        const found = collect(followRecording(path, { lookMs: 5 }));
        let from = 0;
        for (const to of cuts) {
          appendFileSync(path, bytes.subarray(from, to));
          from = to;
          await new Promise((resolve) => setTimeout(resolve, 2));
        }
        expect(await found).toEqual({ items: readAll(bytes), end: 'ended' });
      }),
      { numRuns: 25 },
    );
  });

  it('finds a last line without its line feed when the recorder is gone', async () => {
    verifies('watch:ends');
    const path = join(emptyFolder(), 'a.ndjson');
    const bytes = Buffer.concat([start, note(0), note(1).subarray(0, 20)]);
    writeFileSync(path, bytes);
    const found = await collect(followRecording(path, { lookMs: 5, lives: async () => false }));
    expect(found).toEqual({ items: readAll(bytes), end: 'cut' });
  });

  it('does not end while the recorder lives, or while nobody knows', async () => {
    verifies('watch:ends');
    const path = join(emptyFolder(), 'a.ndjson');
    writeFileSync(path, start);
    const answers = [true, undefined, false];
    const lives = async () => answers.shift();
    expect((await collect(followRecording(path, { lookMs: 5, lives }))).end).toBe('cut');
    expect(answers).toEqual([]);
  });

  it('goes on after half an entry was taken back, and gives nothing twice', async () => {
    verifies('watch:shrinks');
    const path = join(emptyFolder(), 'a.ndjson');
    writeFileSync(path, Buffer.concat([start, Buffer.from('garbage\n'), note(0), note(1)]));
    const whole = start.length + 8 + note(0).length;
    const found = await collect(followRecording(path, { lookMs: 5 }), (items) => {
      if (isEnded(items) || !seqs(items).includes(1)) return;
      appendFileSync(path, '{"type":"no');
      setTimeout(() => {
        truncateSync(path, whole);
        setTimeout(() => appendFileSync(path, end(1)), 50);
      }, 50);
    });
    expect(seqs(found.items)).toEqual([0, 1, 1]);
    expect(found.items.filter(({ kind }) => kind === 'damage')).toHaveLength(1);
    expect(found.items.filter(({ kind }) => kind === 'header')).toHaveLength(1);
    expect(found.end).toBe('ended');
  });

  it.each([
    ['shorter than what was read of it', 300],
    ['longer than what was read of it', 5000],
  ])('takes another entry for one that grew and was taken back, when it is %s', async (_, size) => {
    verifies('watch:shrinks');
    const path = join(emptyFolder(), 'a.ndjson');
    const growing = note(1, 'x'.repeat(100_000));
    writeFileSync(path, Buffer.concat([start, note(0), growing.subarray(0, 2000)]));
    const whole = start.length + note(0).length;
    const found = await collect(followRecording(path, { lookMs: 5 }), (items) => {
      if (isEnded(items) || !seqs(items).includes(0)) return;
      // Between two looks of the follower.
      truncateSync(path, whole);
      appendFileSync(path, Buffer.concat([note(1, 'y'.repeat(size)), note(2), end(3)]));
    });
    expect(found.items).toEqual(readAll(readFileSync(path)));
  });

  it('reads the head of an entry that was set when it ended', async () => {
    verifies('watch:same-items');
    const path = join(emptyFolder(), 'a.ndjson');
    const [early, late] = [note(1, 'x'.repeat(5000)), encodeEntry(later)];
    writeFileSync(path, Buffer.concat([start, note(0), early.subarray(0, 2000)]));
    const found = await collect(followRecording(path, { lookMs: 5 }), (items) => {
      if (isEnded(items) || !seqs(items).includes(0)) return;
      const all = readFileSync(path);
      writeFileSync(path, Buffer.concat([all.subarray(0, -2000), late, end(2)]), { flag: 'r+' });
    });
    expect(found.items).toEqual(readAll(readFileSync(path)));
  });

  it('ends when the file is removed or another takes its place', async () => {
    verifies('watch:ends');
    const folder = emptyFolder();
    const path = join(folder, 'a.ndjson');
    writeFileSync(path, start);
    const removed = await collect(followRecording(path, { lookMs: 5 }), () => rmSync(path));
    expect(removed.end).toBe('removed');
    writeFileSync(path, start);
    writeFileSync(join(folder, 'b'), start);
    const replaced = await collect(followRecording(path, { lookMs: 5 }), () =>
      renameSync(join(folder, 'b'), path),
    );
    expect(replaced.end).toBe('removed');
  });

  it('ends when the caller has had enough, without a word about half a line', async () => {
    const path = join(emptyFolder(), 'a.ndjson');
    writeFileSync(path, Buffer.concat([start, Buffer.from('{"type":"no')]));
    const stop = new AbortController();
    const found = await collect(followRecording(path, { signal: stop.signal }), () => stop.abort());
    expect(found).toMatchObject({ items: [{ kind: 'header' }], end: 'stopped' });
  });

  it('refuses what is no recording, and what is not there', async () => {
    const folder = emptyFolder();
    const path = join(folder, 'a.md');
    writeFileSync(path, '# Title\n');
    const refused = (what: string) => collect(followRecording(what, { lookMs: 5 }));
    await expect(refused(path)).rejects.toMatchObject({ code: 'recording-invalid' });
    await expect(refused(folder)).rejects.toMatchObject({ code: 'recording-invalid' });
    await expect(refused(join(folder, 'b'))).rejects.toMatchObject({ code: 'recording-missing' });
  });
});

describe('following a stream', () => {
  it('ends with it', async () => {
    const bytes = Buffer.concat([start, note(0), end(1)]);
    async function* chunks(upTo: number) {
      yield bytes.subarray(0, 300);
      yield bytes.subarray(300, upTo);
    }
    const found = await collect(followStream(chunks(bytes.length)));
    expect(found).toEqual({ items: readAll(bytes), end: 'ended' });
    expect((await collect(followStream(chunks(bytes.length - 5)))).end).toBe('cut');
  });
});

describe('a glance', () => {
  it('tells header and end, whatever stands between', () => {
    const path = join(emptyFolder(), 'a.ndjson');
    writeFileSync(path, Buffer.concat([start, note(0, 'x'.repeat(200_000))]));
    expect(glanceAt(path)).toEqual({ header, hasEnd: false });
    appendFileSync(path, end(1));
    expect(glanceAt(path)).toEqual({ header, hasEnd: true });
    truncateSync(path, start.length - 1);
    expect(glanceAt(path)).toBeUndefined();
    expect(glanceAt(join(path, 'no'))).toBeUndefined();
  });
});
