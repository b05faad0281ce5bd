import { MESSAGE_END } from '../../recording/encode.ts';
import type { GrowingEntry } from '../../recording/growing-entry.ts';
import { LONGEST_HEAD, writeMessageHead } from '../../recording/message-head.ts';
import type { RecordingWriter } from '../../recording/write.ts';
import { Batch, type MessageBytes } from './batch.ts';
import type { WriteEntry } from './error-lines.ts';
import type { EntrySink } from './frames.ts';
import { LineEncoder } from './line-encoder.ts';

/** Gives entries to the writer, one write for many, until the file would grow beyond a limit. */
export class LimitedSink implements EntrySink {
  readonly limit: number;
  /** Entries that were refused, and whatever the owner adds while the sink is full. */
  missed = 0;
  readonly #writer: RecordingWriter;
  readonly #batch: Batch;
  readonly #batchSize: number;
  #isFull = false;

  constructor(writer: RecordingWriter, batch: number, limit = Number.POSITIVE_INFINITY) {
    this.limit = limit;
    this.#writer = writer;
    this.#batchSize = batch;
    this.#batch = new Batch(batch, (bytes) => writer.appendEncoded(bytes));
  }

  /** The limit was reached; nothing more is accepted. */
  get isFull(): boolean {
    return this.#isFull;
  }

  /** What became of the recording, once it is full. */
  get verdict(): string {
    return `recording stopped at ${this.limit} bytes, ${this.missed} frames not recorded`;
  }

  get nextSeq(): number {
    return this.#writer.nextSeq;
  }

  /** Prepares for `lines`, which encodes nothing without. It takes a millisecond. */
  prepare(): void {
    const encoder = LineEncoder.create(this.#batchSize);
    if (encoder) this.#batch.encodeWith(encoder);
  }

  lines(chunk: Buffer, from: number, to: number, middle: Uint8Array): number {
    for (let at = from; ; ) {
      // Near the limit every entry is looked at by itself.
      if (this.#isFull || this.#size + this.#batchSize > this.limit) return at;
      const after = this.#batch.lines(chunk, at, to, { middle, seq: this.nextSeq });
      if (after === at) return at;
      this.#writer.takeSeq(this.#batch.count);
      if (after === to) return to;
      at = after;
    }
  }

  message(message: MessageBytes): void {
    const { middle, hints, chunk, start, end } = message;
    // The longest head there can be: near the limit a frame more or less does not count.
    if (!this.#accepts(LONGEST_HEAD + end - start)) return;
    const seq = this.#writer.takeSeq();
    if (this.#batch.message(seq, message)) return;
    const head = new Uint8Array(LONGEST_HEAD);
    const length = writeMessageHead(head, 0, seq, middle, hints);
    const line = [head.subarray(0, length), chunk.subarray(start, end), MESSAGE_END];
    this.#batch.add(Buffer.concat(line));
  }

  frame(bytes: Buffer): void {
    if (!this.#accepts(bytes.length)) return;
    this.#writer.takeSeq();
    this.#batch.add(bytes);
  }

  /** An entry that is no frame, of `room` bytes at most; false: not here, and not near the limit. */
  put(room: number, write: WriteEntry): boolean {
    if (this.#isFull || this.#size + room > this.limit) return false;
    if (!this.#batch.put(room, this.nextSeq, write)) return false;
    this.#writer.takeSeq();
    return true;
  }

  /** An entry that is no frame; refused in silence. */
  entry(bytes: Buffer): void {
    const { missed } = this;
    this.frame(bytes);
    this.missed = missed;
  }

  pieces(length: number, pieces: Iterable<Buffer>): void {
    if (!this.#accepts(length)) return;
    this.#writer.takeSeq();
    this.#batch.flush();
    let left = length;
    for (const piece of pieces) {
      left -= piece.length;
      this.#writer.appendEncoded(piece, left > 0);
    }
  }

  grow(head: Buffer, interrupted: () => void): GrowingEntry | undefined {
    this.#batch.flush();
    return this.#writer.grow(head, interrupted);
  }

  grown(entry: GrowingEntry, head: Buffer): void {
    if (!this.#accepts(head.length + entry.size + MESSAGE_END.length)) {
      entry.drop();
      return;
    }
    this.#writer.takeSeq();
    entry.finish(head, MESSAGE_END);
  }

  hasRoomFor(bytes: number): boolean {
    this.#isFull ||= this.#size + bytes > this.limit;
    return !this.#isFull;
  }

  /** A closing remark, which stands in the file whatever its size. */
  beyondLimit(bytes: Buffer): void {
    this.#writer.takeSeq();
    this.#batch.add(bytes);
  }

  flush(): void {
    this.#batch.flush();
  }

  get #size(): number {
    return this.#writer.size + this.#batch.length;
  }

  #accepts(bytes: number): boolean {
    if (this.hasRoomFor(bytes)) return true;
    this.missed += 1;
    return false;
  }
}
