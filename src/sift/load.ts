import { closeSync, openSync } from 'node:fs';
import type { Header, Recording, TimelineItem } from '../model/recording.ts';
import { EntryReader, type ReadItem } from '../recording/read.ts';
import type { Job } from '../recording/scan/lane.ts';
import { type ScanTarget, scanFile } from '../recording/scan/scan-file.ts';
import type { ScannedLine } from '../recording/scan/scanned-line.ts';
import { isUnreadable, readLine, understood } from './read-line.ts';
import { Sifter } from './sifter.ts';
import { TELLING_KEYS } from './telling.ts';
import { Unsure } from './unsure.ts';

/**
 * A recording without the calls, log notifications and lines of standard error that `sadap check` has nothing to say about, for files that are too large to
 * be held in memory: time and memory are those of what is left. What is found in it, and how it is told, is
 * the same as for the whole recording.
 *
 * @returns undefined where it is not certain that this is so: for damaged recordings, sessions over HTTP or of
 *   the modern era, ids that are used again, and the like; then the whole recording is to be read.
 */
export function loadSifted(path: string): Recording | undefined {
  try {
    return new File(path).sift();
  } catch (error) {
    if (isUnreadable(error)) return undefined;
    throw error;
  }
}

const JOB: Job = { kind: 'calls', telling: TELLING_KEYS };

class File implements ScanTarget {
  readonly #path: string;
  readonly #reader: EntryReader;
  #header: Header | undefined;
  #last = -1;
  readonly #sifter = new Sifter();

  constructor(path: string) {
    this.#path = path;
    this.#reader = new EntryReader(path);
  }

  sift(): Recording | undefined {
    const size = scanFile(this.#path, this.#reader, this, undefined, JOB);
    if (size === undefined || !this.#header) return undefined;
    // Entries stand in order, one a line, behind that of the header.
    if (this.#reader.lines !== this.#last + 2) throw new Unsure();
    this.#sifter.end();
    return this.#recording(this.#header, size);
  }

  line(line: ScannedLine): boolean {
    const isTaken = this.#sifter.line(line);
    if (isTaken) this.#last = line.seq;
    return isTaken;
  }

  add(item: ReadItem): void {
    if (item.kind === 'damage') throw new Unsure();
    if (item.kind === 'header') {
      if (item.header.source) throw new Unsure();
      this.#header = item.header;
      return;
    }
    this.#last = item.entry.seq;
    this.#sifter.add(understood(item.entry));
  }

  #recording(header: Header, size: number): Recording {
    const items: TimelineItem[] = [];
    const numbers = new Map<number, number>();
    const fd = openSync(this.#path, 'r');
    try {
      for (const spot of this.#sifter.kept.inOrder()) {
        const item = spot.item ?? readLine(fd, spot.offset, spot.length, header);
        if (item.type === 'frame') numbers.set(spot.seq, spot.number);
        items.push(item);
      }
    } finally {
      closeSync(fd);
    }
    const { lines, passedOver } = this.#sifter;
    return {
      path: this.#path,
      size,
      header,
      items,
      damage: [],
      end: items.findLast((each) => each.type === 'end'),
      lines: [{ seq: 0, by: 2 }],
      passedOver: { ...passedOver, lines, numbers },
    };
  }
}
