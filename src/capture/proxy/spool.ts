import { randomBytes } from 'node:crypto';
import { closeSync, openSync, readSync, unlinkSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Pieces } from '../../wire/pieces.ts';

/** Bytes of one body that are held in memory; what is longer waits in a file. */
const MOST_IN_MEMORY = 2 * 1024 * 1024;
/** Once there is a file, so much is collected for a write. */
const SPILL = 128 * 1024;
/** How much is read back at once. */
const BLOCK = 192 * 1024;

/**
 * Keeps a body until it is whole. A long one goes to a file without a name, so that memory is bounded
 * however long it is and however many there are.
 */
export class Spool {
  readonly #memory = new Pieces();
  #file: number | undefined;
  #length = 0;

  get length(): number {
    return this.#length;
  }

  /** May throw an error of the file system. Keeps the chunk itself, mostly. */
  push(chunk: Buffer): void {
    this.#length += chunk.length;
    this.#memory.push(chunk);
    const most = this.#file === undefined ? MOST_IN_MEMORY : SPILL;
    if (this.#memory.length > most) this.#spill();
  }

  /** All of it in blocks; those of each group are to be read only, and valid until the next. */
  *blocks(): Generator<readonly Buffer[]> {
    if (this.#file === undefined) {
      yield this.#memory.pieces;
      return;
    }
    const block = Buffer.allocUnsafe(Math.min(BLOCK, this.#length));
    for (let at = 0; at < this.#length; at += block.length)
      yield [this.#readInto(block.subarray(0, this.#length - at), at)];
  }

  /** The bytes from `start`, at most `length` of them. */
  read(start: number, length: number): Buffer {
    if (this.#file === undefined) {
      const all = this.#memory.take();
      this.#memory.push(all);
      return all.subarray(start, start + length);
    }
    return this.#readInto(Buffer.allocUnsafe(Math.min(length, this.#length - start)), start);
  }

  /** Gives memory and file back. */
  close(): void {
    this.#memory.clear();
    if (this.#file !== undefined) closeSync(this.#file);
    this.#file = undefined;
    this.#length = 0;
  }

  #readInto(bytes: Buffer, start: number): Buffer {
    if (this.#memory.length > 0) this.#spill();
    let done = 0;
    while (done < bytes.length) {
      const read = readSync(this.#file ?? -1, bytes, done, bytes.length - done, start + done);
      if (read === 0) throw new Error('the spooled body is shorter than what was written');
      done += read;
    }
    return bytes;
  }

  #spill(): void {
    this.#file ??= namelessFile();
    for (const bytes of this.#memory.pieces) {
      for (let done = 0; done < bytes.length; ) done += writeSync(this.#file, bytes, done);
    }
    this.#memory.clear();
  }
}

/** Removed at once: whatever happens to this process, nothing of it stays. */
function namelessFile(): number {
  const path = join(tmpdir(), `sadap-${randomBytes(8).toString('hex')}`);
  const file = openSync(path, 'wx+', 0o600);
  try {
    unlinkSync(path);
  } catch {
    // Windows keeps a file that is open; it lies in the folder for temporary files.
  }
  return file;
}
