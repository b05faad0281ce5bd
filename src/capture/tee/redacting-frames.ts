import type { Line, Side } from '../../model/frame.ts';
import { encodeEntry } from '../../recording/encode.ts';
import type { RecordingWriter } from '../../recording/write.ts';
import { LineSplitter } from '../../wire/lines.ts';
import type { EntrySink } from './frames.ts';

/**
 * Turns the bytes of one side into entries without what is to be taken out. A line has to be whole to be
 * looked into, so memory is that of the longest line here; and since nothing that was passed on may miss from
 * the recording, it is looked into before it is passed on.
 */
export class RedactingFrames {
  readonly #from: Side;
  readonly #sink: EntrySink;
  readonly #writer: RecordingWriter;
  readonly #lines = new LineSplitter();

  constructor(from: Side, sink: EntrySink, writer: RecordingWriter) {
    this.#from = from;
    this.#sink = sink;
    this.#writer = writer;
  }

  push(chunk: Buffer, at: number): void {
    // The splitter keeps what it is given; the chunk is used again after the call.
    for (const line of this.#lines.push(Buffer.from(chunk))) this.#line(line, at);
  }

  end(at: number): void {
    const last = this.#lines.end();
    if (last) this.#line(last, at);
  }

  close(): void {
    // Nothing of it is outside the memory.
  }

  #line(line: Line, at: number): void {
    const placed = { type: 'frame', seq: this.#sink.nextSeq, at, from: this.#from } as const;
    this.#sink.frame(encodeEntry(this.#writer.prepared({ ...placed, ...line })));
  }
}
