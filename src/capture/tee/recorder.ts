import { SadapError } from '../../errors.ts';
import type { Line, Micros, Side } from '../../model/frame.ts';
import type { EndEntry, ProcessEvent } from '../../model/recording.ts';
import type { Clock } from '../../recording/clock.ts';
import { encodeEntry } from '../../recording/encode.ts';
import type { NewEntry, RecordingWriter } from '../../recording/write.ts';
import { ErrorLines } from './error-lines.ts';
import { FrameRecorder } from './frames.ts';
import { LimitedSink } from './limited-sink.ts';
import { RedactingFrames } from './redacting-frames.ts';

/** Turns the bytes of one side into entries. */
type SideRecorder = Pick<FrameRecorder, 'push' | 'end' | 'close'>;

export interface RecorderOptions {
  readonly writer: RecordingWriter;
  readonly clock: Clock;
  /** The recording stops before it grows beyond this, in bytes. */
  readonly maxBytes?: number | undefined;
  /** Told once when the recording takes no more. */
  readonly failed: (error: unknown) => void;
  /** Sizes in bytes, smaller in tests. */
  readonly batch?: number;
  readonly memory?: number;
}

/** Two of these and the batch are all the memory that lines of any length take. */
const MEMORY = 2 * 1024 * 1024;
const BATCH = 128 * 1024;
const LF = 0x0a;

/**
 * Writes what passes. Each call returns when every line that it completes is in the file, so whoever
 * passes the bytes on afterwards passes on nothing that SIGKILL could take from the recording.
 *
 * No method throws: a recording that fails is given up, and the traffic is not its business.
 */
export class Recorder {
  readonly #writer: RecordingWriter;
  readonly #clock: Clock;
  readonly #failed: (error: unknown) => void;
  readonly #sink: LimitedSink;
  readonly #sides: Readonly<Record<Side, SideRecorder>>;
  readonly #errors: ErrorLines;
  #hasFailed = false;
  #toldFull = false;
  /** A line of this side has begun and not ended; kept for the count beyond the limit. */
  readonly #inLine: Record<Side, boolean> = { client: false, server: false };

  constructor({ writer, clock, failed, ...sizes }: RecorderOptions) {
    this.#writer = writer;
    this.#clock = clock;
    this.#failed = failed;
    this.#sink = new LimitedSink(writer, sizes.batch ?? BATCH, sizes.maxBytes);
    this.#errors = new ErrorLines({
      put: (room, write) => !writer.redacts && this.#sink.put(room, write),
      line: (line, at) => this.#errorLine(line, at),
    });
    const memory = sizes.memory ?? MEMORY;
    const side = (from: Side): SideRecorder =>
      writer.redacts
        ? new RedactingFrames(from, this.#sink, writer)
        : new FrameRecorder(from, this.#sink, { memory, spool: `${writer.path}.${from}-line` });
    this.#sides = { client: side('client'), server: side('server') };
  }

  /** Gets ready for much traffic; it takes half a millisecond, as long as the first message would take without. */
  prepare(): void {
    if (!this.#writer.redacts) this.#sink.prepare();
  }

  get path(): string {
    return this.#writer.path;
  }

  /** The recording was given up. */
  get hasFailed(): boolean {
    return this.#hasFailed;
  }

  /** Bytes of one side, in order. */
  frames(from: Side, chunk: Buffer): void {
    if (chunk.length === 0) return;
    this.#attempt(() => {
      if (this.#sink.isFull) this.#sink.missed += lineFeeds(chunk);
      else this.#sides[from].push(chunk, this.#clock.now());
    });
    this.#inLine[from] = chunk[chunk.length - 1] !== LF;
  }

  /** One side says no more. */
  ended(from: Side): void {
    this.#attempt(() => {
      if (!this.#sink.isFull) this.#sides[from].end(this.#clock.now());
      else if (this.#inLine[from]) this.#sink.missed += 1;
    });
    this.#inLine[from] = false;
  }

  /** Bytes of standard error, in order. */
  errors(chunk: Buffer): void {
    this.#attempt(() => this.#errors.push(chunk, this.#clock.now()));
  }

  errorsEnded(): void {
    this.#attempt(() => this.#errors.end(this.#clock.now()));
  }

  /** Recorded beyond the limit too: there are only a few. */
  event(event: ProcessEvent): void {
    this.#attempt(() => this.#closing({ type: 'event', at: this.#clock.now(), ...event }));
  }

  note(text: string): void {
    this.#attempt(() => this.#closing({ type: 'note', at: this.#clock.now(), text }));
  }

  /** Writes the last entries and closes the file. */
  end(how: Omit<EndEntry, 'type' | 'seq' | 'at'>): void {
    this.#attempt(() => {
      const reason = this.#sink.isFull ? { reason: this.#sink.verdict } : {};
      if (reason.reason)
        this.#closing({ type: 'note', at: this.#clock.now(), text: reason.reason });
      this.#sink.flush();
      const { isRemoved, path } = this.#writer;
      this.#writer.end({ ...how, ...reason });
      if (isRemoved)
        throw new SadapError('write-failed', `the recording ${path} was removed meanwhile`);
    });
    for (const side of Object.values(this.#sides)) side.close();
  }

  #errorLine(line: Line, at: Micros): void {
    const placed = { type: 'stderr', seq: this.#sink.nextSeq, at } as const;
    this.#sink.entry(encodeEntry(this.#writer.prepared({ ...placed, ...line })));
  }

  #closing(entry: NewEntry): void {
    const placed = this.#writer.prepared({ ...entry, seq: this.#sink.nextSeq });
    this.#sink.beyondLimit(encodeEntry(placed));
  }

  #attempt(work: () => void): void {
    if (this.#hasFailed) return;
    try {
      work();
      if (this.#sink.isFull && !this.#toldFull) this.#tellFull();
      this.#sink.flush();
    } catch (error) {
      this.#hasFailed = true;
      for (const side of Object.values(this.#sides)) side.close();
      this.#failed(error);
    }
  }

  /** At once, for a reader of a recording whose recorder was killed. */
  #tellFull(): void {
    this.#toldFull = true;
    const text = `recording stopped at ${this.#sink.limit} bytes; what follows is not recorded`;
    this.#closing({ type: 'note', at: this.#clock.now(), text });
  }
}

function lineFeeds(chunk: Buffer): number {
  let count = 0;
  for (let at = chunk.indexOf(LF); at !== -1; at = chunk.indexOf(LF, at + 1)) count += 1;
  return count;
}
