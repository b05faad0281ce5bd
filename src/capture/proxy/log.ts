import { SadapError } from '../../errors.ts';
import type { Micros } from '../../model/frame.ts';
import type { Clock } from '../../recording/clock.ts';
import type { NewEntry, RecordingWriter } from '../../recording/write.ts';

/** An entry without its time, which the log gives. */
export type TimelessEntry = NewEntry extends infer E
  ? E extends NewEntry
    ? Omit<E, 'at'>
    : never
  : never;

/**
 * Takes entries of all exchanges and appends those of one turn of the event loop with one write, after
 * they were forwarded and before the loop goes on.
 */
export class TrafficLog {
  readonly #writer: RecordingWriter;
  readonly #clock: Clock;
  readonly #failed: (error: SadapError) => void;
  #queue: NewEntry[] = [];

  /** `failed` is told once when the recording takes no more; the traffic goes on. */
  constructor(writer: RecordingWriter, clock: Clock, failed: (error: SadapError) => void) {
    this.#writer = writer;
    this.#clock = clock;
    this.#failed = failed;
  }

  now(): Micros {
    return this.#clock.now();
  }

  add(entry: TimelessEntry): void {
    // Promise jobs run when all that arrived together has been handed on, and before anything else can.
    if (this.#queue.length === 0) queueMicrotask(() => this.flush());
    // The time is the one member that was missing.
    this.#queue.push({ ...entry, at: this.#clock.now() } as NewEntry);
  }

  /** Writes what is queued, and the last entry. */
  end(): void {
    this.flush();
    try {
      this.#writer.end({ closedBy: 'sadap' });
    } catch (error) {
      if (!(error instanceof SadapError)) throw error;
      this.#failed(error);
    }
  }

  flush(): void {
    const entries = this.#queue;
    this.#queue = [];
    if (entries.length === 0) return;
    try {
      this.#writer.append(entries);
    } catch (error) {
      if (!(error instanceof SadapError)) throw error;
      this.#failed(error);
    }
  }
}
