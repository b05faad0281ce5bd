/** A line or head that comes in pieces, until the bytes that end it are there. In linear time. */
export class HeldText {
  #buffer = Buffer.alloc(0);
  #length = 0;

  /**
   * Takes bytes of `chunk` from `at` on.
   *
   * @param most bytes that may stand before `mark`
   * @returns the text before `mark`, and the offset in `chunk` after it; undefined: more has to come; 'long': there
   *   are too many bytes before it
   */
  upTo(
    mark: Buffer,
    most: number,
    chunk: Buffer,
    at: number,
  ): { readonly text: string; readonly end: number } | undefined | 'long' {
    if (this.#length === 0) {
      const found = chunk.indexOf(mark, at);
      if (found !== -1)
        return found - at > most
          ? 'long'
          : { text: chunk.toString('latin1', at, found), end: found + mark.length };
    }
    const before = this.#length;
    this.#add(chunk.subarray(at, at + most + mark.length));
    const all = this.#buffer.subarray(0, this.#length);
    const found = all.indexOf(mark, Math.max(0, before - mark.length + 1));
    if (found > most || (found === -1 && all.length >= most + mark.length)) return 'long';
    if (found === -1) return undefined;
    this.#length = 0;
    return { text: all.toString('latin1', 0, found), end: at + found + mark.length - before };
  }

  #add(bytes: Buffer): void {
    const wanted = this.#length + bytes.length;
    if (wanted > this.#buffer.length) {
      const larger = Buffer.allocUnsafe(Math.max(wanted, this.#buffer.length * 2, 256));
      this.#buffer.copy(larger, 0, 0, this.#length);
      this.#buffer = larger;
    }
    bytes.copy(this.#buffer, this.#length);
    this.#length = wanted;
  }
}
