import type { Line } from '../model/frame.ts';
import { Pieces } from './pieces.ts';

const LF = 0x0a;
const CR = 0x0d;

/**
 * Cuts a byte stream into lines. Only the byte 0x0A ends a line (MCP stdio transport: messages are
 * delimited by newlines); a bare CR, U+0085, U+2028 and U+2029 are content, because they are legal
 * inside or between JSON tokens. Nothing is decoded, so a character cut between chunks stays whole.
 *
 * Time is linear in the bytes: an unfinished line is a list of pieces, joined once when its end comes.
 * Chunks are kept, not copied: the caller must not write into a chunk it has pushed.
 */
export class LineSplitter {
  readonly #pending = new Pieces();

  /** Bytes of the line that has not ended yet. */
  get pendingBytes(): number {
    return this.#pending.length;
  }

  /** Takes the next bytes of the stream and returns the lines that they complete, in order. */
  push(chunk: Buffer): Line[] {
    const lines: Line[] = [];
    let start = 0;
    for (let lf = chunk.indexOf(LF); lf !== -1; lf = chunk.indexOf(LF, start)) {
      this.#pending.push(chunk.subarray(start, lf));
      lines.push(ended(this.#pending.take()));
      start = lf + 1;
    }
    this.#pending.push(chunk.subarray(start));
    return lines;
  }

  /** Call when the stream has ended: the last line if it had no line feed, else undefined. */
  end(): Line | undefined {
    return this.#pending.length === 0 ? undefined : { bytes: this.#pending.take(), eol: '' };
  }
}

function ended(bytes: Buffer): Line {
  return bytes.at(-1) === CR ? { bytes: bytes.subarray(0, -1), eol: '\r\n' } : { bytes, eol: '\n' };
}
