import { closeSync, type FSWatcher, fstatSync, openSync, readSync, watch } from 'node:fs';
import { statOf } from './stat.ts';

/** At most so much is read at once, in bytes. */
const BLOCK = 256 * 1024;

/** A file that grows. The system's word that it did comes at once, where it comes; else a look does. */
export class Tail {
  readonly #path: string;
  readonly #fd: number;
  readonly #watcher: FSWatcher | undefined;
  #position = 0;
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
   * The next bytes, in memory of their own; undefined when there are none yet. `shrunk`: the file is
   * shorter than what was read of it, and reading starts anew.
   */
  read(): Buffer | 'shrunk' | undefined {
    const { size } = fstatSync(this.#fd);
    if (size < this.#position) {
      this.#position = 0;
      return 'shrunk';
    }
    const block = Buffer.allocUnsafeSlow(Math.min(BLOCK, size - this.#position));
    const read =
      block.length === 0 ? 0 : readSync(this.#fd, block, 0, block.length, this.#position);
    this.#position += read;
    return read === 0 ? undefined : block.subarray(0, read);
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
