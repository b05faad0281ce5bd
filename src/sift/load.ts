import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import type { Header, Recording, TimelineItem } from '../model/recording.ts';
import { decodeLine } from '../recording/decode.ts';
import { hintsAgree } from '../recording/load.ts';
import { parseFrame } from '../wire/parse.ts';
import type { Spot } from './kept.ts';
import { Sifter, Unsure } from './sifter.ts';

/**
 * A recording without the calls that `sadap check` has nothing to say about, for files that are too large to
 * be held in memory: time and memory are those of what is left. What is found in it, and how it is told, is
 * the same as for the whole recording.
 *
 * @returns undefined where it is not certain that this is so: for damaged recordings, sessions over HTTP or of
 *   the modern era, ids that are used again, and the like; then the whole recording is to be read.
 */
export function loadSifted(path: string): Recording | undefined {
  let fd: number | undefined;
  try {
    fd = openSync(path, 'r');
    if (!fstatSync(fd).isFile()) return undefined;
    return new File(path, fd).sift();
  } catch (error) {
    // Whatever is wrong with the file, its own reader says it.
    if (error instanceof Unsure || isSystemError(error)) return undefined;
    throw error;
  } finally {
    if (fd !== undefined) closeSync(fd);
  }
}

function isSystemError(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error;
}

const LF = 0x0a;
const CHUNK = 1024 * 1024;

class File {
  readonly #path: string;
  readonly #fd: number;
  #header: Header | undefined;
  readonly #sifter = new Sifter((line) => this.#understood(line));
  #chunk: Buffer = Buffer.allocUnsafeSlow(CHUNK);
  /** Bytes of the chunk that are filled, and where in the file they begin. */
  #filled = 0;
  #offset = 0;

  constructor(path: string, fd: number) {
    this.#path = path;
    this.#fd = fd;
  }

  sift(): Recording {
    while (this.#fill()) this.#lines();
    // A last line without its line feed is torn, or still being written.
    if (this.#filled > 0 || !this.#header) throw new Unsure();
    this.#sifter.end();
    return this.#recording(this.#header);
  }

  /** Reads on; a line that is longer than the chunk gets a larger one. */
  #fill(): boolean {
    if (this.#filled === this.#chunk.length) {
      const larger = Buffer.allocUnsafeSlow(this.#chunk.length * 2);
      this.#chunk.copy(larger, 0, 0, this.#filled);
      this.#chunk = larger;
    }
    const room = this.#chunk.length - this.#filled;
    const read = readSync(this.#fd, this.#chunk, this.#filled, room, this.#offset + this.#filled);
    this.#filled += read;
    return read > 0;
  }

  #lines(): void {
    const bytes = this.#chunk.subarray(0, this.#filled);
    let start = 0;
    for (let end = bytes.indexOf(LF); end >= 0; end = bytes.indexOf(LF, start)) {
      this.#line(bytes, start, end);
      start = end + 1;
    }
    this.#chunk.copyWithin(0, start, this.#filled);
    this.#filled -= start;
    this.#offset += start;
  }

  #line(bytes: Buffer, start: number, end: number): void {
    if (this.#header) {
      this.#sifter.line(bytes, start, end, this.#offset + start);
      return;
    }
    const decoded = decodeLine(bytes.subarray(start, end));
    if (decoded.kind !== 'header' || !decoded.whole || decoded.header.source) throw new Unsure();
    this.#header = decoded.header;
  }

  #understood(line: Buffer): TimelineItem {
    const decoded = decodeLine(line, this.#header?.version);
    if (decoded.kind !== 'entry') throw new Unsure();
    const { entry } = decoded;
    if (entry.type !== 'frame') return entry;
    const parsed = parseFrame(entry);
    if (!hintsAgree(entry.hints, parsed)) throw new Unsure();
    return { ...parsed, type: 'frame', entry };
  }

  #recording(header: Header): Recording {
    const items: TimelineItem[] = [];
    const numbers = new Map<number, number>();
    for (const spot of this.#sifter.kept.inOrder()) {
      const item = spot.item ?? this.#understood(this.#read(spot));
      if (item.type === 'frame') numbers.set(spot.seq, spot.number);
      items.push(item);
    }
    const { lines, passedOver: calls } = this.#sifter;
    return {
      path: this.#path,
      size: this.#offset,
      header,
      items,
      damage: [],
      end: items.findLast((each) => each.type === 'end'),
      // Entries stand in order, one a line, behind that of the header.
      lines: [{ seq: 0, by: 2 }],
      passedOver: { calls, lines, numbers },
    };
  }

  #read({ offset, length }: Spot): Buffer {
    const line = Buffer.allocUnsafe(length);
    if (readSync(this.#fd, line, 0, length, offset) !== length) throw new Unsure();
    return line;
  }
}
