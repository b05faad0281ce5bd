import type { Side } from '../../model/frame.ts';
import { SseSplitter } from '../../wire/sse.ts';
import type { BodyListener, BodyReader } from './body-reader.ts';
import type { HeaderField } from './header-fields.ts';
import { headerOf, isEventStream } from './headers.ts';
import { codingsOf, MOST_UNPACKED, type Unpacker, unpacker } from './unpack.ts';
import { MOST_WHOLE, WholeBody } from './whole-body.ts';

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
    stream.on('data', (chunk: Buffer) => this.#safely(() => this.#unpacked(chunk)));
    stream.on('end', () => this.#safely(() => this.#finish()));
    stream.on('error', (error) =>
      this.#safely(() => {
        this.#giveUp(`its content coding cannot be undone: ${error.message}`);
        this.#finish();
      }),
    );
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

  /** The stream calls when it likes. */
  #safely(look: () => void): void {
    try {
      look();
    } catch (error) {
      this.#listener.failed(error);
    }
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
