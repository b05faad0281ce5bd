import type { Side } from '../../model/frame.ts';
import type { BodyListener, BodyReader, HeldBody } from './body-reader.ts';
import { JsonWatch } from './json-watch.ts';
import { Spool } from './spool.ts';
import { codingsOf, unpack } from './unpack.ts';

/** A longer body is stored in pieces. In bytes. */
export const MOST_WHOLE: number = 64 * 1024 * 1024;
const PIECE = 1024 * 1024;

/** A body that makes sense only as a whole: JSON, or anything that is no stream. */
export class WholeBody implements BodyReader {
  readonly #from: Side;
  readonly #encoding: string | undefined;
  readonly #listener: BodyListener;
  /** A body that came with one chunk, as most do. */
  #only: Buffer | undefined;
  #spool: Spool | undefined;
  #json: JsonWatch | undefined;

  constructor(from: Side, encoding: string | undefined, listener: BodyListener) {
    this.#from = from;
    this.#encoding = encoding;
    this.#listener = listener;
  }

  push(chunk: Buffer): void {
    if (!this.#only && !this.#spool) {
      this.#only = chunk;
      return;
    }
    this.#add(this.#spool ?? this.#opened(), chunk);
  }

  end(done: () => void): void {
    if (this.#only) this.#whole(this.#only);
    else if (this.#spool) this.#spooled(this.#spool);
    done();
  }

  close(): void {
    this.#spool?.close();
    this.#spool = undefined;
    this.#only = undefined;
  }

  #opened(): Spool {
    const spool = new Spool();
    this.#spool = spool;
    if (codingsOf(this.#encoding).length === 0) this.#json = new JsonWatch();
    if (this.#only) this.#add(spool, this.#only);
    this.#only = undefined;
    return spool;
  }

  #add(spool: Spool, chunk: Buffer): void {
    spool.push(chunk);
    this.#json?.push(chunk);
  }

  #spooled(spool: Spool): void {
    const { length } = spool;
    try {
      if (length > MOST_WHOLE) this.#inPieces(spool);
      else if (this.#json) this.#listener.held(this.#from, heldBody(spool, this.#json));
      else this.#whole(spool.read(0, length));
    } finally {
      this.close();
    }
  }

  #whole(body: Buffer): void {
    const unpacked = unpack(body, this.#encoding);
    if (!unpacked.ok) this.#listener.note(`the body is stored as it came: ${unpacked.why}`);
    const bytes = unpacked.ok ? unpacked.bytes : body;
    if (bytes.length > 0) this.#listener.frame({ from: this.#from, bytes });
  }

  #inPieces(spool: Spool): void {
    const { length } = spool;
    this.#listener.note(`the body of ${length} bytes is too long for one frame; it is in pieces`);
    for (let at = 0; at < length; at += PIECE)
      this.#listener.frame({ from: this.#from, bytes: spool.read(at, PIECE) });
  }
}

function heldBody(spool: Spool, json: JsonWatch): HeldBody {
  const { facts, isUtf8, lineFeeds } = json;
  return {
    length: spool.length,
    facts,
    isUtf8,
    lineFeeds,
    blocks: () => spool.blocks(),
    whole: () => spool.read(0, spool.length),
  };
}
