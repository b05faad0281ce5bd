/** Bytes are collected in pieces of this size. */
const PIECE = 64 * 1024;
/** So many pieces are kept to be filled again. */
const KEPT = 4;

interface Piece {
  readonly buffer: Buffer;
  length: number;
}

/** Copies of bytes that wait for a slow reader, in few pieces however small they came. */
export class WaitingBytes {
  readonly #pieces: Piece[] = [];
  readonly #free: Buffer[] = [];
  #length = 0;

  get length(): number {
    return this.#length;
  }

  push(bytes: Buffer): void {
    for (let done = 0; done < bytes.length; ) {
      const piece = this.#last();
      const some = bytes.copy(piece.buffer, piece.length, done);
      piece.length += some;
      done += some;
    }
    this.#length += bytes.length;
  }

  /** The first piece; it is the taker's until it is given back. */
  take(): Buffer | undefined {
    const piece = this.#pieces.shift();
    if (!piece) return undefined;
    this.#length -= piece.length;
    return piece.buffer.subarray(0, piece.length);
  }

  giveBack(piece: Buffer): void {
    if (this.#free.length < KEPT) this.#free.push(Buffer.from(piece.buffer, 0, PIECE));
  }

  #last(): Piece {
    const last = this.#pieces.at(-1);
    if (last && last.length < PIECE) return last;
    const piece = { buffer: this.#free.pop() ?? Buffer.allocUnsafeSlow(PIECE), length: 0 };
    this.#pieces.push(piece);
    return piece;
  }
}
