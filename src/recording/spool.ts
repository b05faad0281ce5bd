import { closeSync, ftruncateSync, openSync, readSync, unlinkSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SadapError } from '../errors.ts';
import { randomBytes } from './random.ts';
import { LARGEST_WRITE } from './sink.ts';
import { strayTexts } from './stray-texts.ts';

/** How much is read back at once. */
const BLOCK = 192 * 1024;

/** Space that stays with the spool between two lines. */
const KEPT = 32 * 1024 * 1024;

/**
 * Keeps a line that is too long for memory until it is known what it is. The file has no name any more
 * as soon as it is open, so nothing is left behind however the program ends.
 */
export class Spool {
  readonly #path: string;
  #fd: number | undefined;
  #size = 0;

  /**
   * `path` is a name that no file has; nothing is opened before it is needed. Where it cannot be created
   * the folder for temporary files has to do.
   */
  constructor(path: string) {
    this.#path = path;
  }

  get size(): number {
    return this.#size;
  }

  /** @throws SadapError `write-failed`. */
  append(bytes: Buffer): void {
    try {
      this.#fd ??= openSomewhere(this.#path);
      for (let done = 0; done < bytes.length; ) {
        const length = Math.min(LARGEST_WRITE, bytes.length - done);
        done += writeSync(this.#fd, bytes, done, length, this.#size + done);
      }
      this.#size += bytes.length;
    } catch (cause) {
      const { code = 'unknown error' } = cause as NodeJS.ErrnoException; // fs throws no other kind
      throw new SadapError('write-failed', `keeping a long line beside the recording: ${code}`, {
        hint: 'Record elsewhere with -o FILE or --dir FOLDER.',
        cause,
      });
    }
  }

  /** What was appended, block by block; each is overwritten by the next. */
  *bytes(): Generator<Buffer> {
    const block = Buffer.allocUnsafe(Math.min(BLOCK, this.#size));
    for (let at = 0; at < this.#size; at += block.length) yield this.#read(block, at);
  }

  /** The inside of a JSON string: escaped text when the bytes are UTF-8, else base64. */
  texts(utf8: boolean): Generator<string> {
    return strayTexts(this.bytes(), utf8);
  }

  /**
   * The spool can be filled again. It keeps some space, which is faster to fill than new space, and gives the rest
   * back in the next turn of the event loop: what comes after the line need not wait for that.
   */
  clear(): void {
    if (this.#size > KEPT) setImmediate(this.#giveBack);
    this.#size = 0;
  }

  readonly #giveBack = (): void => {
    if (this.#fd === undefined || this.#size >= KEPT) return;
    try {
      ftruncateSync(this.#fd, KEPT);
    } catch {
      // The space stays taken until the spool is closed; nobody needs to hear of it.
    }
  };

  close(): void {
    if (this.#fd !== undefined) closeSync(this.#fd);
    this.#fd = undefined;
    this.#size = 0;
  }

  #read(block: Buffer, at: number): Buffer {
    const wanted = Math.min(block.length, this.#size - at);
    let done = 0;
    while (done < wanted) {
      const some = readSync(this.#fd ?? -1, block, done, wanted - done, at + done);
      if (some === 0) throw new Error('a spool is shorter than what was written to it');
      done += some;
    }
    return block.subarray(0, wanted);
  }
}

/** Beside a device, and in a folder that has gone or may not be written any more, there is no room for it. */
function openSomewhere(path: string): number {
  try {
    return openWithoutName(path);
  } catch (error) {
    try {
      return openWithoutName(join(tmpdir(), `sadap-${randomBytes(16).toString('hex')}`));
    } catch {
      throw error;
    }
  }
}

function openWithoutName(path: string): number {
  const fd = openSync(path, 'wx+', 0o600);
  unlinkSync(path);
  return fd;
}
