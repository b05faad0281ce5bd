import { closeSync, type FSWatcher, fstatSync, openSync, readSync, watch } from 'node:fs';
import { statOf } from './stat.ts';

/** At most so much is read at once, in bytes. */
const BLOCK = 256 * 1024;
/** Two lines with the same start of this length are the same: the head of an entry is shorter. */
const START = 1024;
const LF = 0x0a;

/** A file that grows. The system's word that it did comes at once, where it comes; else a look does. */
export class Tail {
  readonly #path: string;
  readonly #fd: number;
  readonly #watcher: FSWatcher | undefined;
  #position = 0;
  /** Of the line that has not ended: where it starts in the file, and its first bytes. */
  #line = 0;
  #start = Buffer.alloc(0);
  #hasChanged = false;
  #wake = () => {};

  /** @throws NodeJS.ErrnoException when the file cannot be opened. */
  constructor(path: string) {
    this.#path = path;
    this.#fd = openSync(path, 'r');
    this.#watcher = watched(path, () => {
      this.#hasChanged = true;
      this.#wake();
    });
  }

  /** Bytes read so far. */
  get position(): number {
    return this.#position;
  }

  /**
   * The next bytes, in memory of their own; undefined when there are none yet. `line`: the last line, which had
   * not ended, is another one now, and what comes is read from its start on. `shrunk`: the file is shorter than the
   * lines that were read of it, and reading starts anew.
   */
  read(): Buffer | 'line' | 'shrunk' | undefined {
    const { size } = fstatSync(this.#fd);
    if (size < this.#line) {
      this.#goTo(0);
      return 'shrunk';
    }
    const bytes = this.#bytes(this.#position, Math.min(BLOCK, size - this.#position));
    const isOther = size < this.#position || (bytes.includes(LF) && this.#isOther());
    if (isOther) this.#goTo(this.#line);
    else this.#took(bytes);
    if (isOther) return 'line';
    return bytes.length === 0 ? undefined : bytes;
  }

  #bytes(at: number, length: number): Buffer {
    const block = Buffer.allocUnsafeSlow(Math.max(0, length));
    return block.subarray(0, length > 0 ? readSync(this.#fd, block, 0, length, at) : 0);
  }

  /**
   * A line that grows in the file may have been taken back for another one, and its start is set when it ends; so
   * what was read of it before counts only when its start is still the same.
   */
  #isOther(): boolean {
    return !this.#bytes(this.#line, this.#start.length).equals(this.#start);
  }

  #took(bytes: Buffer): void {
    const rest = bytes.lastIndexOf(LF) + 1;
    if (rest > 0) this.#line = this.#position + rest;
    const kept = rest > 0 ? [] : [this.#start];
    if (rest > 0 || this.#start.length < START)
      this.#start = Buffer.concat([...kept, bytes.subarray(rest, rest + START)]);
    this.#position += bytes.length;
  }

  #goTo(position: number): void {
    this.#position = position;
    this.#line = position;
    this.#start = Buffer.alloc(0);
  }

  /** The path leads to this file no more: it was removed, or another one took its place. */
  get isReplaced(): boolean {
    const [own, named] = [fstatSync(this.#fd), statOf(this.#path)];
    return named === undefined || named.ino !== own.ino || named.dev !== own.dev;
  }

  /** Returns when the file may have grown, after this long, or when the signal says so. */
  async change(ms: number, signal: AbortSignal | undefined): Promise<void> {
    if (!this.#hasChanged && !signal?.aborted) await this.#changed(ms, signal);
    this.#hasChanged = false;
  }

  close(): void {
    this.#watcher?.close();
    closeSync(this.#fd);
  }

  #changed(ms: number, signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve) => {
      const done = () => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', done);
        this.#wake = () => {};
        resolve();
      };
      const timer = setTimeout(done, ms);
      signal?.addEventListener('abort', done);
      this.#wake = done;
    });
  }
}

/** undefined where the system cannot tell of changes: some file systems, and users with many watches. */
function watched(path: string, changed: () => void): FSWatcher | undefined {
  try {
    const watcher = watch(path, changed);
    watcher.on('error', () => watcher.close());
    return watcher;
  } catch {
    return undefined;
  }
}
