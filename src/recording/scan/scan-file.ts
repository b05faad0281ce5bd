import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import type { EntryReader, ReadItem } from '../read.ts';
import { Crew } from './crew.ts';
import {
  ALL_LINES,
  type Job,
  type Lane,
  type Scanner,
  type ScanSizes,
  SIZES,
  scannerFor,
} from './lane.ts';
import { readLongLine } from './long-line.ts';
import { lineOf, ScannedLine } from './scanned-line.ts';

/** Takes what a scan finds: of a `Job` that tells of all lines. */
export interface ScanTarget {
  /**
   * A message or line of stderr that follows in its place. false: the full reader is to read it, and `add` takes what it says;
   * nothing may have been kept of it then.
   */
  readonly line: (line: ScannedLine) => boolean;
  readonly add: (item: ReadItem) => void;
  /** No more is wanted. */
  readonly isDone?: () => boolean;
}

/** So many bytes of a file tell what it looks like. */
const START = 512;
/** What stands behind the last whole line is read in pieces of so many bytes. */
const PIECE = 4 * 1024 * 1024;

/**
 * Reads a recording as the full reader does, many times as fast: what it says of a plain message is told
 * by a scan over the bytes, and every other line goes through the full reader. The target gets the same
 * in the same order.
 *
 * @returns the size of the file in bytes; undefined when it is no plain file, or the engine cannot scan:
 *   nothing has been read then.
 * @throws as `EntryReader`; system errors as `readError` takes them.
 */
export function scanFile(
  path: string,
  reader: EntryReader,
  target: ScanTarget,
  sizes: ScanSizes = SIZES,
  job: Job = ALL_LINES,
): number | undefined {
  const steps = scanSteps(path, reader, target, sizes, job);
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

/** The same with a rest after each block, for who does something with what was found. */
export function* scanSteps(
  path: string,
  reader: EntryReader,
  target: ScanTarget,
  sizes: ScanSizes = SIZES,
  job: Job = ALL_LINES,
): Generator<void, number | undefined> {
  const scanner = path === '-' ? undefined : scannerFor(sizes, job);
  if (!scanner) return undefined;
  const fd = openSync(path, 'r');
  try {
    if (!fstatSync(fd).isFile()) return undefined;
    return yield* new FileScan(fd, reader, target).run(scanner);
  } finally {
    closeSync(fd);
  }
}

class FileScan {
  readonly #fd: number;
  readonly #reader: EntryReader;
  readonly #target: ScanTarget;
  /** Where the line starts that comes next. */
  #offset = 0;

  constructor(fd: number, reader: EntryReader, target: ScanTarget) {
    this.#fd = fd;
    this.#reader = reader;
    this.#target = target;
  }

  *run(scanner: Scanner): Generator<void, number> {
    const start = Buffer.alloc(START);
    this.#reader.starts(start.subarray(0, readSync(this.#fd, start, 0, START, 0)));
    const crew = new Crew(scanner, this.#fd, fstatSync(this.#fd).size);
    const lines = new Map<Lane, ScannedLine>();
    try {
      for (let lane = crew.next(); lane && !this.#isDone; lane = crew.next()) {
        const line = lines.get(lane) ?? new ScannedLine(lane);
        lines.set(lane, line);
        this.#block(lane, line);
        yield;
      }
    } finally {
      crew.end();
    }
    this.#end();
    return this.#offset;
  }

  get #isDone(): boolean {
    return this.#target.isDone?.() ?? false;
  }

  #block(lane: Lane, line: ScannedLine): void {
    do {
      line.begin();
      for (let index = 0; index < lane.count; index += 1) {
        line.go(index);
        this.#line(line);
      }
    } while (lane.more());
    // What grew since the file's size was asked for is read at the end.
    if (lane.rest === this.#offset) this.#longLine();
  }

  #line(line: ScannedLine): void {
    line.offset = this.#offset;
    this.#offset += line.length;
    if (line.kind !== 'other' && this.#reader.isNext(line.seq) && this.#target.line(line))
      this.#reader.passed(line.seq, line.length);
    else this.#give(this.#reader.line(line.copy()));
  }

  /** One that goes on behind what was read with its block. Nothing is given when the file ends in it. */
  #longLine(): void {
    const { bytes, next } = readLongLine(this.#fd, this.#offset, (length) =>
      this.#reader.waits(length),
    );
    if (next === undefined) return;
    this.#offset = next;
    this.#give(this.#reader.line(lineOf(bytes)));
  }

  /** The last line may have no end, and the file may have grown. */
  #end(): void {
    for (;;) {
      const piece = Buffer.allocUnsafeSlow(PIECE);
      const read = this.#isDone ? 0 : readSync(this.#fd, piece, 0, PIECE, this.#offset);
      if (read === 0) break;
      this.#offset += read;
      this.#give(this.#reader.push(piece.subarray(0, read)));
    }
    this.#give(this.#reader.end());
  }

  #give(items: readonly ReadItem[]): void {
    for (const item of items) this.#target.add(item);
  }
}
