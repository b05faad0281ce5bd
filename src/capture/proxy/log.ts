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

/** Bytes of frames that wait to be written; with more, long bodies would fill the memory. */
const ENOUGH = 1024 * 1024;

/**
 * Looks at the traffic after it was forwarded. What comes in one turn of the event loop is looked at
 * behind all that was to be sent in it, appended with one write, and on disk before the loop goes on.
 */
export class TrafficLog {
  readonly #writer: RecordingWriter;
  readonly #clock: Clock;
  readonly #failed: (error: SadapError) => void;
  #looks: { readonly at: Micros; readonly look: () => void }[] = [];
  #queue: NewEntry[] = [];
  #queuedBytes = 0;
  #isScheduled = false;
  /** The time of what is being looked at. */
  #at: Micros | undefined;

  /** `failed` is told once when the recording takes no more; the traffic goes on. */
  constructor(writer: RecordingWriter, clock: Clock, failed: (error: SadapError) => void) {
    this.#writer = writer;
    this.#clock = clock;
    this.#failed = failed;
  }

  /** The time of what is being looked at, or the present. */
  now(): Micros {
    return this.#at ?? this.#clock.now();
  }

  /** Looks at something that happened now, as soon as the sockets have been written to. */
  later(look: () => void): void {
    this.#looks.push({ at: this.#clock.now(), look });
    this.#schedule();
  }

  add(entry: TimelessEntry): void {
    // The time is the one member that was missing.
    this.#queue.push({ ...entry, at: this.now() } as NewEntry);
    if (entry.type === 'frame') this.#queuedBytes += entry.bytes.length;
    if (this.#queuedBytes > ENOUGH) this.#append();
    else this.#schedule();
  }

  /** Looks at what waits, and writes what is queued. */
  flush(): void {
    this.#look();
    this.#append();
  }

  /** Writes what is queued, and the last entry. */
  end(): void {
    this.flush();
    this.#write(() => this.#writer.end({ closedBy: 'sadap' }));
  }

  /** Promise jobs run when all ticks have, which is when Node writes to its sockets. */
  #schedule(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    queueMicrotask(() => {
      this.#isScheduled = false;
      this.flush();
    });
  }

  #append(): void {
    const entries = this.#queue;
    this.#queue = [];
    this.#queuedBytes = 0;
    if (entries.length > 0) this.#write(() => this.#writer.append(entries));
  }

  #look(): void {
    const looks = this.#looks;
    this.#looks = [];
    for (const { at, look } of looks) {
      this.#at = at;
      look();
    }
    this.#at = undefined;
  }

  #write(write: () => void): void {
    try {
      write();
    } catch (error) {
      if (!(error instanceof SadapError)) throw error;
      this.#failed(error);
    }
  }
}
