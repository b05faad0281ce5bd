import { openSync, readFileSync, renameSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { encodeEntry } from '../../../src/recording/encode.ts';
import { recordingFrom } from '../../../src/recording/load.ts';
import { FileSink, type WriteSome } from '../../../src/recording/sink.ts';
import { RecordingWriter } from '../../../src/recording/write.ts';
import { emptyFolder } from '../../support/sadap.ts';
import { verifies } from '../../support/verifies.ts';
import { header } from './samples.ts';

const clock = { now: () => header.startedAt };
const never = () => {
  throw new Error('nothing else is recorded');
};

/** A recording on a disk, or on something that behaves like one that is full. */
function create(write?: WriteSome) {
  const path = join(emptyFolder(), 'a.ndjson');
  const writer = RecordingWriter.on(new FileSink(path, openSync(path, 'ax'), write), header, clock);
  return { path, writer };
}

/** Numbered, so that a block at a wrong place shows. */
function inside(length: number): Buffer {
  const bytes = Buffer.alloc(length, 'x');
  for (let at = 0; at + 8 <= length; at += 64) bytes.write(String(at).padStart(8, '.'), at);
  return bytes;
}

const head = (length: number) => Buffer.from('{"text":"'.padStart(length, ' '));

describe('an entry that grows in the recording', () => {
  verifies('tee:round-trip', 'recording:append');
  const block = 192 * 1024;

  it.each([0, 1, 100, block - 1, block, block + 1, 2 * block, 2.5 * block])(
    'gets a head of any length when it ends: %i bytes',
    (length) => {
      for (const by of [-17, -1, 0, 1, 17, 300]) {
        const { path, writer } = create();
        const entry = writer.grow(head(20), never);
        for (let at = 0; at < length; at += 100_000)
          entry?.append(inside(length).subarray(at, at + 100_000));
        expect(readFileSync(path).includes('\n', encodeEntry(header).length)).toBe(false);
        entry?.finish(head(Math.max(9, 20 + by)), Buffer.from('"}\n'));
        writer.note('next');
        const start = Buffer.concat([encodeEntry(header), head(Math.max(9, 20 + by))]);
        const whole = Buffer.concat([start, inside(length), Buffer.from('"}\n')]);
        const file = readFileSync(path);
        expect(file.subarray(0, whole.length).equals(whole)).toBe(true);
        expect(file.subarray(whole.length).toString()).toMatch(/^\{"type":"note".*\}\n$/);
        expect(writer.size).toBe(file.length);
      }
    },
  );

  it('makes room for another entry, which gets its place', () => {
    const { path, writer } = create();
    const kept: Buffer[] = [];
    const entry = writer.grow(head(20), () => {
      for (const some of entry?.bytes() ?? []) kept.push(Buffer.from(some));
      entry?.drop();
    });
    entry?.append(inside(2.5 * block));
    expect(writer.size).toBe(encodeEntry(header).length);
    writer.note('first');
    expect(Buffer.concat(kept).equals(inside(2.5 * block))).toBe(true);
    const { items, damage } = recordingFrom(readFileSync(path));
    expect({ items, damage }).toMatchObject({ items: [{ type: 'note', seq: 0 }], damage: [] });
  });

  it('is the only one, and needs a file that can be changed', () => {
    const { path, writer } = create();
    expect(writer.grow(head(20), () => {})?.size).toBe(0);
    expect(writer.grow(head(20), () => {})).toBeUndefined();
    const moved = create();
    renameSync(moved.path, path);
    expect(moved.writer.grow(head(20), () => {})).toBeUndefined();
    if (process.platform === 'win32') return;
    const device = RecordingWriter.on(
      new FileSink('/dev/null', openSync('/dev/null', 'a')),
      header,
      clock,
    );
    expect(device.grow(head(20), () => {})).toBeUndefined();
  });

  it('is cut off when the disk is full, and the reason takes its place', () => {
    let room = 10_000;
    const { path, writer } = create((fd, bytes, offset, length) => {
      const some = Math.min(length, room);
      if (some === 0) {
        room = 1000;
        throw Object.assign(new Error('full'), { code: 'ENOSPC' });
      }
      room -= some;
      return writeSync(fd, bytes, offset, some);
    });
    const entry = writer.grow(head(20), never);
    expect(() => entry?.append(inside(20_000))).toThrow('ENOSPC');
    entry?.drop();
    const { items, damage, end } = recordingFrom(readFileSync(path));
    expect({ items, damage }).toMatchObject({ items: [{ type: 'end', seq: 0 }], damage: [] });
    expect(end?.reason).toContain('ENOSPC');
  });
});
