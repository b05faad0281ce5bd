/** Collects encoded entries in one buffer that is used again, to be appended by one write. */
export class EntryBatch {
  readonly #buffer: Buffer;
  readonly #write: (pieces: readonly Buffer[], more: boolean) => void;
  #length = 0;

  /** `write` gets what is valid only during the call; `more`: its last entry goes on with the next. */
  constructor(size: number, write: (pieces: readonly Buffer[], more: boolean) => void) {
    this.#buffer = Buffer.allocUnsafe(size);
    this.#write = write;
  }

  /** An entry. */
  text(line: string): void {
    // No character takes more than three bytes for each unit of its string.
    if (line.length * 3 > this.#buffer.length) {
      this.bytes(Buffer.from(line));
      return;
    }
    if (this.#length + line.length * 3 > this.#buffer.length) this.flush();
    this.#length += this.#buffer.write(line, this.#length);
  }

  /** An entry; not copied when it is long. */
  bytes(line: Buffer): void {
    if (this.#length + line.length > this.#buffer.length) this.flush();
    if (line.length > this.#buffer.length) this.#write([line], false);
    else this.#length += line.copy(this.#buffer, this.#length);
  }

  /** An entry, mostly a short one: text, bytes, text. */
  around({ start, bytes, end }: { start: string; bytes: Buffer; end: string }): void {
    const most = start.length * 3 + bytes.length + end.length * 3;
    if (most > this.#buffer.length) {
      this.pieces([Buffer.from(start), bytes, Buffer.from(end)]);
      return;
    }
    if (this.#length + most > this.#buffer.length) this.flush();
    const buffer = this.#buffer;
    let at = this.#length;
    at += buffer.write(start, at);
    at += bytes.copy(buffer, at);
    this.#length = at + buffer.write(end, at);
  }

  /** An entry in pieces. */
  pieces(pieces: readonly Buffer[]): void {
    let length = 0;
    for (const piece of pieces) length += piece.length;
    if (length <= this.#buffer.length) {
      if (this.#length + length > this.#buffer.length) this.flush();
      for (const piece of pieces) this.#length += piece.copy(this.#buffer, this.#length);
      return;
    }
    this.#write([...this.#taken(), ...pieces], false);
  }

  /** An entry whose middle is long: it is written as it comes, each group of blocks before the next. */
  long(start: string, middle: Iterable<readonly Buffer[]>, end: string): void {
    if (start.length * 3 > this.#buffer.length)
      this.#write([...this.#taken(), Buffer.from(start)], true);
    else this.text(start);
    let before = this.#taken();
    let last = '\n';
    try {
      for (const blocks of middle) {
        this.#write([...before, ...blocks], true);
        before = [];
      }
      last = end;
    } finally {
      if (before.length > 0) this.#write(before, true);
      // What follows goes with it. Where the middle fails, its line at least is over.
      this.text(last);
    }
  }

  flush(): void {
    const taken = this.#taken();
    if (taken.length > 0) this.#write(taken, false);
  }

  /** What is in the buffer, to be written before anything else is added. */
  #taken(): readonly Buffer[] {
    const length = this.#length;
    this.#length = 0;
    return length === 0 ? [] : [this.#buffer.subarray(0, length)];
  }
}
