import type { Readable } from 'node:stream';
import { Outlet } from './outlet.ts';
import type { Recorder } from './recorder.ts';
import { standardOutput } from './standard-output.ts';

/** So much waits for a slow reader; what is more is recorded and not passed on. In bytes. */
const MOST_WAITING = 4 * 1024 * 1024;

/**
 * Passes standard error on, live. It is read whatever becomes of our own: a server whose messages
 * nobody reads would stop in the middle of one.
 */
export class ErrorPassage {
  /** Resolves when the server, and all that it started, have closed it. */
  readonly ended: Promise<void>;
  readonly #outlet = new Outlet(standardOutput(2), () => {});
  #chunks = 0;

  constructor(errors: Readable, recorder: Recorder | undefined) {
    errors.on('data', (bytes: Buffer) => {
      this.#chunks += 1;
      recorder?.errors(bytes);
      if (this.#outlet.waiting > MOST_WAITING) this.#outlet.drop(bytes);
      else this.#outlet.write(bytes, () => {});
    });
    this.ended = new Promise((resolve) => {
      errors.once('close', () => {
        recorder?.errorsEnded();
        resolve();
      });
    });
  }

  get chunks(): number {
    return this.#chunks;
  }

  get undelivered(): number {
    return this.#outlet.undelivered;
  }

  /** Resolves when all that waits is with the reader, or the reader has gone. */
  flushed(): Promise<void> {
    return this.#outlet.flushed();
  }

  /** Gives up on what still waits. */
  abandon(): void {
    this.#outlet.abandon();
  }
}
