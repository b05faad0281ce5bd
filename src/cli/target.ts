import { lstatSync, openSync, writeSync } from 'node:fs';
import { SadapError } from '../errors.ts';
import { statOf } from '../recording/stat.ts';
import { printed } from './output.ts';
import type { Options } from './program.ts';
import { textOption } from './values.ts';

/** Where a command writes its result. */
export interface Target {
  /** False when the reader of standard output has gone. Throws `write-failed` for a file. */
  readonly write: (bytes: Buffer) => Promise<boolean>;
}

/**
 * The file given with `-o`, which is private and never overwritten without `--force` (a device is none),
 * else standard output. `source` is what is being read: it is never written over, forced or not. Throws `usage`,
 * `recording-exists` or `not-writable`.
 */
export function openTarget(options: Options, source: string): Target {
  const path = textOption(options, 'output');
  if (path === undefined || path === '-') return { write: printed };
  if (isSameFile(path, source))
    throw new SadapError('usage', `${path} is the recording itself`, {
      hint: 'write to another file',
    });
  if (isLinkToFile(path))
    throw new SadapError('recording-exists', `${path} is a symbolic link; it is not followed`, {
      hint: 'name the file itself',
    });
  const isForced = options['force'] === true || isDevice(path);
  const fd = openFile(path, isForced ? 'w' : 'wx');
  return {
    write: (bytes) => {
      writeAll(fd, bytes, path);
      return Promise.resolve(true);
    },
  };
}

function isSameFile(one: string, other: string): boolean {
  const [a, b] = [one, other].map((path) => statOf(path));
  return a !== undefined && b !== undefined && a.ino === b.ino && a.dev === b.dev;
}

/** `/dev/null`, a terminal, a named pipe: nothing is lost in them. */
function isDevice(path: string): boolean {
  const found = statOf(path);
  return found?.isCharacterDevice() === true || found?.isFIFO() === true;
}

/** Whoever may put a link into a folder does not say what is written over. Those of the system are ours. */
function isLinkToFile(path: string): boolean {
  if (/^\/(dev|proc)\//.test(path) || statOf(path)?.isFile() !== true) return false;
  return lstatSync(path).isSymbolicLink();
}

function openFile(path: string, flag: 'w' | 'wx'): number {
  try {
    return openSync(path, flag, 0o600);
  } catch (error) {
    const code = codeOf(error);
    if (code === 'EEXIST' && statOf(path)?.isDirectory() === true)
      throw notWritable(path, 'EISDIR', error);
    if (code === 'EEXIST')
      throw new SadapError('recording-exists', `${path} exists`, {
        hint: 'choose another name, or overwrite it with --force',
        cause: error,
      });
    throw notWritable(path, code, error);
  }
}

function notWritable(path: string, code: string, cause: unknown): SadapError {
  const hint = OPEN_HINTS[code];
  return new SadapError('not-writable', `${path} cannot be written: ${code}`, {
    ...(hint !== undefined && { hint }),
    cause,
  });
}

/** What to do about it, by the system's name. */
const OPEN_HINTS: { readonly [code: string]: string } = {
  ENOENT: 'its folder does not exist; create it first, or choose another place',
  ENOTDIR: 'a part of the path is a file, not a folder; choose another place',
  EISDIR: 'it is a folder; name a file in it',
  EACCES: 'you may not write there; choose another place',
  EROFS: 'it is on a read-only file system; choose another place',
  ENAMETOOLONG: 'choose a shorter name',
};

function writeAll(fd: number, bytes: Buffer, path: string): void {
  try {
    for (let done = 0; done < bytes.length; ) done += writeSync(fd, bytes, done);
  } catch (error) {
    throw new SadapError('write-failed', `${path} takes no more: ${codeOf(error)}`, {
      hint: 'what was written so far is in the file',
      cause: error,
    });
  }
}

/** The system's name for an error; Node's file errors carry it. */
function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : String(error);
}
