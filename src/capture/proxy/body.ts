import type { Transform } from 'node:stream';
import type { Side, SseFields } from '../../model/frame.ts';
import { SseSplitter } from '../../wire/sse.ts';
import { headerOf, type RawHeaders } from './headers.ts';
import { Spool } from './spool.ts';
import { codingsOf, MOST_UNPACKED, unpack, unpacker } from './unpack.ts';

/** Takes the body of one HTTP message as it is forwarded, and makes frames of it. */
export interface BodyReader {
  push(chunk: Buffer): void;
  /** No more will come. `done` is called when all frames are out, mostly at once. */
  end(done: () => void): void;
}

/** A frame that a body holds. */
export interface BodyFrame {
  readonly from: Side;
  readonly bytes: Buffer;
  readonly sse?: SseFields;
}

/** What a body reader tells. */
export interface BodyListener {
  frame(frame: BodyFrame): void;
  note(text: string): void;
}

/** The reader for a body with these headers. */
export function bodyReader(from: Side, headers: RawHeaders, listener: BodyListener): BodyReader {
  const encoding = headerOf(headers, 'content-encoding');
  if (!isEventStream(headers)) return new WholeBody(from, encoding, listener);
  if (codingsOf(encoding).length === 0) return new EventBody(from, listener);
  const stream = unpacker(encoding);
  return stream
    ? new PackedEvents(new EventBody(from, listener), stream, listener)
    : new WholeBody(from, encoding, listener);
}

/** Is the body a stream of Server-Sent Events? */
export function isEventStream(headers: RawHeaders): boolean {
  return /^\s*text\/event-stream\s*(;|$)/i.test(headerOf(headers, 'content-type') ?? '');
}

/** A longer body is stored in pieces. */
const MOST_WHOLE = 64 * 1024 * 1024;
const PIECE = 1024 * 1024;

/** A body that makes sense only as a whole: JSON, or anything that is no stream. */
class WholeBody implements BodyReader {
  readonly #from: Side;
  readonly #encoding: string | undefined;
  readonly #listener: BodyListener;
  readonly #spool = new Spool();

  constructor(from: Side, encoding: string | undefined, listener: BodyListener) {
    this.#from = from;
    this.#encoding = encoding;
    this.#listener = listener;
  }

  push(chunk: Buffer): void {
    this.#spool.push(chunk);
  }

  end(done: () => void): void {
    const { length } = this.#spool;
    if (length > MOST_WHOLE) this.#inPieces();
    else if (length > 0) this.#whole(this.#spool.read(0, length));
    this.#spool.close();
    done();
  }

  #whole(body: Buffer): void {
    const unpacked = unpack(body, this.#encoding);
    if (!unpacked.ok) this.#listener.note(`the body is stored as it came: ${unpacked.why}`);
    const bytes = unpacked.ok ? unpacked.bytes : body;
    if (bytes.length > 0) this.#listener.frame({ from: this.#from, bytes });
  }

  #inPieces(): void {
    const { length } = this.#spool;
    this.#listener.note(`the body of ${length} bytes is too long for one frame; it is in pieces`);
    for (let at = 0; at < length; at += PIECE)
      this.#listener.frame({ from: this.#from, bytes: this.#spool.read(at, PIECE) });
  }
}

/** A stream of events: each is a frame as soon as it is complete. */
class EventBody implements BodyReader {
  readonly #from: Side;
  readonly #listener: BodyListener;
  readonly #splitter = new SseSplitter();
  #isTooLong = false;

  constructor(from: Side, listener: BodyListener) {
    this.#from = from;
    this.#listener = listener;
  }

  push(chunk: Buffer): void {
    if (this.#isTooLong) return;
    for (const event of this.#splitter.push(chunk))
      this.#listener.frame({ from: this.#from, ...event });
    if (this.#splitter.pendingBytes > MOST_WHOLE) this.#giveUp();
  }

  end(done: () => void): void {
    const last = this.#splitter.end();
    if (last && !this.#isTooLong) this.#listener.frame({ from: this.#from, ...last });
    done();
  }

  #giveUp(): void {
    this.#isTooLong = true;
    this.#splitter.end();
    this.#listener.note('an event is longer than 64 MiB; the rest of the stream is not recorded');
  }
}

/** A stream of events under a content coding, which is undone beside the traffic. */
class PackedEvents implements BodyReader {
  readonly #events: EventBody;
  readonly #stream: Transform;
  readonly #listener: BodyListener;
  #isBroken = false;
  #done: (() => void) | undefined;

  constructor(events: EventBody, stream: Transform, listener: BodyListener) {
    this.#events = events;
    this.#stream = stream;
    this.#listener = listener;
    stream.on('data', (chunk: Buffer) => events.push(chunk));
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
