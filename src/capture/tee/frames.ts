import { isUtf8 } from 'node:buffer';
import type { Eol, Side } from '../../model/frame.ts';
import { encodeEntry, MESSAGE_END, strayAround } from '../../recording/encode.ts';
import type { GrowingEntry } from '../../recording/growing-entry.ts';
import {
  HEAD_TEXTS,
  LONGEST_HEAD,
  middleOf,
  writeMessageHead,
} from '../../recording/message-head.ts';
import { Spool } from '../../recording/spool.ts';
import { formatTime } from '../../recording/time.ts';
import { TextRuns } from '../../wire/text-runs.ts';
import type { MessageBytes } from './batch.ts';
import { HeldLine } from './held-line.ts';
import { LongLine } from './long-line.ts';
import { LineScanner } from './scan.ts';

/**
 * Where entries go; what they are given is copied or written before they return. An entry that is
 * accepted takes the place `nextSeq`. Any method may throw SadapError `write-failed`.
 */
export interface EntrySink {
  readonly nextSeq: number;
  /**
   * Messages in whole lines that are UTF-8, from `from` to `to`, with what their heads have in common.
   * @returns the offset of the first line that is left to the other methods, mostly `to`.
   */
  lines(chunk: Buffer, from: number, to: number, middle: Uint8Array): number;
  message(message: MessageBytes): void;
  /** One whole entry, encoded. */
  frame(bytes: Buffer): void;
  /** One entry in pieces. `length` is that of all of them. */
  pieces(length: number, pieces: Iterable<Buffer>): void;
  /** Starts the entry of a line that has not ended: `RecordingWriter.grow`. */
  grow(head: Buffer, interrupted: () => void): GrowingEntry | undefined;
  /** The line has ended. */
  grown(entry: GrowingEntry, head: Buffer): void;
  /** An unfinished line has this many bytes so far; false when they can never be accepted. */
  hasRoomFor(bytes: number): boolean;
}

export interface FrameLimits {
  /** A line longer than this goes to a file before it ends. In bytes, at least 8. */
  readonly memory: number;
  /** A name for a file of its own, which it gets when it cannot stay in the recording; no file has it. */
  readonly spool: string;
}

const LF = 0x0a;
/** The last of a head. */
const MESSAGE_KEY = HEAD_TEXTS.message;

/** Turns the bytes of one side into entries, in whatever chunks they come. */
export class FrameRecorder {
  readonly #from: Side;
  readonly #sink: EntrySink;
  readonly #spool: Spool;
  readonly #long: LongLine;
  readonly #held: HeldLine;
  readonly #scanner = new LineScanner();
  readonly #runs = new TextRuns();
  readonly #head = new Uint8Array(LONGEST_HEAD);
  /** When the chunk arrived. */
  #at = 0;
  /** What the entries of one time have in common; made when it is needed, not for the inside of a long line. */
  #made: { readonly at: number; readonly middle: Uint8Array } | undefined;
  /** Length of the head with what was known when the line began to be written, and what came in addition. */
  #known = 0;
  #late = 0;

  constructor(from: Side, sink: EntrySink, limits: FrameLimits) {
    this.#from = from;
    this.#sink = sink;
    this.#spool = new Spool(limits.spool);
    this.#long = new LongLine(this.#spool, (interrupted) => this.#grow(interrupted));
    this.#held = new HeldLine(limits.memory, this.#long);
  }

  /** Every line that ends in this chunk has been given to the sink when the call returns. */
  push(chunk: Buffer, at: number): void {
    this.#at = at;
    const whole = chunk.lastIndexOf(LF) + 1;
    let isQuick = whole > 0 && isUtf8(chunk.subarray(0, whole));
    const runs = this.#runs;
    runs.enter(chunk);
    for (let start = 0; start < chunk.length; ) {
      if (isQuick && this.#held.length === 0 && start < whole) {
        const next = this.#sink.lines(chunk, start, whole, this.#middle);
        // Each call copies all that is left: so the copies of a chunk are at most twice its length.
        isQuick = next - start >= (whole - start) / 2;
        start = next;
        if (start === chunk.length) return;
      }
      const end = this.#scanner.read(chunk, start, runs);
      if (end === chunk.length) {
        this.#hold(chunk.subarray(start));
        return;
      }
      if (this.#held.length === 0) this.#line(chunk, start, end);
      else {
        this.#held.add(chunk.subarray(start, end));
        this.#heldLine(this.#held.takeReturn() ? '\r\n' : '\n');
      }
      this.#scanner.reset();
      start = end + 1;
    }
  }

  /** The stream has ended; what came after its last line feed is a line without one. */
  end(at: number): void {
    this.#at = at;
    if (this.#held.length > 0) this.#heldLine('');
  }

  close(): void {
    this.#long.close();
  }

  get #middle(): Uint8Array {
    const at = this.#at;
    if (this.#made?.at !== at)
      this.#made = { at, middle: middleOf(formatTime(at), this.#from, '\n') };
    return this.#made.middle;
  }

  #hold(rest: Buffer): void {
    if (this.#sink.hasRoomFor(this.#held.length + rest.length)) this.#held.add(rest);
    else this.#held.clear();
  }

  /** A line that came with one chunk, as nearly all do. */
  #line(chunk: Buffer, start: number, lf: number): void {
    const scanner = this.#scanner;
    const isCrLf = lf > start && chunk[lf - 1] === 0x0d;
    const end = isCrLf ? lf - 1 : lf;
    const eol = isCrLf ? '\r\n' : '\n';
    if (scanner.end() && (!scanner.high || isUtf8(chunk.subarray(start, end)))) {
      const { hints } = scanner;
      this.#sink.message({ middle: this.#middleFor(eol), hints, chunk, start, end });
    } else this.#stray(chunk.subarray(start, end), eol);
  }

  #heldLine(eol: Eol): void {
    const held = this.#held;
    const json = this.#scanner.end();
    if (held.isLong) this.#longLine(json, eol);
    else if (json && held.isUtf8()) this.#sink.frame(held.framed(this.#headFor(eol)));
    else this.#stray(held.bytes, eol);
    held.clear();
  }

  #longLine(json: boolean, eol: Eol): void {
    const utf8 = this.#held.isUtf8();
    this.#held.passRest();
    if (json && utf8) this.#longMessage(Buffer.from(this.#headFor(eol)));
    else this.#longStray(utf8, eol);
  }

  #longMessage(head: Buffer): void {
    const growing = this.#long.take();
    if (growing) {
      this.#late = Math.max(0, head.length - this.#known);
      this.#sink.grown(growing, head);
      return;
    }
    const length = head.length + this.#spool.size + MESSAGE_END.length;
    this.#sink.pieces(length, around(head, this.#spool.bytes(), MESSAGE_END));
  }

  #longStray(utf8: boolean, eol: Eol): void {
    this.#long.toSpool();
    const spool = this.#spool;
    const placed = { seq: this.#sink.nextSeq, at: this.#at, from: this.#from, eol };
    const [head, tail] = strayAround(placed, utf8).map((text) => Buffer.from(text)) as [
      Buffer,
      Buffer,
    ]; // two texts give two buffers
    let length = head.length + tail.length;
    for (const text of spool.texts(utf8)) length += Buffer.byteLength(text);
    this.#sink.pieces(length, around(head, buffers(spool.texts(utf8)), tail));
  }

  #stray(bytes: Buffer, eol: Eol): void {
    const placed = { seq: this.#sink.nextSeq, at: this.#at, from: this.#from };
    this.#sink.frame(encodeEntry({ type: 'frame', ...placed, bytes, eol }));
  }

  /**
   * What comes late, as the id does behind a result, is taken for as long as it was in the last such line: then
   * nothing has to be moved for it.
   */
  #grow(interrupted: () => void): GrowingEntry | undefined {
    const head = this.#headFor('\n');
    this.#known = head.length;
    const room = Buffer.alloc(this.#late, ' ');
    const start = head.length - MESSAGE_KEY.length;
    return this.#sink.grow(
      Buffer.concat([head.subarray(0, start), room, head.subarray(start)]),
      interrupted,
    );
  }

  /** Valid until the next call. */
  #headFor(eol: Eol): Uint8Array {
    const { nextSeq } = this.#sink;
    const { hints } = this.#scanner;
    const length = writeMessageHead(this.#head, 0, nextSeq, this.#middleFor(eol), hints);
    return this.#head.subarray(0, length);
  }

  #middleFor(eol: Eol): Uint8Array {
    return eol === '\n' ? this.#middle : middleOf(formatTime(this.#at), this.#from, eol);
  }
}

function* around(head: Buffer, inside: Iterable<Buffer>, tail: Buffer): Generator<Buffer> {
  yield head;
  yield* inside;
  yield tail;
}

function* buffers(texts: Iterable<string>): Generator<Buffer> {
  for (const text of texts) yield Buffer.from(text);
}
