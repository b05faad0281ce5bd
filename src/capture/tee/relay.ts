import type { Inlet, InletListener } from './inlet.ts';
import type { Outlet } from './outlet.ts';

export interface RelayListener {
  /** Called once for all bytes; for those that end a line before they go on. false keeps them. */
  passing(bytes: Buffer): boolean;
  /** The bytes have gone on, or wait to. */
  passed(bytes: Buffer): void;
  /** The source has ended, and all of it has been written or waits to be. */
  ended(): void;
}

const LF = 0x0a;

/**
 * Passes each chunk on as it comes, whatever it holds, and reads no more than the other end takes.
 * Memory is one chunk.
 */
export class Relay implements InletListener {
  readonly #outlet: Outlet;
  readonly #listener: RelayListener;
  #inlet: Inlet | undefined;
  #isWaiting = false;
  #hasEnded = false;
  #chunks = 0;

  constructor(outlet: Outlet, listener: RelayListener) {
    this.#outlet = outlet;
    this.#listener = listener;
  }

  /** Where the bytes come from, made with this relay as its listener; from now on they are read. */
  from(inlet: Inlet): void {
    this.#inlet = inlet;
    inlet.resume();
  }

  /** Chunks so far; a change tells that something came. */
  get chunks(): number {
    return this.#chunks;
  }

  /** The reader is slow, and nothing is read for it. */
  get isWaiting(): boolean {
    return this.#isWaiting;
  }

  get hasEnded(): boolean {
    return this.#hasEnded;
  }

  /**
   * What ends a line is recorded first, so that no frame is passed on that a kill could take from the
   * recording. The middle of a long line goes on first: its receiver works while we look at it.
   */
  chunk(bytes: Buffer): boolean {
    this.#chunks += 1;
    const endsLine = bytes.includes(LF);
    if (endsLine && !this.#listener.passing(bytes)) return true;
    this.#isWaiting = !this.#outlet.write(bytes, this.#goOn);
    if (!endsLine) this.#listener.passing(bytes);
    this.#listener.passed(bytes);
    return !this.#isWaiting;
  }

  ended(): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    this.#listener.ended();
  }

  /** Reads no more, and tells nobody. */
  stop(): void {
    this.#hasEnded = true;
    this.#inlet?.destroy();
  }

  readonly #goOn = (): void => {
    this.#isWaiting = false;
    this.#inlet?.resume();
  };
}
