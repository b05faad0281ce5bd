import {
  closeSync,
  constants,
  fstatSync,
  ftruncateSync,
  lstatSync,
  openSync,
  unlinkSync,
  writeSync,
  writevSync,
} from 'node:fs';
import { SadapError } from '../errors.ts';
import { statOf } from './stat.ts';

/** Writes some of the bytes and says how many; `fs.writeSync`, or a stand-in for a full disk in tests. */
export type WriteSome = (fd: number, bytes: Buffer, offset: number, length: number) => number;

/** Gives an entry for the place of those that a failure took. */
export type LastWords = (error: unknown) => Buffer;

/** Most bytes of one write: new pages of a file cost up to five times as much when they are asked for by the MiB. */
export const LARGEST_WRITE: number = 192 * 1024;
/** Long writes end where a block of so many bytes ends in the file: its pages then cost two thirds. A power of two. */
export const ALIGNED: number = 128 * 1024;

/** From this place in a file to the end of its block, in bytes. */
export function toBlockEnd(place: number): number {
  return ALIGNED - (place % ALIGNED);
}

/** A new file that is only ever appended to, by synchronous writes. */
export class FileSink {
  readonly path: string;
  readonly #write: WriteSome;
  #fd: number | undefined;
  /** For what appending cannot do; opened when that is wanted first. */
  #second: number | undefined;
  #written = 0;
  /** Bytes up to the end of the last whole entry; after a failure the file ends there. */
  #size = 0;

  constructor(path: string, fd: number, write: WriteSome = writeSync) {
    this.path = path;
    this.#fd = fd;
    this.#write = write;
  }

  get closed(): boolean {
    return this.#fd === undefined;
  }

  /** The file was removed meanwhile: what was written goes with it. Never true of a device or pipe. */
  get isRemoved(): boolean {
    if (this.#fd === undefined) return false;
    const found = fstatSync(this.#fd);
    return found.isFile() && found.nlink === 0;
  }

  /** Bytes up to the end of the last whole entry. */
  get size(): number {
    return this.#size;
  }

  /**
   * A second descriptor of the file, to read what was written of an entry that has not ended, and to change it.
   * undefined for a device or pipe, and where the path leads to another file by now.
   */
  revisable(): number | undefined {
    if (this.#fd === undefined) return undefined;
    this.#second ??= opened(this.path, this.#fd);
    return this.#second;
  }

  /**
   * Appends the bytes, all of them, be it in pieces; nothing when closed. When that fails, what was written of them is
   * taken back, a file that never held anything is removed, and the sink closes.
   *
   * @param more the last entry goes on with the next call: a failure there takes back all of it.
   * @param lastWords called on a failure; what it returns takes the place of the bytes, if it fits.
   * @throws SadapError `write-failed`.
   */
  append(bytes: Buffer | readonly Buffer[], more = false, lastWords?: LastWords): void {
    this.#attempt(lastWords, (fd) => {
      if (Buffer.isBuffer(bytes)) this.#writeAll(fd, bytes);
      else this.#writePieces(fd, bytes);
      if (!more) this.#size = this.#written;
    });
  }

  /**
   * Changes the entry that has not ended, of which a part was appended with `more`; a failure is treated as
   * one of `append`.
   *
   * @param work gets the second descriptor and the place where the entry starts; returns by how many bytes the
   *   entry got longer.
   */
  revise(work: (fd: number, start: number) => number, lastWords?: LastWords): void {
    this.#attempt(lastWords, () => {
      this.#written += work(this.revisable() ?? -1, this.#size);
    });
  }

  /** Cuts off what was appended of the entry that has not ended. @throws SadapError `write-failed`. */
  takeBack(): void {
    this.#attempt(undefined, (fd) => {
      ftruncateSync(fd, this.#size);
      this.#written = this.#size;
    });
  }

  #attempt(lastWords: LastWords | undefined, work: (fd: number) => void): void {
    if (this.#fd === undefined) return;
    try {
      work(this.#fd);
    } catch (cause) {
      const error = writeFailed(this.path, cause);
      cutOff(this.path, this.#fd, this.#size);
      if (lastWords && this.#size > 0) this.#tryLast(this.#fd, lastWords(error));
      this.close();
      throw error;
    }
  }

  #writeAll(fd: number, bytes: Buffer): void {
    for (let done = 0; done < bytes.length; ) {
      const left = bytes.length - done;
      const most = left > LARGEST_WRITE ? toBlockEnd(this.#written + done) : left;
      done += this.#write(fd, bytes, done, most);
    }
    this.#written += bytes.length;
  }

  #writePieces(fd: number, pieces: readonly Buffer[]): void {
    if (this.#write === writeSync) for (const some of groups(pieces)) this.#writeTogether(fd, some);
    else for (const piece of pieces) this.#writeAll(fd, piece);
  }

  #writeTogether(fd: number, pieces: readonly Buffer[]): void {
    const [only] = pieces;
    if (only && pieces.length === 1) {
      this.#writeAll(fd, only);
      return;
    }
    const done = writevSync(fd, pieces);
    this.#written += done;
    let left = done;
    for (const piece of pieces) {
      // A disk that is nearly full takes a part; what is left tells by its error.
      if (left < piece.length) this.#writeAll(fd, piece.subarray(left));
      left = Math.max(0, left - piece.length);
    }
  }

  /** A full disk often has room for one more line, since what did not fit was taken back. */
  #tryLast(fd: number, line: Buffer): void {
    try {
      this.#writeAll(fd, line);
    } catch {
      cutOff(this.path, fd, this.#size);
    }
  }

  close(): void {
    for (const fd of [this.#fd, this.#second]) if (fd !== undefined) closeSync(fd);
    this.#fd = undefined;
    this.#second = undefined;
  }
}

/** The same file once more, for reading and writing anywhere in it. */
function opened(path: string, fd: number): number | undefined {
  try {
    const own = fstatSync(fd);
    if (!own.isFile()) return undefined;
    const second = openSync(path, 'r+');
    const { dev, ino } = fstatSync(second);
    if (dev === own.dev && ino === own.ino) return second;
    closeSync(second);
  } catch {
    // It has been moved, or may not be read.
  }
  return undefined;
}

/** One write for each: writes that end within a page cost half as much again as those that go on. */
function* groups(pieces: readonly Buffer[]): Generator<readonly Buffer[]> {
  let group: Buffer[] = [];
  let length = 0;
  for (const part of pieces.flatMap(partsOf)) {
    group.push(part);
    length += part.length;
    if (length < LARGEST_WRITE) continue;
    yield group;
    group = [];
    length = 0;
  }
  if (group.length > 0) yield group;
}

function partsOf(piece: Buffer): Buffer | Buffer[] {
  if (piece.length <= LARGEST_WRITE) return piece;
  const count = Math.ceil(piece.length / LARGEST_WRITE);
  return Array.from({ length: count }, (_, nth) =>
    piece.subarray(nth * LARGEST_WRITE, (nth + 1) * LARGEST_WRITE),
  );
}

/**
 * Creates the file, readable by its owner only. An existing file is never overwritten, unless `force`
 * is set and it is a regular file; a device or pipe is written to as it is; a link is not followed.
 * A named pipe that nobody reads is an error at once: opening it the usual way would wait for a reader.
 *
 * @throws SadapError `recording-exists`, `not-writable`.
 */
export function openSink(path: string, force = false): FileSink {
  try {
    if (isStream(path)) return new FileSink(path, openStream(path));
    if (force) removeFile(path);
    return new FileSink(path, openSync(path, 'ax', 0o600));
  } catch (error) {
    throw openFailed(path, error);
  }
}

/** A device or a pipe: nothing in it can be lost by writing to it. Links to one are fine (/dev/stdout). */
function isStream(path: string): boolean {
  const found = statOf(path);
  return found !== undefined && (found.isCharacterDevice() || found.isFIFO());
}

/** Writes to it wait for their reader; opening it does not. */
function openStream(path: string): number {
  const way = constants.O_WRONLY | constants.O_APPEND;
  // Fails when nobody reads. A descriptor stays in the mode in which it was opened, hence a second one.
  const probe = openSync(path, way | (constants.O_NONBLOCK ?? 0));
  try {
    return openSync(path, way);
  } finally {
    closeSync(probe);
  }
}

/** Removed rather than emptied, so that the new file has our mode and other links keep the old bytes. */
function removeFile(path: string): void {
  if (lstatSync(path, { throwIfNoEntry: false })?.isFile()) unlinkSync(path);
}

/** Half an entry at the end would read as damage. Devices and pipes stay as they are. */
function cutOff(path: string, fd: number, size: number): void {
  try {
    if (!fstatSync(fd).isFile()) return;
    if (size > 0) ftruncateSync(fd, size);
    else unlinkSync(path);
  } catch {
    // The error of the write is the one to tell.
  }
}

function openFailed(path: string, error: unknown): unknown {
  const code = systemCode(error);
  if (code === undefined) return error;
  if (code === 'EEXIST') return exists(path, error);
  const hint = OPEN_HINTS[code] ?? 'Choose another place with -o FILE or --dir FOLDER.';
  return new SadapError('not-writable', `cannot write a recording to ${path}: ${code}`, {
    hint,
    cause: error,
  });
}

const OPEN_HINTS: { readonly [code: string]: string } = {
  ENOENT: 'Its folder does not exist; create it first, or choose another place with -o FILE.',
  ENOTDIR: 'A part of the path is a file, not a folder; choose another place with -o FILE.',
  EISDIR: 'It is a folder; name a file in it with -o FILE, or use --dir FOLDER.',
  EACCES: 'You may not write there; choose another place with -o FILE or --dir FOLDER.',
  EROFS: 'It is on a read-only file system; choose another place with -o FILE or --dir FOLDER.',
  ENXIO: 'It is a pipe that nobody reads; start its reader first.',
  ENAMETOOLONG: 'Choose a shorter name with -o FILE.',
};

function exists(path: string, cause: unknown): SadapError {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found?.isDirectory())
    return new SadapError('not-writable', `cannot write a recording to ${path}: it is a folder`, {
      hint: OPEN_HINTS['EISDIR'] ?? '',
      cause,
    });
  if (found?.isSymbolicLink())
    return new SadapError('recording-exists', `${path} is a symbolic link; it is not followed`, {
      hint: 'Name the file itself with -o FILE.',
      cause,
    });
  return new SadapError('recording-exists', `${path} exists and is not overwritten`, {
    hint: 'Choose another name with -o FILE, or overwrite it with --force.',
    cause,
  });
}

function writeFailed(path: string, error: unknown): unknown {
  const code = systemCode(error);
  if (code === undefined) return error;
  const hint =
    code === 'ENOSPC' || code === 'EDQUOT'
      ? 'The disk is full; free some space, or record elsewhere with -o FILE or --dir FOLDER.'
      : 'Record elsewhere with -o FILE or --dir FOLDER.';
  return new SadapError('write-failed', `writing the recording ${path} failed: ${code}`, {
    hint,
    cause: error,
  });
}

function systemCode(error: unknown): string | undefined {
  // Node's file system errors carry the system's name for them.
  return error instanceof Error ? (error as NodeJS.ErrnoException).code : undefined;
}
