import {
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { SadapError } from '../../../src/errors.ts';
import { createRecording } from '../../../src/recording/create.ts';
import { encodeEntry } from '../../../src/recording/encode.ts';
import { loadRecording, recordingFrom } from '../../../src/recording/load.ts';
import type { WriterOptions } from '../../../src/recording/open.ts';
import { FileSink, openSink } from '../../../src/recording/sink.ts';
import { RecordingWriter } from '../../../src/recording/write.ts';
import { verifies } from '../../support/verifies.ts';
import { header } from './samples.ts';

const fixed = { now: () => header.startedAt };
const options = {
  mode: 'record',
  recorder: 'sadap/0.1.0',
  server: { label: 'asrama', command: ['node', 's.js', '--token', 'rahasia'] },
  clock: fixed,
} as const satisfies WriterOptions;
const line = { bytes: Buffer.from('{"id":1,"method":"ping"}'), eol: '\n' } as const;

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sadap-write-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

describe('the writer', () => {
  it('has everything in the file when a call returns', () => {
    verifies('recording:append');
    const path = join(folder, 'a.ndjson');
    const writer = createRecording({ ...options, path });
    expect(linesIn(path)).toHaveLength(1);
    writer.event({ event: 'started' });
    writer.frame('client', line);
    writer.stderr({ bytes: Buffer.from('ready'), eol: '' });
    writer.note('slow', 1);
    expect(linesIn(path)).toHaveLength(5);
    const [frame] = writer.append([
      { type: 'frame', at: fixed.now(), from: 'server', ...line },
      { type: 'note', at: fixed.now(), text: 'x' },
    ]);
    expect(frame?.seq).toBe(4);
    expect(recordingFrom(readFileSync(path)).items.map((item) => item.type)).toEqual([
      'event',
      'frame',
      'stderr',
      'note',
      'frame',
      'note',
    ]);
  });

  it('writes a batch with one call', () => {
    verifies('recording:append');
    const path = join(folder, 'a.ndjson');
    let calls = 0;
    const sink = new FileSink(path, openSync(path, 'ax'), (fd, bytes, offset) => {
      calls += 1;
      return writeSync(fd, bytes, offset);
    });
    const writer = RecordingWriter.on(sink, header, fixed);
    writer.append(Array.from({ length: 64 }, () => ({ type: 'note', at: 0, text: 'x' }) as const));
    expect(calls).toBe(2);
    expect(linesIn(path)).toHaveLength(65);
  });

  it('writes pieces together, whole and in order, however long they are', () => {
    verifies('recording:append');
    const sizes = [0, 1, 200_000, 10, 70_000, 70_000, 70_000, 0, 3, 400_000, 5];
    const pieces = sizes.map((size, nth) => Buffer.alloc(size, 97 + nth));
    const path = join(folder, 'a.ndjson');
    const sink = openSink(path);
    sink.append(pieces);
    sink.append([]);
    sink.append(pieces.slice(2, 4));
    const expected = Buffer.concat([...pieces, ...pieces.slice(2, 4)]);
    expect(sink.size).toBe(expected.length);
    sink.close();
    expect(readFileSync(path).equals(expected)).toBe(true);
  });

  it('ends once, and writes nothing after', async () => {
    const path = join(folder, 'a.ndjson');
    const writer = createRecording({ ...options, path });
    writer.end({ closedBy: 'client', exit: { code: 0, signal: null } });
    writer.end({ closedBy: 'sadap' });
    writer.frame('client', line);
    expect(writer.closed).toBe(true);
    const { items, end } = await loadRecording(path);
    expect(items).toHaveLength(1);
    expect(end).toMatchObject({ seq: 0, closedBy: 'client', exit: { code: 0, signal: null } });
  });

  it('never lets a secret of the command or URL reach the file', () => {
    verifies('recording:masked-command');
    const path = join(folder, 'a.ndjson');
    const server = { ...options.server, url: 'https://budi:rahasia@h/?key=lain' };
    const writer = createRecording({ ...options, path, server });
    expect(readFileSync(path, 'utf8')).not.toMatch(/rahasia|lain/);
    expect(writer.header.server.command).toEqual(['node', 's.js', '--token', '«masked:1»']);
  });

  it('makes up a name in the folder asked for, which it creates for its owner', () => {
    verifies('recording:names', 'recording:private');
    const dir = join(folder, 'new', 'place');
    const writer = createRecording({ ...options, dir });
    expect(dirname(writer.path)).toBe(dir);
    expect(basename(writer.path)).toBe(
      `asrama-20261130T101000Z-${writer.header.session.slice(-8)}.ndjson`,
    );
    expect(statSync(dir).mode & 0o077).toBe(0);
    expect(createRecording({ ...options, dir }).path).not.toBe(writer.path);
  });

  it('is readable by its owner only', () => {
    verifies('recording:private');
    const { path } = createRecording({ ...options, path: join(folder, 'a.ndjson') });
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });
});

describe('a file that exists', () => {
  verifies('recording:no-overwrite');

  it('is kept, and replaced only by force', () => {
    const path = join(folder, 'a.ndjson');
    const other = join(folder, 'same-file');
    writeFileSync(path, 'precious', { mode: 0o644 });
    linkSync(path, other);
    expectError(() => createRecording({ ...options, path }), 'recording-exists', /--force/);
    expect(readFileSync(path, 'utf8')).toBe('precious');
    createRecording({ ...options, path, force: true });
    expect(linesIn(path)).toHaveLength(1);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(readFileSync(other, 'utf8')).toBe('precious');
  });

  it.each([true, false])('as a symbolic link is not followed (force: %s)', (force) => {
    const target = join(folder, 'target');
    const path = join(folder, 'link');
    writeFileSync(target, 'precious');
    symlinkSync(target, path);
    expectError(() => createRecording({ ...options, path, force }), 'recording-exists', /-o/);
    expect(readFileSync(target, 'utf8')).toBe('precious');
    symlinkSync(join(folder, 'nowhere'), join(folder, 'dangling'));
    const dangling = { ...options, path: join(folder, 'dangling'), force };
    expectError(() => createRecording(dangling), 'recording-exists', /-o/);
    expect(existsSync(join(folder, 'nowhere'))).toBe(false);
  });

  it('as a folder, or in a folder that is none, is refused with a hint', () => {
    const inFile = join(folder, 'file', 'a.ndjson');
    writeFileSync(join(folder, 'file'), '');
    mkdirSync(join(folder, 'sub'));
    for (const path of [join(folder, 'sub'), inFile, join(folder, 'no', 'a.ndjson')])
      for (const force of [true, false])
        expectError(() => createRecording({ ...options, path, force }), 'not-writable', /-o/);
    const dir = join(folder, 'file', 'recordings');
    expectError(() => createRecording({ ...options, dir }), 'not-writable', /--dir/);
  });
});

describe('a file that takes no more', () => {
  verifies('recording:write-failure');

  it.skipIf(!existsSync('/dev/full'))('/dev/full: the header fails, the device stays', () => {
    for (const force of [true, false]) {
      const full = { ...options, path: '/dev/full', force };
      expectError(() => createRecording(full), 'write-failed', /disk is full/);
    }
    expect(lstatSync('/dev/full').isCharacterDevice()).toBe(true);
  });

  it.skipIf(!existsSync('/dev/null'))('/dev/null: a device is written to as it is', () => {
    const writer = createRecording({ ...options, path: '/dev/null' });
    writer.frame('client', line);
    writer.end({ closedBy: 'client' });
    expect(lstatSync('/dev/null').isCharacterDevice()).toBe(true);
  });

  it.each(['ENOSPC', 'EIO'])('%s: whole entries stay, later calls do nothing', (code) => {
    const path = join(folder, 'a.ndjson');
    let room = 600;
    const sink = new FileSink(path, openSync(path, 'ax'), (fd, bytes, offset) => {
      if (room === 0) throw Object.assign(new Error(`${code}: no more`), { code });
      const some = Math.min(7, room, bytes.length - offset);
      room -= some;
      return writeSync(fd, bytes, offset, some);
    });
    const writer = RecordingWriter.on(sink, header, fixed);
    const write = () => {
      for (let count = 0; count < 10; count++) writer.frame('client', line);
    };
    expectError(write, 'write-failed', /-o FILE/);
    expect(writer.closed).toBe(true);
    expect(write).not.toThrow();
    const { items, damage } = recordingFrom(readFileSync(path));
    expect(damage).toEqual([]);
    expect(items).toHaveLength(2);
  });

  it.each(['one by one', 'together', 'encoded', 'in pieces'] as const)(
    'and entries %s: it ends with the reason, at the place of what was taken back',
    (how) => {
      const path = join(folder, 'a.ndjson');
      let writes = 0;
      // The header and one entry fit, half of what comes next, and then the last words.
      const sink = new FileSink(path, openSync(path, 'ax'), (fd, bytes, offset) => {
        writes += 1;
        if (writes === 4) throw Object.assign(new Error('full'), { code: 'ENOSPC' });
        const half = Math.ceil(bytes.length / 2);
        return writeSync(fd, bytes, offset, writes === 3 ? half : bytes.length - offset);
      });
      const writer = RecordingWriter.on(sink, header, fixed);
      writer.frame('client', line);
      const many = () => [writer.takeSeq(), writer.takeSeq(), writer.takeSeq()].map(encoded);
      const write = {
        'one by one': () => writer.frame('client', line),
        together: () => writer.append([1, 2].map((at) => ({ type: 'note', at, text: 'x' }))),
        encoded: () => writer.appendEncoded(Buffer.concat(many())),
        'in pieces': () => {
          const [entry = Buffer.alloc(0)] = many();
          writer.appendEncoded(entry.subarray(0, 60), true);
          writer.appendEncoded(entry.subarray(60));
        },
      }[how];
      expectError(write, 'write-failed', /-o FILE/);
      const { items, damage, end } = recordingFrom(readFileSync(path));
      expect(damage).toEqual([]);
      expect(items).toHaveLength(2);
      expect(end).toMatchObject({
        seq: 1,
        closedBy: 'sadap',
        reason: expect.stringMatching('ENOSPC'),
      });
    },
  );

  it('leaves no empty file behind when not even the header fits', () => {
    const path = join(folder, 'a.ndjson');
    const sink = new FileSink(path, openSync(path, 'ax'), () => {
      throw Object.assign(new Error('full'), { code: 'ENOSPC' });
    });
    expectError(() => RecordingWriter.on(sink, header, fixed), 'write-failed', /full/);
    expect(existsSync(path)).toBe(false);
  });
});

function encoded(seq: number): Buffer {
  return encodeEntry({ type: 'note', seq, at: fixed.now(), text: 'x'.repeat(100) });
}

function linesIn(path: string): string[] {
  return readFileSync(path, 'utf8').split('\n').slice(0, -1);
}

function expectError(action: () => unknown, code: string, hint: RegExp): void {
  let thrown: unknown;
  try {
    action();
  } catch (error) {
    thrown = error;
  }
  expect(thrown).toBeInstanceOf(SadapError);
  expect(thrown).toMatchObject({ code, hint: expect.stringMatching(hint) });
}
