import type { GrowingEntry } from '../../recording/growing-entry.ts';
import { toBlockEnd } from '../../recording/sink.ts';
import type { Spool } from '../../recording/spool.ts';

/** Starts the entry of a line in the recording; undefined when it cannot be written there before it ends. */
export type Grow = (interrupted: () => void) => GrowingEntry | undefined;

/**
 * Where a line stays that is too long for memory: in the recording itself, as its last entry, until something else
 * has to be recorded; then, or where that is not possible, in a spool.
 */
export class LongLine {
  readonly #spool: Spool;
  readonly #grow: Grow;
  #growing: GrowingEntry | undefined;

  constructor(spool: Spool, grow: Grow) {
    this.#spool = spool;
    this.#grow = grow;
  }

  /** Bytes of the line so far. */
  get size(): number {
    return this.#growing ? this.#growing.size : this.#spool.size;
  }

  /** So many bytes are well written at once. */
  get portion(): number {
    return toBlockEnd(this.#growing ? this.#growing.end : this.#spool.size);
  }

  /** Throws SadapError `write-failed`. */
  append(bytes: Buffer): void {
    if (this.size === 0) this.#growing ??= this.#grow(() => this.toSpool());
    if (this.#growing) this.#growing.append(bytes);
    else this.#spool.append(bytes);
  }

  /** The entry of the line, when it is in the recording. The caller has to end it. */
  take(): GrowingEntry | undefined {
    const growing = this.#growing;
    this.#growing = undefined;
    return growing;
  }

  /** The line goes to the spool, whatever comes of that, so nothing of it stays in the recording. */
  toSpool(): void {
    const growing = this.take();
    if (!growing) return;
    try {
      for (const block of growing.bytes()) this.#spool.append(block);
    } finally {
      growing.drop();
    }
  }

  /** The line is over, or given up. */
  clear(): void {
    this.take()?.drop();
    if (this.#spool.size > 0) this.#spool.clear();
  }

  close(): void {
    this.take()?.drop();
    this.#spool.close();
  }
}
