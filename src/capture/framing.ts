const HEADER = /^content-length:\s*\d+\s*$/i;
const LONGEST_HEADER = 200;

/**
 * Notices a server that frames its messages as language servers do: `Content-Length: n`, an empty
 * line, and then a body that no line feed ends.
 */
export class FramingWatch {
  #header = false;
  #seen = false;

  get seen(): boolean {
    return this.#seen;
  }

  /** Looks at one line and what was made of it. True when this line settles the matter. */
  see(bytes: Buffer, kind: string): boolean {
    if (this.#seen || kind !== 'stray' || bytes.length > LONGEST_HEADER) return false;
    const text = bytes.toString('latin1');
    this.#seen = this.#header && text.trim() === '';
    this.#header = HEADER.test(text);
    return this.#seen;
  }
}
