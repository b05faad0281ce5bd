import type { Inlet, InletListener } from './inlet.ts';
import { Outlet } from './outlet.ts';
import type { Recorder } from './recorder.ts';
import { standardOutput } from './standard-output.ts';
import { WaitingBytes } from './waiting-bytes.ts';

/** So much waits for a slow reader before the server waits too. In bytes. */
const MOST_WAITING = 4 * 1024 * 1024;
/**
 * A reader that takes nothing for so long does not read. Then the server goes on: what is more than may wait
 * is recorded and not passed on.
 */
const STANDSTILL_MS = 1000;

/**
 * Passes standard error on, live. It is read whatever becomes of our own: a server whose messages
 * nobody reads would stop in the middle of one.
 */
export class ErrorPassage implements InletListener {
  readonly #recorder: () => Recorder | undefined;
  /** Made for the first bytes: most servers say nothing while their host waits for them. */
  #outlet: Outlet | undefined;
  readonly #waiting = new WaitingBytes();
  #inlet: Inlet | undefined;
  /** What the outlet has not taken yet. */
  #written: Buffer | undefined;
  #standsStill = false;
  /** Runs while the server is kept waiting. */
  #hold: NodeJS.Timeout | undefined;
  #chunks = 0;
  #hasEnded = false;
  #flushed: (() => void)[] = [];
  #tellEnded = () => {};
  /** Resolves when the server, and all that it started, have closed it. */
  readonly whenEnded = new Promise<void>((resolve) => {
    this.#tellEnded = resolve;
  });

  constructor(recorder: () => Recorder | undefined) {
    this.#recorder = recorder;
  }

  /** Where the bytes come from, made with this passage as its listener; from now on they are read. */
  from(inlet: Inlet): void {
    this.#inlet = inlet;
    inlet.resume();
  }

  chunk(bytes: Buffer): boolean {
    this.#chunks += 1;
    this.#recorder()?.errors(bytes);
    this.#outlet ??= new Outlet(standardOutput(2), () => {});
    if (this.#waiting.length > MOST_WAITING && this.#standsStill) {
      this.#outlet.drop(bytes);
      return true;
    }
    this.#waiting.push(bytes);
    this.#write();
    if (this.#waiting.length > MOST_WAITING) this.#keepWaiting();
    return this.#hold === undefined;
  }

  ended(): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    this.#recorder()?.errorsEnded();
    this.#tellEnded();
  }

  /** Reads no more. */
  stop(): void {
    this.#inlet?.destroy();
    this.ended();
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
    if (this.#written) await new Promise<void>((resolve) => this.#flushed.push(resolve));
    await this.#outlet?.flushed();
  }

  /** Gives up on what still waits. */
  abandon(): void {
    this.#goOnReading();
    for (let next = this.#waiting.take(); next; next = this.#waiting.take())
      this.#outlet?.drop(next);
    this.#outlet?.abandon();
  }

  #write(): void {
    while (!this.#written) {
      const next = this.#waiting.take();
      if (next === undefined) break;
      this.#written = next;
      if (this.#outlet?.write(next, this.#taken) !== false) this.#free(next);
    }
    if (this.#written) return;
    const waiting = this.#flushed;
    this.#flushed = [];
    for (const resolve of waiting) resolve();
  }

  #free(written: Buffer): void {
    this.#written = undefined;
    this.#waiting.giveBack(written);
  }

  /** The reader has taken something. */
  readonly #taken = (): void => {
    if (this.#written) this.#free(this.#written);
    this.#standsStill = false;
    this.#write();
    if (this.#hold === undefined) return;
    if (this.#waiting.length > MOST_WAITING) this.#hold.refresh();
    else this.#goOnReading();
  };

  #keepWaiting(): void {
    this.#hold ??= setTimeout(() => {
      this.#standsStill = true;
      this.#goOnReading();
    }, STANDSTILL_MS);
  }

  #goOnReading(): void {
    clearTimeout(this.#hold);
    this.#hold = undefined;
    this.#inlet?.resume();
  }
}
