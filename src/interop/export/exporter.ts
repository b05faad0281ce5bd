import type { Entry, Header } from '../../model/recording.ts';

/** Writes a recording in another form, entry by entry. Never throws, whatever is in them. */
export interface Exporter {
  /** Before all entries. */
  header(header: Header): Piece[];
  entry(entry: Entry): Piece[];
  /** After the last entry. */
  end(): Piece[];
  /** What the form had no place for, by kind: `2 strays`. */
  readonly left: ReadonlyMap<string, number>;
}

/** Text, or bytes that go out as they are. */
export type Piece = string | Buffer;

/** A form that recordings can be exported to. */
export interface ExportFormat {
  /** As `--to` takes it. */
  readonly id: string;
  readonly title: string;
  /** What of the recording is in it, and what is not. */
  readonly keeps: string;
  readonly loses: string;
  readonly exporter: (about: ExportAbout) => Exporter;
}

export interface ExportAbout {
  /** Program and version that writes. */
  readonly recorder: string;
  /** Bytes of an entry before values were taken out of it; undefined: none was. */
  readonly originalSize: (seq: number) => number | undefined;
}

/** Counts what a form has no place for. */
export class Leftovers {
  readonly counts = new Map<string, number>();

  add(kind: string): void {
    this.counts.set(kind, (this.counts.get(kind) ?? 0) + 1);
  }
}
