/** How the bytes of a log spell its text. */
export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be';

/**
 * The encoding that the first bytes of a file give away: a byte order mark, or every second byte zero, as
 * PowerShell 5.1 writes with `>`.
 */
export function encodingOf(start: Buffer): Encoding {
  if (start[0] === 0xff && start[1] === 0xfe) return 'utf-16le';
  if (start[0] === 0xfe && start[1] === 0xff) return 'utf-16be';
  const pairs = Math.min(Math.floor(start.length / 2), 64);
  if (pairs < 4) return 'utf-8';
  let [even, odd] = [0, 0];
  for (let pair = 0; pair < pairs; pair += 1) {
    if (start[pair * 2] === 0) even += 1;
    if (start[pair * 2 + 1] === 0) odd += 1;
  }
  if (odd > pairs * 0.7 && even === 0) return 'utf-16le';
  return even > pairs * 0.7 && odd === 0 ? 'utf-16be' : 'utf-8';
}

/** Chunks of any encoding in, UTF-8 without byte order mark out. UTF-8 goes through byte for byte. */
export class ToUtf8 {
  readonly #encoding: Encoding;
  readonly #decoder = new TextDecoder('utf-16le');
  /** A byte of UTF-16 whose other half has not come. */
  #half: Buffer = Buffer.alloc(0);
  /** The start, while it may still be a byte order mark. */
  #start: Buffer | undefined = Buffer.alloc(0);

  #marked = 0;

  constructor(encoding: Encoding) {
    this.#encoding = encoding;
  }

  /** Bytes of the byte order mark of UTF-8 that was taken away. */
  get marked(): number {
    return this.#marked;
  }

  push(chunk: Buffer): Buffer {
    return this.#encoding === 'utf-8' ? this.#withoutBom(chunk) : this.#decoded(chunk);
  }

  /** Call after the last chunk. */
  end(): Buffer {
    const rest = this.#encoding === 'utf-8' ? this.#start : Buffer.from(this.#decoder.decode());
    this.#start = undefined;
    return rest ?? Buffer.alloc(0);
  }

  #withoutBom(chunk: Buffer): Buffer {
    if (!this.#start) return chunk;
    const start = Buffer.concat([this.#start, chunk]);
    const isOpen = start.length < 3 && BOM.subarray(0, start.length).equals(start);
    this.#start = isOpen ? start : undefined;
    if (isOpen) return Buffer.alloc(0);
    if (!start.subarray(0, 3).equals(BOM)) return start;
    this.#marked = BOM.length;
    return start.subarray(BOM.length);
  }

  #decoded(chunk: Buffer): Buffer {
    const all = this.#half.length === 0 ? chunk : Buffer.concat([this.#half, chunk]);
    const whole = all.subarray(0, all.length - (all.length % 2));
    this.#half = Buffer.from(all.subarray(whole.length));
    const units = this.#encoding === 'utf-16be' ? Buffer.from(whole).swap16() : whole;
    return Buffer.from(this.#decoder.decode(units, { stream: true }));
  }
}

const BOM = Buffer.from([0xef, 0xbb, 0xbf]);
