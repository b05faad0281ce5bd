import type { Writable } from 'node:stream';

/** The writing end of a stream that may go away at any time. */
export class Outlet {
  readonly #stream: Writable;
  readonly #lost: (code: string) => void;
  #isLost = false;
  #undelivered = 0;
  /** Writes whose end has not been told yet. */
  #pending = 0;
  #flushed: (() => void)[] = [];

  /** `lost` is called once, when the reader has gone. */
  constructor(stream: Writable, lost: (code: string) => void) {
    this.#stream = stream;
    this.#lost = lost;
    stream.on('error', (error: NodeJS.ErrnoException) => this.#gone(error.code ?? error.message));
  }

  /** Bytes that were to be passed on and were not, as far as the system tells. */
  get undelivered(): number {
    return this.#undelivered;
  }

  /** Bytes that wait for the reader. */
  get waiting(): number {
    return this.#stream.writableLength;
  }

  /**
   * Writes at once what the system takes at once.
   *
   * @returns true when the bytes are no longer needed; else `free` is called when that is so.
   */
  write(bytes: Buffer, free: () => void): boolean {
    if (this.#isLost || !this.#stream.writable) {
      this.#undelivered += bytes.length;
      return true;
    }
    let atOnce = true;
    this.#pending += 1;
    this.#stream.write(bytes, (error) => {
      this.#pending -= 1;
      if (error) this.#undelivered += bytes.length;
      if (!atOnce) free();
      if (this.#pending === 0) this.#tellFlushed();
    });
    atOnce = this.#stream.writableLength === 0;
    return atOnce;
  }

  /** Bytes that are given up before anything is tried. */
  drop(bytes: Buffer): void {
    this.#undelivered += bytes.length;
  }

  /** Resolves when everything is with the reader, or the reader has gone. */
  flushed(): Promise<void> {
    if (this.#isLost || this.#pending === 0) return Promise.resolve();
    return new Promise((resolve) => this.#flushed.push(resolve));
  }

  /** Tells the reader that no more comes. */
  end(): void {
    if (!this.#isLost) this.#stream.end();
  }

  /** Gives up on what is not written yet. */
  abandon(): void {
    this.#undelivered += this.waiting;
    this.#isLost = true;
    this.#stream.destroy();
    this.#tellFlushed();
  }

  #gone(code: string): void {
    if (this.#isLost) return;
    this.#isLost = true;
    this.#stream.destroy();
    this.#tellFlushed();
    this.#lost(code);
  }

  #tellFlushed(): void {
    const waiting = this.#flushed;
    this.#flushed = [];
    for (const resolve of waiting) resolve();
  }
}
