import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { SadapError } from '../../errors.ts';
import type { Entry, Header } from '../../model/recording.ts';
import { encodeEntry, encodeFrame } from '../../recording/encode.ts';
import { recordingName } from '../../recording/location.ts';
import type { RecordingRedactor } from '../../recording/redact.ts';
import { type FileSink, openSink } from '../../recording/sink.ts';
import type { Destination, EntrySink } from './session.ts';

/** Where recordings are to be written: one file by name, more beside it, or names of their own in a folder. */
export type Place =
  | { readonly path: string; readonly force: boolean }
  | { readonly folder: string; readonly force: boolean };

/** A recording that an import wrote. */
export interface WrittenRecording {
  readonly path: string;
  readonly header: Header;
}

/** Writes each session into a file of its own, through a redactor if there is one. `written` grows as they begin. */
export function toFiles(
  place: Place,
  written: WrittenRecording[],
  redactorOf: () => RecordingRedactor | undefined = () => undefined,
): Destination {
  return {
    begin: (header) => {
      const path = pathFor(place, header, written.length);
      const sink = openSink(path, place.force);
      written.push({ path, header });
      return new FileEntries(sink, header, redactorOf());
    },
  };
}

/** The second session goes beside the first one: `run.ndjson`, `run-2.ndjson`. */
function pathFor(place: Place, header: Header, before: number): string {
  if ('path' in place) {
    if (before === 0) return place.path;
    const [, stem = place.path, ending = ''] = /^(.*?)(\.[^./\\]*)?$/s.exec(place.path) ?? [];
    return `${stem}-${before + 1}${ending}`;
  }
  makeFolder(place.folder);
  return join(place.folder, recordingName(header.server.label, header.startedAt, header.session));
}

function makeFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  } catch (cause) {
    throw new SadapError('not-writable', `cannot create the folder ${folder} for recordings`, {
      hint: 'Choose another one with --dir FOLDER, or a file with -o FILE.',
      cause,
    });
  }
}

/** Bytes that are collected for one write. */
const BATCH = 256 * 1024;
const SHORT = 64 * 1024;

class FileEntries implements EntrySink {
  readonly #sink: FileSink;
  readonly #redactor: RecordingRedactor | undefined;
  #batch: Buffer[] = [];
  #size = 0;

  constructor(sink: FileSink, header: Header, redactor: RecordingRedactor | undefined) {
    this.#sink = sink;
    this.#redactor = redactor;
    this.#push(encodeEntry(redactor?.header(header) ?? header));
  }

  add(entry: Entry): void {
    const taken = this.#redactor?.take({ kind: 'entry', entry, line: 0, offset: 0 });
    for (const each of taken ?? [entry]) if (each.type !== 'header') this.#entry(each);
  }

  #entry(entry: Entry): void {
    if (entry.type === 'frame') for (const piece of encodeFrame(entry)) this.#push(piece);
    else this.#push(encodeEntry(entry));
  }

  close(): void {
    for (const entry of this.#redactor?.finish() ?? []) this.#entry(entry);
    this.#flush();
    this.#sink.close();
  }

  /** Short pieces are copied: each would keep the whole chunk of the log in memory that it is a part of. */
  #push(bytes: Buffer): void {
    this.#batch.push(bytes.length < SHORT ? Buffer.from(bytes) : bytes);
    this.#size += bytes.length;
    if (this.#size >= BATCH) this.#flush();
  }

  #flush(): void {
    if (this.#size > 0) this.#sink.append(Buffer.concat(this.#batch));
    this.#batch = [];
    this.#size = 0;
  }
}
