import type { Inlet, InletListener } from './inlet.ts';
import type { Outlet } from './outlet.ts';

export interface RelayListener {
  /** Called with bytes before they go on; false keeps them from going on. */
  passing(bytes: Buffer): boolean;
  /** The source has ended, and all of it has been written or waits to be. */
  ended(): void;
}

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

  /** Where the bytes come from; made with this relay as its listener. */
  from(inlet: Inlet): void {
    this.#inlet = inlet;
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

  chunk(bytes: Buffer): boolean {
    this.#chunks += 1;
    if (!this.#listener.passing(bytes)) return true;
    if (this.#outlet.write(bytes, this.#goOn)) return true;
    this.#isWaiting = true;
    return false;
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
