import { SadapError } from '../../errors.ts';
import type { Micros } from '../../model/frame.ts';
import type { Entry, FrameEntry, HttpEntry } from '../../model/recording.ts';
import type { Clock } from '../../recording/clock.ts';
import {
  encodeEntry,
  encodeFrame,
  type FrameFacts,
  messageAround,
  messageStart,
  strayAround,
} from '../../recording/encode.ts';
import { encodeHttpHead } from '../../recording/encode-http.ts';
import { withoutLineFeeds } from '../../recording/line-feeds.ts';
import { strayTexts } from '../../recording/stray-texts.ts';
import type { NewEntry, RecordingWriter } from '../../recording/write.ts';
import type { HeldBody } from './body-reader.ts';
import { EntryBatch } from './entry-batch.ts';
import type { HeaderField } from './header-fields.ts';
import { factsOf } from './json-watch.ts';

/** An entry without its time, which the log gives. */
export type TimelessEntry = NewEntry extends infer E
  ? E extends NewEntry
    ? Omit<E, 'at'>
    : never
  : never;

type TimelessFrame = Omit<FrameEntry, 'type' | 'seq' | 'at' | 'hints'>;

/** Bytes that are joined for one write. */
const BATCH = 128 * 1024;
/** Messages up to this length are copied into it. */
const SMALL = 32 * 1024;

/**
 * Looks at the traffic after it was forwarded. What comes in one turn of the event loop is looked at
 * behind all that was to be sent in it, appended with one write, and on disk before the loop goes on.
 */
export class TrafficLog {
  readonly #writer: RecordingWriter;
  readonly #clock: Clock;
  readonly #failed: (error: SadapError) => void;
  readonly #batch: EntryBatch;
  #looks: (() => void)[] = [];
  /** When the first of them happened. One reading of the clock is enough for what comes in one turn. */
  #since = 0;
  #isScheduled = false;
  /** The time of what is being looked at. */
  #at: Micros | undefined;

  /** `failed` is told once when the recording takes no more; the traffic goes on. */
  constructor(writer: RecordingWriter, clock: Clock, failed: (error: SadapError) => void) {
    this.#writer = writer;
    this.#clock = clock;
    this.#failed = failed;
    this.#batch = new EntryBatch(BATCH, (pieces, more) =>
      this.#write(() => writer.appendEncoded(pieces, more)),
    );
  }

  /** The time of what is being looked at, or the present. */
  now(): Micros {
    return this.#at ?? this.#clock.now();
  }

  /** Looks at something that happened now, as soon as the sockets have been written to. */
  later(look: () => void): void {
    if (this.#looks.length === 0) this.#since = this.#clock.now();
    this.#looks.push(look);
    this.#schedule();
  }

  add(entry: TimelessEntry): void {
    // The members that were missing.
    const placed = { ...entry, seq: this.#writer.takeSeq(), at: this.now() } as Entry;
    this.#batch.bytes(encodeEntry(this.#writer.prepared(placed)));
    this.#schedule();
  }

  /** The head of a request or an answer. */
  http(head: Pick<HttpEntry, 'call' | 'from' | 'start'>, fields: readonly HeaderField[]): void {
    if (this.#writer.redacts) {
      this.add({ type: 'http', ...head, headers: fields.map(({ masked }) => masked) });
      return;
    }
    const placed = { ...head, seq: this.#writer.takeSeq(), at: this.now() };
    let headers = '';
    for (const field of fields) headers += headers === '' ? field.json : `,${field.json}`;
    this.#batch.text(encodeHttpHead(placed, headers));
    this.#schedule();
  }

  frame(frame: TimelessFrame, facts?: FrameFacts): void {
    if (this.#writer.redacts) {
      this.add({ type: 'frame', ...frame });
      return;
    }
    const placed = {
      type: 'frame',
      ...frame,
      seq: this.#writer.takeSeq(),
      at: this.now(),
    } as const;
    const known = facts ?? factsOf(placed.bytes);
    const message = messageAround(placed, known);
    if (message && message.bytes.length < SMALL) this.#batch.around(message);
    else this.#batch.pieces(encodeFrame(placed, known));
    this.#schedule();
  }

  /** A frame that came in pieces. */
  body(frame: Omit<TimelessFrame, 'bytes'>, body: HeldBody): void {
    if (this.#writer.redacts || body.length < SMALL) {
      this.frame({ ...frame, bytes: body.whole() }, body.facts);
      return;
    }
    const placed = { ...frame, seq: this.#writer.takeSeq(), at: this.now() };
    const { facts, isUtf8, lineFeeds: lf } = body;
    if (facts.isJson) {
      const start = messageStart(placed, facts.hints, lf.length === 0 ? {} : { lf });
      this.#batch.long(start, lf.length === 0 ? body.blocks() : inOneLine(body.blocks()), '}\n');
    } else {
      const [start, end] = strayAround(placed, isUtf8);
      this.#batch.long(start, buffersOf(strayTexts(each(body.blocks()), isUtf8)), end);
    }
    this.#schedule();
  }

  /** Looks at what waits, and writes what is queued. */
  flush(): void {
    this.#look();
    this.#batch.flush();
  }

  /** Writes what is queued, and the last entry. */
  end(): void {
    this.flush();
    this.#write(() => this.#writer.end({ closedBy: 'sadap' }));
  }

  /** When all sockets that had something have been read, and what was to be sent is; before any is read again. */
  #schedule(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    setImmediate(() => {
      this.#isScheduled = false;
      this.flush();
    });
  }

  #look(): void {
    const looks = this.#looks;
    if (looks.length === 0) return;
    this.#looks = [];
    this.#at = this.#since;
    for (const look of looks) look();
    this.#at = undefined;
  }

  #write(write: () => void): void {
    try {
      write();
    } catch (error) {
      if (!(error instanceof SadapError)) throw error;
      this.#failed(error);
    }
  }
}

function* inOneLine(groups: Iterable<readonly Buffer[]>): Generator<readonly Buffer[]> {
  for (const blocks of groups) yield blocks.map(withoutLineFeeds);
}

function* buffersOf(texts: Iterable<string>): Generator<readonly Buffer[]> {
  for (const text of texts) yield [Buffer.from(text)];
}

function* each(groups: Iterable<readonly Buffer[]>): Generator<Buffer> {
  for (const blocks of groups) yield* blocks;
}
