import { isUtf8 } from 'node:buffer';
import type { Eol, Line, Micros } from '../../model/frame.ts';
import { putNumber } from '../../recording/message-head.ts';
import { formatTime } from '../../recording/time.ts';
import { wholeCharacters } from '../../wire/utf8.ts';
import { LONGEST } from '../stderr.ts';

/** Where lines of standard error go. */
export interface ErrorSink {
  /** Lets `write` put an entry into the recording, of `room` bytes at most; false when that is not possible. */
  put(room: number, write: WriteEntry): boolean;
  /** The same for any line, at leisure. */
  line(line: Line, at: Micros): void;
}

/** Writes the entry for a place of the recording, and returns the offset after it. */
export type WriteEntry = (target: Uint8Array, start: number, seq: number) => number;

interface Part {
  readonly bytes: Buffer;
  readonly start: number;
  readonly end: number;
  readonly middle: Buffer;
}

const LF = 0x0a;
const CR = 0x0d;
const HEAD = Buffer.from('{"type":"stderr","seq":');
const TAIL = Buffer.from('"}\n');
/** For all that stands around the text. */
const AROUND = 200;
/** Most that one byte becomes: `\u001b`. */
const ESCAPED = 6;
/** By byte: 0 where it stands for itself in JSON, else the letter behind the backslash. */
const ESCAPES = escapes();
const HEX = Buffer.from('0123456789abcdef');

/**
 * Turns the bytes of standard error into entries, cut as `StderrSplitter` cuts them, without making a string of
 * any: a server that floods it would have megabytes of them thrown away each second.
 */
export class ErrorLines {
  readonly #sink: ErrorSink;
  /** The part of a line that came with earlier chunks. */
  #held = Buffer.allocUnsafe(4096);
  #length = 0;
  #at: Micros = Number.NaN;
  /** What stands between the place and the text of a line, by how the line ended. */
  #middles: Readonly<Record<Eol, Buffer>> = middlesOf('');
  /** The line that `#write` writes. */
  #line: Part = { bytes: this.#held, start: 0, end: 0, middle: this.#middles[''] };

  constructor(sink: ErrorSink) {
    this.#sink = sink;
  }

  push(chunk: Buffer, at: Micros): void {
    this.#arrived(at);
    let start = 0;
    if (this.#length > 0) {
      const lf = chunk.indexOf(LF);
      this.#hold(chunk, 0, lf === -1 ? chunk.length : lf);
      start = lf === -1 ? chunk.length : lf + 1;
      if (lf !== -1) this.#heldLine();
    }
    start = this.#whole(chunk, start);
    this.#hold(chunk, start, chunk.length);
    if (this.#length >= LONGEST) this.#piece();
  }

  /** The stream has ended; what came after its last line feed is a line without one. */
  end(at: Micros): void {
    this.#arrived(at);
    if (this.#length > 0) this.#entry(this.#held, 0, this.#length, '');
    this.#length = 0;
  }

  /** Lines that the chunk holds from end to end; returns the offset after them. */
  #whole(chunk: Buffer, from: number): number {
    let start = from;
    for (let lf = chunk.indexOf(LF, start); lf !== -1; lf = chunk.indexOf(LF, start)) {
      this.#ended(chunk, start, lf);
      start = lf + 1;
    }
    return start;
  }

  #heldLine(): void {
    this.#ended(this.#held, 0, this.#length);
    this.#length = 0;
  }

  #ended(bytes: Buffer, start: number, end: number): void {
    const hasReturn = end > start && bytes[end - 1] === CR;
    this.#entry(bytes, start, hasReturn ? end - 1 : end, hasReturn ? '\r\n' : '\n');
  }

  /** Not in the middle of a character, so that the piece is text if the line is. */
  #piece(): void {
    const cut = wholeCharacters(this.#held.subarray(0, this.#length));
    this.#entry(this.#held, 0, cut, '');
    this.#held.copyWithin(0, cut, this.#length);
    this.#length -= cut;
  }

  #hold(chunk: Buffer, start: number, end: number): void {
    const wanted = this.#length + end - start;
    if (wanted > this.#held.length) {
      const larger = Buffer.allocUnsafe(wanted * 2);
      this.#held.copy(larger, 0, 0, this.#length);
      this.#held = larger;
    }
    this.#length += chunk.copy(this.#held, this.#length, start, end);
  }

  #arrived(at: Micros): void {
    if (at === this.#at) return;
    this.#at = at;
    this.#middles = middlesOf(formatTime(at));
  }

  #entry(bytes: Buffer, start: number, end: number, eol: Eol): void {
    const part = bytes.subarray(start, end);
    this.#line = { bytes, start, end, middle: this.#middles[eol] };
    const isPut = isUtf8(part) && this.#sink.put(AROUND + ESCAPED * part.length, this.#write);
    if (!isPut) this.#sink.line({ bytes: part, eol }, this.#at);
  }

  readonly #write: WriteEntry = (target, start, seq) => {
    const { bytes, end, middle } = this.#line;
    target.set(HEAD, start);
    let at = putNumber(target, start + HEAD.length, seq);
    target.set(middle, at);
    at += middle.length;
    for (let index = this.#line.start; index < end; index += 1) {
      const byte = bytes[index] ?? 0;
      const letter = ESCAPES[byte] ?? 0;
      if (letter === 0) target[at++] = byte;
      else at = putEscape(target, at, byte, letter);
    }
    target.set(TAIL, at);
    return at + TAIL.length;
  };
}

function putEscape(target: Uint8Array, start: number, byte: number, letter: number): number {
  target[start] = 0x5c;
  target[start + 1] = letter;
  if (letter !== 0x75) return start + 2;
  target[start + 2] = 0x30;
  target[start + 3] = 0x30;
  target[start + 4] = HEX[byte >> 4] ?? 0;
  target[start + 5] = HEX[byte & 15] ?? 0;
  return start + 6;
}

function middlesOf(time: string): Readonly<Record<Eol, Buffer>> {
  const middle = (eol: string) => Buffer.from(`,"at":"${time}"${eol},"text":"`);
  return { '\n': middle(''), '\r\n': middle(',"eol":"\\r\\n"'), '': middle(',"eol":""') };
}

/** As `JSON.stringify` escapes. */
function escapes(): Uint8Array {
  const table = new Uint8Array(256).fill(0x75, 0, 0x20);
  for (const text of ['\b', '\t', '\n', '\f', '\r', '"', '\\'])
    table[text.charCodeAt(0)] = JSON.stringify(text).charCodeAt(2);
  return table;
}
