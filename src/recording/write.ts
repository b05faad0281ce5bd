import type { Line, Micros, Side } from '../model/frame.ts';
import type {
  EndEntry,
  Entry,
  EventEntry,
  FrameEntry,
  Header,
  NoteEntry,
  ProcessEvent,
  StderrEntry,
} from '../model/recording.ts';
import type { Clock } from './clock.ts';
import { encodeEntry, encodeFrame } from './encode.ts';
import { GrowingEntry } from './growing-entry.ts';
import type { RecordingRedactor } from './redact.ts';
import type { FileSink } from './sink.ts';

/** An entry that has no place in the recording yet. */
export type NewEntry = Entry extends infer E ? (E extends Entry ? Omit<E, 'seq'> : never) : never;

/**
 * Writes one recording. Every call is one synchronous append, on disk (in the system's cache) when it
 * returns, so a killed recorder loses nothing that it was given.
 *
 * Every method that appends throws SadapError `write-failed` once when the file takes no more; the
 * recording then ends with its last whole entry and, if there is room, an `end` with the reason. It is closed, and later calls write nothing, as after `end`. The caller decides whether
 * its traffic goes on unrecorded.
 */
export class RecordingWriter {
  readonly path: string;
  readonly header: Header;
  readonly #sink: FileSink;
  readonly #clock: Clock;
  readonly #redactor: RecordingRedactor | undefined;
  #nextSeq = 0;
  /** The place of an entry that is appended in pieces, until its last one. */
  #unfinished: number | undefined;
  /** Takes the growing entry out of the way of another one. */
  #interrupted: (() => void) | undefined;

  private constructor(
    sink: FileSink,
    header: Header,
    clock: Clock,
    redactor: RecordingRedactor | undefined,
  ) {
    this.path = sink.path;
    this.#redactor = redactor;
    this.header = header;
    this.#sink = sink;
    this.#clock = clock;
  }

  /** Writes the header to a file that is open and empty. */
  static on(
    sink: FileSink,
    whole: Header,
    clock: Clock,
    redactor?: RecordingRedactor,
  ): RecordingWriter {
    const { process, run } = whole;
    // Who records is told all the same: it says nothing of anybody, and readers wait by it.
    const header = redactor
      ? {
          ...redactor.header(whole),
          ...(process && { process }),
          ...(run !== undefined && { run }),
        }
      : whole;
    sink.append(encodeEntry(header));
    return new RecordingWriter(sink, header, clock, redactor);
  }

  /** Is anything taken out of what is recorded? Then frames have to be whole before they are written. */
  get redacts(): boolean {
    return this.#redactor !== undefined;
  }

  /** An entry as it is to be stored. */
  prepared(entry: Entry): Entry {
    return this.#redactor?.entry(entry) ?? entry;
  }

  /** true after `end`, and after a write has failed. */
  get closed(): boolean {
    return this.#sink.closed;
  }

  /** Somebody removed the file; nothing of it will be left. */
  get isRemoved(): boolean {
    return this.#sink.isRemoved;
  }

  /** Bytes in the file, without those of an entry that has not ended. */
  get size(): number {
    return this.#sink.size;
  }

  /** The place of the next entry. */
  get nextSeq(): number {
    return this.#nextSeq;
  }

  /** Takes the next places, for entries that the caller encodes; gives the first of them. */
  takeSeq(count = 1): number {
    const first = this.#nextSeq;
    this.#nextSeq += count;
    return first;
  }

  /**
   * Appends lines that the caller has encoded, be it in pieces, for the places that it took. `more`: the
   * last one goes on with the next call.
   */
  appendEncoded(bytes: Buffer | readonly Buffer[], more = false): void {
    this.#interrupted?.();
    const unfinished = this.#unfinished;
    const first = Buffer.isBuffer(bytes) ? bytes : (bytes[0] ?? NOTHING);
    this.#unfinished = more ? (unfinished ?? placeIn(first)) : undefined;
    const place = () => unfinished ?? placeIn(first) ?? this.#nextSeq;
    this.#sink.append(bytes, more, (error) => this.#lastWords(error, place()));
  }

  /**
   * Starts an entry that is written while it comes; it has the next place until another entry is appended.
   *
   * @param head its start; room for what is known only at its end.
   * @param interrupted another entry comes first: the growing one has to be dropped.
   * @returns undefined where the file cannot be changed, or another entry grows
   */
  grow(head: Buffer, interrupted: () => void): GrowingEntry | undefined {
    if (this.#interrupted || this.#sink.revisable() === undefined) return undefined;
    const { nextSeq } = this;
    const entry = new GrowingEntry(this.#sink, head, {
      lastWords: (error) => this.#lastWords(error, nextSeq),
      ended: () => {
        this.#interrupted = undefined;
      },
    });
    this.#interrupted = interrupted;
    return entry;
  }

  /**
   * Appends what arrived together, and says which places it got: with one write, unless it is so much
   * that joining it would cost more memory than further writes cost time.
   */
  append(entries: readonly NewEntry[]): Entry[] {
    const placed = entries.map((entry): Entry => this.prepared({ ...entry, seq: this.takeSeq() }));
    let batch: Buffer[] = [];
    let size = 0;
    const flush = () => {
      if (size > 0) this.appendEncoded(Buffer.concat(batch));
      batch = [];
      size = 0;
    };
    for (const entry of placed) {
      if (entry.type === 'frame' && entry.bytes.length > LARGEST_BATCH) {
        flush();
        this.appendEncoded(encodeFrame(entry));
        continue;
      }
      const bytes = encodeEntry(entry);
      if (size + bytes.length > LARGEST_BATCH) flush();
      batch.push(bytes);
      size += bytes.length;
    }
    flush();
    return placed;
  }

  frame(from: Side, line: Line, at: Micros = this.#clock.now()): FrameEntry {
    return this.#one({ type: 'frame', seq: this.takeSeq(), at, from, ...lineOf(line) });
  }

  event(event: ProcessEvent, at: Micros = this.#clock.now()): EventEntry {
    return this.#one({ type: 'event', seq: this.takeSeq(), at, ...event });
  }

  stderr(line: Line, at: Micros = this.#clock.now()): StderrEntry {
    return this.#one({ type: 'stderr', seq: this.takeSeq(), at, ...lineOf(line) });
  }

  /** A remark about the entry `target`, or about the session when it is absent. */
  note(text: string, target?: number, at: Micros = this.#clock.now()): NoteEntry {
    const about = target === undefined ? {} : { target };
    return this.#one({ type: 'note', seq: this.takeSeq(), at, ...about, text });
  }

  /** Writes the last entry and closes the file. A second call does nothing. */
  end(how: Pick<EndEntry, 'closedBy' | 'exit' | 'reason'>, at: Micros = this.#clock.now()): void {
    if (this.closed) return;
    const told = this.#redactor?.told(at, this.#nextSeq) ?? [];
    this.#nextSeq += told.length;
    if (told.length > 0) this.appendEncoded(Buffer.concat(told.map(encodeEntry)));
    this.#one({ ...how, type: 'end', seq: this.takeSeq(), at });
    this.#sink.close();
  }

  #one<E extends Entry>(entry: E): E {
    this.appendEncoded(encodeEntry(this.prepared(entry)));
    return entry;
  }

  /** In place of the entries that were taken back, of which `place` was the first. */
  #lastWords(error: unknown, place: number): Buffer {
    const reason = error instanceof Error ? error.message : String(error);
    this.#nextSeq = place;
    const placed = { seq: this.takeSeq(), at: this.#clock.now() };
    return encodeEntry({ type: 'end', ...placed, closedBy: 'sadap', reason });
  }
}

const NOTHING = Buffer.alloc(0);

/** Bytes that are joined for one write; a longer frame is written alone, in pieces, uncopied. */
const LARGEST_BATCH = 1024 * 1024;

/** The place of the first entry in encoded lines, whose second member it is. */
function placeIn(lines: Buffer): number | undefined {
  const [, seq] = /^\{"type":"[^"]*","seq":(\d+)/.exec(lines.toString('latin1', 0, 128)) ?? [];
  return seq === undefined ? undefined : Number(seq);
}

function lineOf({ bytes, eol }: Line): Line {
  return { bytes, eol };
}
