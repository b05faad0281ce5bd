import { ownMarks } from '../../../capture/marks.ts';
import { isSadapError } from '../../../errors.ts';
import type { Line, Side } from '../../../model/frame.ts';
import type { ProcessEvent, Recording } from '../../../model/recording.ts';
import { createRecording } from '../../../recording/create.ts';
import type { NewEntry, RecordingWriter } from '../../../recording/write.ts';
import { LineSplitter } from '../../../wire/lines.ts';
import type { RealServerRecord } from './real-server.ts';

export interface NewRecordingOptions {
  readonly out: { readonly path?: string; readonly dir?: string; readonly force?: boolean };
  readonly command: readonly string[];
  /** Program and version that writes: `sadap/0.1.0`. */
  readonly recorder: string;
  /** Told when it takes no more. */
  readonly tell: (line: string) => void;
}

/**
 * A recording that holds an old one and what a real server added: the old one is only read. Its frames
 * keep their bytes and times.
 *
 * @throws SadapError `recording-exists`, `not-writable`, `write-failed`.
 */
export function openNewRecording(old: Recording, options: NewRecordingOptions): NewRecording {
  const { header } = old;
  const writer = createRecording({
    ...options.out,
    mode: 'replay',
    exact: header.exact,
    recorder: options.recorder,
    marks: ownMarks(),
    server: { label: header.server.label, command: options.command },
  });
  writer.append(entriesOf(old));
  return new NewRecording(writer, options.tell);
}

export class NewRecording implements RealServerRecord {
  readonly path: string;
  readonly #writer: RecordingWriter;
  readonly #tell: (line: string) => void;
  readonly #errors = new LineSplitter();

  constructor(writer: RecordingWriter, tell: (line: string) => void) {
    this.path = writer.path;
    this.#writer = writer;
    this.#tell = tell;
  }

  frame(from: Side, line: Line): void {
    this.#write(() => this.#writer.frame(from, line));
  }

  event(event: ProcessEvent): void {
    this.#write(() => this.#writer.event(event));
  }

  stderr(chunk: Buffer): void {
    for (const line of this.#errors.push(chunk)) this.#write(() => this.#writer.stderr(line));
  }

  end(): void {
    const rest = this.#errors.end();
    if (rest) this.#write(() => this.#writer.stderr(rest));
    this.#write(() => this.#writer.end({ closedBy: 'client' }));
  }

  /** A full disk does not end the play; the writer has closed the file, and is told of once. */
  #write(act: () => void): void {
    try {
      act();
    } catch (error) {
      if (!isSadapError(error)) throw error;
      this.#tell(`${error.message}; the play goes on unrecorded`);
    }
  }
}

/** The end of the old one is no end any more; its places are given anew. */
function entriesOf({ items }: Recording): NewEntry[] {
  const kept = items.filter((item) => item.type !== 'end');
  const places = new Map(kept.map((item, place) => [seqOf(item), place]));
  return kept.map((item) => {
    const { seq: _, ...entry } = item.type === 'frame' ? item.entry : item;
    const target =
      'target' in entry && entry.target !== undefined ? places.get(entry.target) : undefined;
    // Leaving `seq` out of a union of entries gives the union of entries without it.
    return { ...entry, ...(target !== undefined && { target }) } as NewEntry;
  });
}

function seqOf(item: Recording['items'][number]): number {
  return item.type === 'frame' ? item.frame.seq : item.seq;
}
