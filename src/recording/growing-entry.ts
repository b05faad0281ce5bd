import { ftruncateSync, readSync, writeSync } from 'node:fs';
import type { FileSink, LastWords } from './sink.ts';

/** How much is read back at once, in bytes. */
const BLOCK = 192 * 1024;

export interface GrowingParts {
  /** What takes its place when it cannot be written. */
  readonly lastWords: LastWords;
  /** Told when it is finished or dropped. */
  readonly ended: () => void;
}

/**
 * The last entry of a recording, whose inside is appended while it comes. Its head has room in front and is
 * written when all of it is there; until then the file holds no line feed behind its last whole entry.
 *
 * Methods throw SadapError `write-failed`; the recording then ends before this entry.
 */
export class GrowingEntry {
  readonly #sink: FileSink;
  readonly #lastWords: LastWords;
  readonly #ended: () => void;
  /** Length of the head that is in the file. */
  #head: number;
  #size = 0;

  /** `head` may be changed at the end; one of the same length costs nothing. */
  constructor(sink: FileSink, head: Buffer, { lastWords, ended }: GrowingParts) {
    this.#sink = sink;
    this.#lastWords = lastWords;
    this.#ended = ended;
    this.#head = head.length;
    sink.append(head, true, lastWords);
  }

  /** Bytes behind the head. */
  get size(): number {
    return this.#size;
  }

  /** Where in the file the next bytes go. */
  get end(): number {
    return this.#sink.size + this.#head + this.#size;
  }

  append(bytes: Buffer): void {
    this.#sink.append(bytes, true, this.#lastWords);
    this.#size += bytes.length;
  }

  /** What was appended, block by block; each is overwritten by the next. */
  *bytes(): Generator<Buffer> {
    const fd = this.#sink.revisable() ?? -1;
    const block = Buffer.allocUnsafe(Math.min(BLOCK, this.#size));
    const start = this.#sink.size + this.#head;
    for (let at = 0; at < this.#size; at += block.length)
      yield readAll(fd, block.subarray(0, this.#size - at), start + at);
  }

  /** Nothing is left of it in the file. */
  drop(): void {
    this.#ended();
    this.#sink.takeBack();
  }

  /** Sets the head, and the end of the line behind what is there. */
  finish(head: Buffer, tail: Buffer): void {
    this.#ended();
    this.#sink.revise((fd, start) => {
      const by = head.length - this.#head;
      if (by !== 0) move(fd, start + this.#head, this.#size, by);
      writeAll(fd, head, start);
      return by;
    }, this.#lastWords);
    this.#head = head.length;
    this.#sink.append(tail, false, this.#lastWords);
  }
}

/** Moves bytes within the file, to its end; from the side on which nothing that is still wanted is overwritten. */
function move(fd: number, start: number, length: number, by: number): void {
  const block = Buffer.allocUnsafe(Math.min(BLOCK, length));
  for (let done = 0; done < length; done += block.length) {
    const some = block.subarray(0, length - done);
    const at = by < 0 ? start + done : start + length - done - some.length;
    writeAll(fd, readAll(fd, some, at), at + by);
  }
  if (by < 0) ftruncateSync(fd, start + length + by);
}

function readAll(fd: number, block: Buffer, at: number): Buffer {
  for (let done = 0; done < block.length; ) {
    const some = readSync(fd, block, done, block.length - done, at + done);
    if (some === 0) throw new Error('a recording is shorter than what was written to it');
    done += some;
  }
  return block;
}

function writeAll(fd: number, bytes: Buffer, at: number): void {
  for (let done = 0; done < bytes.length; )
    done += writeSync(fd, bytes, done, bytes.length - done, at + done);
}
