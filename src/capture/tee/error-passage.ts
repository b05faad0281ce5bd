import type { Readable } from 'node:stream';
import { Outlet } from './outlet.ts';
import type { Recorder } from './recorder.ts';
import { standardOutput } from './standard-output.ts';

/** So much waits for a slow reader before the server waits too. In bytes. */
const MOST_WAITING = 4 * 1024 * 1024;
/** What a chunk takes beside its bytes: a server may write single ones. */
const OVERHEAD = 200;
/**
 * A reader that takes nothing for so long does not read. Then the server goes on: what is more than may wait
 * is recorded and not passed on.
 */
const STANDSTILL_MS = 1000;

/**
 * Passes standard error on, live. It is read whatever becomes of our own: a server whose messages
 * nobody reads would stop in the middle of one.
 */
export class ErrorPassage {
  /** Resolves when the server, and all that it started, have closed it. */
  readonly ended: Promise<void>;
  readonly #errors: Readable;
  /** Made for the first bytes: most servers say nothing while their host waits for them. */
  #outlet: Outlet | undefined;
  /** Given to the outlet one by one, so that it is known when the reader has taken something. */
  #queue: Buffer[] = [];
  #queued = 0;
  #isWriting = false;
  #standsStill = false;
  /** Runs while the server is kept waiting. */
  #hold: NodeJS.Timeout | undefined;
  #chunks = 0;
  #flushed: (() => void)[] = [];

  constructor(errors: Readable, recorder: Recorder | undefined) {
    this.#errors = errors;
    errors.on('data', (bytes: Buffer) => {
      this.#chunks += 1;
      recorder?.errors(bytes);
      this.#take(bytes);
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

  /** The server is kept waiting for the reader. */
  get isWaiting(): boolean {
    return this.#hold !== undefined;
  }

  get undelivered(): number {
    return this.#outlet?.undelivered ?? 0;
  }

  /** Resolves when all that waits is with the reader, or the reader has gone. */
  async flushed(): Promise<void> {
    if (this.#isWriting) await new Promise<void>((resolve) => this.#flushed.push(resolve));
    await this.#outlet?.flushed();
  }

  /** Gives up on what still waits. */
  abandon(): void {
    this.#goOnReading();
    for (const bytes of this.#queue) this.#outlet?.drop(bytes);
    this.#queue = [];
    this.#outlet?.abandon();
  }

  #take(bytes: Buffer): void {
    this.#outlet ??= new Outlet(standardOutput(2), () => {});
    const isMuch = this.#queued > MOST_WAITING;
    if (isMuch && this.#standsStill) {
      this.#outlet.drop(bytes);
      return;
    }
    this.#queue.push(bytes);
    this.#queued += bytes.length + OVERHEAD;
    this.#write();
    if (this.#queued > MOST_WAITING) this.#keepWaiting();
  }

  #write(): void {
    while (!this.#isWriting) {
      const next = this.#queue.shift();
      if (next === undefined) break;
      this.#queued -= next.length + OVERHEAD;
      this.#isWriting = this.#outlet?.write(next, this.#written) === false;
    }
    if (this.#isWriting) return;
    const waiting = this.#flushed;
    this.#flushed = [];
    for (const resolve of waiting) resolve();
  }

  /** The reader has taken something. */
  readonly #written = (): void => {
    this.#isWriting = false;
    this.#standsStill = false;
    this.#write();
    if (this.#hold === undefined) return;
    if (this.#queued > MOST_WAITING) this.#hold.refresh();
    else this.#goOnReading();
  };

  #keepWaiting(): void {
    if (this.#hold !== undefined) return;
    this.#errors.pause();
    this.#hold = setTimeout(() => {
      this.#standsStill = true;
      this.#goOnReading();
    }, STANDSTILL_MS);
  }

  #goOnReading(): void {
    clearTimeout(this.#hold);
    this.#hold = undefined;
    this.#errors.resume();
  }
}
