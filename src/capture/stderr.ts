import { tellsFailure } from '../model/complaint.ts';
import type { Line } from '../model/frame.ts';
import { LineSplitter } from '../wire/lines.ts';
import { wholeCharacters } from '../wire/utf8.ts';

/** A line this long is recorded in pieces: progress bars (`\r`) may never send a line feed. */
export const LONGEST: number = 16 * 1024;
/** Stacks are long; the line that names the failure stands before them. */
const LINES_KEPT = 50;
const LAST_LINES = 5;
const LONGEST_KEPT = 500;
/** Of a terminal: they say nothing in words that are quoted. */
const COLOURS = new RegExp(`${String.fromCharCode(27)}\\[[\\d;]*m`, 'g');

/** Cuts standard error into lines, and long lines into pieces; remembers the last words. */
export class StderrSplitter {
  readonly #lines = new LineSplitter();
  readonly #last: string[] = [];

  /** The last line that names a failure; where there is none, the last lines that are not blank. */
  get lastWords(): readonly string[] {
    const telling = this.#last.findLast(tellsFailure);
    return telling === undefined
      ? this.#last.slice(-LAST_LINES).map((each) => each.trim())
      : [telling];
  }

  /** The lines and pieces that this chunk completes. Their bytes in order are the stream's. */
  push(chunk: Buffer): Line[] {
    const found = this.#lines.push(chunk);
    if (this.#lines.pendingBytes >= LONGEST) found.push(...this.#piece());
    for (const line of found) this.#remember(line);
    return found;
  }

  /** The last line, when no line feed ended it. */
  end(): Line[] {
    const last = this.#lines.end();
    if (!last) return [];
    this.#remember(last);
    return [last];
  }

  /** Not in the middle of a character, so that the piece is text if the line is. */
  #piece(): Line[] {
    const pending = this.#lines.end();
    if (!pending) return [];
    const cut = wholeCharacters(pending.bytes);
    this.#lines.push(pending.bytes.subarray(cut));
    return [{ bytes: pending.bytes.subarray(0, cut), eol: '' }];
  }

  #remember({ bytes }: Line): void {
    const text = bytes.toString('utf8', 0, LONGEST_KEPT).replace(COLOURS, '').trimEnd();
    if (text === '') return;
    this.#last.push(text);
    if (this.#last.length > LINES_KEPT) this.#last.shift();
  }
}
