/** Pieces below this size are joined early, so that a peer that writes single bytes costs no object per byte. */
const SMALL = 16 * 1024;

/** Bytes that come in pieces, joined once when they are all there; linear time for any pieces. */
export class Pieces {
  #pieces: Buffer[] = [];
  #length = 0;

  get length(): number {
    return this.#length;
  }

  /** Keeps the piece, not a copy of it: the caller must not write into it. */
  push(bytes: Buffer): void {
    if (bytes.length === 0) return;
    this.#length += bytes.length;
    let piece = bytes;
    for (let last = this.#pieces.at(-1); last && joins(last, piece); last = this.#pieces.at(-1)) {
      this.#pieces.pop();
      piece = Buffer.concat([last, piece]);
    }
    this.#pieces.push(piece);
  }

  /** What there is so far, in order. */
  get pieces(): readonly Buffer[] {
    return this.#pieces;
  }

  /** All bytes so far; none are left. */
  take(): Buffer {
    const [only] = this.#pieces;
    const all = this.#pieces.length === 1 && only ? only : Buffer.concat(this.#pieces);
    this.clear();
    return all;
  }

  clear(): void {
    this.#pieces = [];
    this.#length = 0;
  }
}

/** Joining only equals or smaller ones keeps the copying at n log n, with the log bounded by SMALL. */
function joins(last: Buffer, next: Buffer): boolean {
  return last.length <= next.length && next.length < SMALL;
}
