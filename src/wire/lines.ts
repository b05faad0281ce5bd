import type { Line } from '../model/frame.ts';

const LF = 0x0a;
const CR = 0x0d;

/** Pieces below this size are joined early, so that a peer that writes single bytes costs no object per byte. */
const SMALL = 16 * 1024;

/**
 * Cuts a byte stream into lines. Only the byte 0x0A ends a line (MCP stdio transport: messages are
 * delimited by newlines); a bare CR, U+0085, U+2028 and U+2029 are content, because they are legal
 * inside or between JSON tokens. Nothing is decoded, so a character cut between chunks stays whole.
 *
 * Time is linear in the bytes: an unfinished line is a list of pieces, joined once when its end comes.
 * Chunks are kept, not copied: the caller must not write into a chunk it has pushed.
 */
export class LineSplitter {
  #pieces: Buffer[] = [];
  #pendingBytes = 0;

  /** Bytes of the line that has not ended yet. */
  get pendingBytes(): number {
    return this.#pendingBytes;
  }

  /** Takes the next bytes of the stream and returns the lines that they complete, in order. */
  push(chunk: Buffer): Line[] {
    const lines: Line[] = [];
    let start = 0;
    for (let lf = chunk.indexOf(LF); lf !== -1; lf = chunk.indexOf(LF, start)) {
      lines.push(ended(this.#take(chunk.subarray(start, lf))));
      start = lf + 1;
    }
    if (start < chunk.length) this.#keep(chunk.subarray(start));
    return lines;
  }

  /** Call when the stream has ended: the last line if it had no line feed, else undefined. */
  end(): Line | undefined {
    if (this.#pendingBytes === 0) return undefined;
    return { bytes: this.#take(Buffer.alloc(0)), eol: '' };
  }

  #take(last: Buffer): Buffer {
    if (this.#pendingBytes === 0) return last;
    const whole = Buffer.concat([...this.#pieces, last], this.#pendingBytes + last.length);
    this.#pieces = [];
    this.#pendingBytes = 0;
    return whole;
  }

  #keep(rest: Buffer): void {
    this.#pendingBytes += rest.length;
    let piece = rest;
    for (let last = this.#pieces.at(-1); last && joins(last, piece); last = this.#pieces.at(-1)) {
      this.#pieces.pop();
      piece = Buffer.concat([last, piece]);
    }
    this.#pieces.push(piece);
  }
}

/** Joining only equals or smaller ones keeps the copying at n log n, with the log bounded by SMALL. */
function joins(last: Buffer, next: Buffer): boolean {
  return last.length <= next.length && next.length < SMALL;
}

function ended(bytes: Buffer): Line {
  return bytes.at(-1) === CR ? { bytes: bytes.subarray(0, -1), eol: '\r\n' } : { bytes, eol: '\n' };
}
