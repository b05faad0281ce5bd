import type { Side, SseFields } from '../../model/frame.ts';
import type { FrameFacts } from '../../recording/encode.ts';
import { SseSplitter } from '../../wire/sse.ts';
import type { HeaderField } from './header-fields.ts';
import { headerOf, isEventStream } from './headers.ts';
import { JsonWatch } from './json-watch.ts';
import { Spool } from './spool.ts';
import { codingsOf, MOST_UNPACKED, type Unpacker, unpack, unpacker } from './unpack.ts';

/** Takes the body of one HTTP message as it is forwarded, and makes frames of it. */
export interface BodyReader {
  push(chunk: Buffer): void;
  /** No more will come. `done` is called when all frames are out, mostly at once. */
  end(done: () => void): void;
  /** Gives back what it holds: nothing more is wanted of it. */
  close(): void;
}

/** A frame that a body holds. */
export interface BodyFrame {
  readonly from: Side;
  readonly bytes: Buffer;
  readonly sse?: SseFields;
  /** What is known of the bytes already. */
  readonly facts?: FrameFacts;
}

/** What a body reader tells. */
export interface BodyListener {
  frame(frame: BodyFrame): void;
  note(text: string): void;
}

/** The reader for a body with these headers. */
export function bodyReader(
  from: Side,
  headers: readonly HeaderField[],
  listener: BodyListener,
): BodyReader {
  const encoding = headerOf(headers, 'content-encoding');
  if (!isEventStream(headers)) return new WholeBody(from, encoding, listener);
  if (codingsOf(encoding).length === 0) return new EventBody(from, listener);
  const stream = unpacker(encoding);
  return stream
    ? new PackedEvents(new EventBody(from, listener), stream, listener)
    : new WholeBody(from, encoding, listener);
}

/** A longer body is stored in pieces. */
const MOST_WHOLE = 64 * 1024 * 1024;
const PIECE = 1024 * 1024;

/** A body that makes sense only as a whole: JSON, or anything that is no stream. */
class WholeBody implements BodyReader {
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
    try {
      const { length } = spool;
      if (length > MOST_WHOLE) this.#inPieces(spool);
      else {
        const body = spool.read(0, length);
        this.#whole(body, this.#json?.factsOf(body));
      }
    } finally {
      this.close();
    }
  }

  #whole(body: Buffer, facts?: FrameFacts): void {
    const unpacked = unpack(body, this.#encoding);
    if (!unpacked.ok) this.#listener.note(`the body is stored as it came: ${unpacked.why}`);
    const bytes = unpacked.ok ? unpacked.bytes : body;
    if (bytes.length > 0)
      this.#listener.frame({ from: this.#from, bytes, ...(facts && { facts }) });
  }

  #inPieces(spool: Spool): void {
    const { length } = spool;
    this.#listener.note(`the body of ${length} bytes is too long for one frame; it is in pieces`);
    for (let at = 0; at < length; at += PIECE)
      this.#listener.frame({ from: this.#from, bytes: spool.read(at, PIECE) });
  }
}

/** A stream of events: each is a frame as soon as it is complete. */
class EventBody implements BodyReader {
  readonly #from: Side;
  readonly #listener: BodyListener;
  readonly #splitter = new SseSplitter();
  #isOver = false;

  constructor(from: Side, listener: BodyListener) {
    this.#from = from;
    this.#listener = listener;
  }

  push(chunk: Buffer): void {
    if (this.#isOver) return;
    for (const event of this.#splitter.push(chunk))
      this.#listener.frame({ from: this.#from, ...event });
    if (this.#splitter.pendingBytes > MOST_WHOLE) this.#giveUp();
  }

  end(done: () => void): void {
    const last = this.#splitter.end();
    if (last && !this.#isOver) this.#listener.frame({ from: this.#from, ...last });
    done();
  }

  close(): void {
    this.#isOver = true;
    this.#splitter.end();
  }

  #giveUp(): void {
    this.#isOver = true;
    this.#splitter.end();
    this.#listener.note('an event is longer than 64 MiB; the rest of the stream is not recorded');
  }
}

/** Text of events packs to a tenth; gzip can reach a thousandth, of nothing but zeros. */
const MOST_DENSITY = 100;
/** So much is taken from any stream. */
const MOST_TRUSTED = 2 * 1024 * 1024;

/** A stream of events under a content coding, which is undone beside the traffic. */
class PackedEvents implements BodyReader {
  readonly #events: EventBody;
  readonly #stream: Unpacker;
  readonly #listener: BodyListener;
  #isBroken = false;
  #unpackedBytes = 0;
  #done: (() => void) | undefined;

  constructor(events: EventBody, stream: Unpacker, listener: BodyListener) {
    this.#events = events;
    this.#stream = stream;
    this.#listener = listener;
    stream.on('data', (chunk: Buffer) => this.#unpacked(chunk));
    stream.on('end', () => this.#finish());
    stream.on('error', (error) => {
      this.#giveUp(`its content coding cannot be undone: ${error.message}`);
      this.#finish();
    });
  }

  push(chunk: Buffer): void {
    if (this.#isBroken) return;
    this.#stream.write(chunk);
    if (this.#stream.writableLength > MOST_UNPACKED)
      this.#giveUp('it comes faster than it unpacks');
  }

  end(done: () => void): void {
    this.#done = done;
    if (this.#isBroken) this.#finish();
    else this.#stream.end();
  }

  close(): void {
    this.#isBroken = true;
    this.#stream.destroy();
    this.#events.close();
  }

  /** A stream may go on for days; what is all too dense is no text that anybody wrote. */
  #unpacked(chunk: Buffer): void {
    if (this.#isBroken) return;
    this.#unpackedBytes += chunk.length;
    // What it has taken so far, not what waits.
    const isDense = this.#unpackedBytes > MOST_DENSITY * this.#stream.bytesWritten;
    if (this.#unpackedBytes > MOST_TRUSTED && isDense)
      this.#giveUp(`it unpacks to more than ${MOST_DENSITY} times its size`);
    else this.#events.push(chunk);
  }

  #giveUp(why: string): void {
    if (this.#isBroken) return;
    this.#isBroken = true;
    this.#stream.destroy();
    this.#listener.note(`the rest of the stream is not recorded: ${why}`);
  }

  #finish(): void {
    const done = this.#done;
    this.#done = undefined;
    if (done) this.#events.end(done);
  }
}
