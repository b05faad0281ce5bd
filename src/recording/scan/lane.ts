import { isUtf8 } from 'node:buffer';
import { readSync } from 'node:fs';
import { SEED } from '../text-hash.ts';
import { CALLS, LONGEST_PROBE, PLACE, RECORD, SLOT, SLOTS } from './layout.ts';
import { scanModule } from './module.ts';

/** How a file is scanned, in bytes, `records` aside. */
export interface ScanSizes {
  /** The lines that start in so many bytes of a file are a block. */
  readonly block: number;
  /** How far the last line of a block is followed, in steps; a longer one is for the full reader. */
  readonly behind: readonly number[];
  /** Lines that are told of at once, at most. */
  readonly records: number;
  /** A file of at least so many bytes is scanned on two threads; a smaller one is read before the other starts. */
  readonly shared: number;
}

export const SIZES: ScanSizes = {
  block: 512 * 1024,
  behind: [8 * 1024, 256 * 1024],
  records: 4096,
  shared: 48 * 1024 * 1024,
};

const PAGE = 64 * 1024;
/** Zero bytes behind the data: no line goes on in them, and vectors may reach into them. */
const GUARD = 64;

/** What the scan of a block told, in the memory that lanes on both sides share. Doubles. */
const RESULT = {
  offset: 0,
  length: 8,
  limit: 16,
  next: 24,
  records: 32,
  probe: 40,
  isUtf8: 48,
} as const;

interface Exports {
  readonly scan: (at: number, end: number, limit: number, out: number, outEnd: number) => number;
  readonly find: Exports['scan'];
  readonly lineFeed: (at: number, end: number) => number;
  readonly next: { readonly value: number };
}

/**
 * What to tell of: every line, or those that may hold a text. `heads`: every line, of messages only what stands
 * before them; whether a message is whole JSON is not looked at. `calls`: every line, and of calls of tools
 * and their results whether they are plain; `telling` are words that keys begin with which tell of a failure,
 * in lower case, without `_` and `-`. `prints`: the same for calls
 * that are only compared, with hashes of what answers carry.
 */
export type Job =
  | { readonly kind: 'lines' }
  | { readonly kind: 'heads' }
  | { readonly kind: 'calls'; readonly telling: readonly string[] }
  | { readonly kind: 'prints' }
  | { readonly kind: 'find'; readonly probe: Uint8Array; readonly ignoresCase?: boolean };

export const ALL_LINES: Job = { kind: 'lines' };

/** What is needed to scan. */
export interface Scanner {
  readonly job: Job;
  readonly module: WebAssembly.Module;
  readonly lane: Lane;
  readonly sizes: ScanSizes;
}

/** Made for the first file and used for all: one file is scanned at a time. */
let known: Omit<Scanner, 'job'> | undefined;

/** undefined where the engine has no WebAssembly with vectors. */
export function scannerFor(sizes: ScanSizes, job: Job = ALL_LINES): Scanner | undefined {
  if (known?.sizes === sizes) return { ...known, job };
  try {
    const module = new WebAssembly.Module(scanModule(pagesFor(sizes)));
    known = { module, lane: new Lane(module, sizes), sizes };
    return { ...known, job };
  } catch {
    return undefined;
  }
}

/**
 * Scans blocks of a file, one at a time, and tells of their lines. The memory is shared: a lane of another
 * thread may scan a block, and a lane on the same memory here tell of it.
 */
export class Lane {
  readonly memory: WebAssembly.Memory;
  readonly #bytes: Uint8Array;
  readonly #result: DataView;
  readonly #exports: Exports;
  readonly #sizes: ScanSizes;
  readonly #recordsEnd: number;
  /** Where the data starts. */
  readonly #data: number;

  #job: Job;

  constructor(
    module: WebAssembly.Module,
    sizes: ScanSizes,
    memory?: WebAssembly.Memory,
    job: Job = ALL_LINES,
  ) {
    this.#job = job;
    const pages = pagesFor(sizes);
    this.#sizes = sizes;
    this.#recordsEnd = recordsEnd(sizes);
    this.#data = this.#recordsEnd + GUARD;
    this.memory =
      memory ?? new WebAssembly.Memory({ initial: pages, maximum: pages, shared: true });
    this.#bytes = new Uint8Array(this.memory.buffer);
    this.#result = new DataView(this.memory.buffer, 0, PLACE.heads + 4);
    const instance = new WebAssembly.Instance(module, { env: { memory: this.memory } });
    // The module exports what `Exports` says: module.ts.
    this.#exports = instance.exports as unknown as Exports;
    if (!memory) this.#prepare();
  }

  /** Forgets the names and times of another file, and learns what to look for. */
  reset(job: Job): void {
    this.#job = job;
    if (job.kind === 'find') this.#learn(job.probe, job.ignoresCase === true);
    this.#result.setInt32(PLACE.calls, wishOf(job), true);
    this.#result.setInt32(PLACE.heads, job.kind === 'heads' ? 1 : 0, true);
    if (job.kind === 'calls') this.#learnWords(job.telling);
    this.#bytes.fill(0, PLACE.second, PLACE.second + 32);
    this.#bytes.fill(0, PLACE.slots, PLACE.slots + SLOTS * SLOT.size);
  }

  /** Reads a block, and scans it as far as there is room for records. */
  read(fd: number, block: number): void {
    // Until the end: who gets the lane of a thread that failed sees it by this.
    this.#tell('records', Number.NaN);
    const [size, start] = [this.#sizes.block, this.#data];
    const from = block * size;
    // The byte before tells whether a line starts with the block.
    const before = block === 0 ? 0 : 1;
    this.#tell('offset', from - before - start);
    const end = start + this.#fill(fd, start, from - before, size + before);
    this.#tell('length', end);
    const first = before === 0 ? start : this.#exports.lineFeed(start, end) + 1;
    this.#scan(first, end, Math.min(end, start + before + size));
    for (const more of this.#sizes.behind) {
      if (!this.#lacksMore) return;
      const [offset, length] = [this.#told('offset'), this.#told('length')];
      const read = this.#fill(fd, length, length + offset, more);
      this.#tell('length', length + read);
      if (read > 0) this.#scanMore();
    }
  }

  /** Lines told of since the last `read` or `more`. */
  get count(): number {
    return this.#told('records');
  }

  /** Are all these lines? Not said when a text is looked for. */
  get isUtf8(): boolean {
    return this.#told('isUtf8') === 1;
  }

  /** Scans on, when there was no more room: false when nothing is left but a line that is not whole. */
  more(): boolean {
    if (this.count < this.#sizes.records) return false;
    this.#scanMore(true);
    return this.count > 0;
  }

  /** Where in the file the line starts that belongs to the block and is not whole; undefined: there is none. */
  get rest(): number | undefined {
    const next = this.#told('next');
    return next < this.#told('limit') ? next + this.#told('offset') : undefined;
  }

  get #lacksMore(): boolean {
    return this.rest !== undefined && this.count < this.#sizes.records;
  }

  #scanMore(anew = false): void {
    const [next, end, limit] = [this.#told('next'), this.#told('length'), this.#told('limit')];
    this.#scan(next, end, limit, anew ? 0 : this.count);
  }

  #scan(from: number, end: number, limit: number, known = 0): void {
    const out = PLACE.records + known * RECORD.size;
    const scan = this.#job.kind === 'find' ? this.#exports.find : this.#exports.scan;
    const after = scan(from, end, limit, out, this.#recordsEnd);
    this.#tell('limit', limit);
    this.#tell('next', this.#exports.next.value);
    this.#tell('records', (after - PLACE.records) / RECORD.size);
    if (this.#job.kind === 'find') return;
    const scanned = this.#bytes.subarray(from, this.#exports.next.value);
    this.#tell('isUtf8', (known === 0 || this.isUtf8) && isUtf8(scanned) ? 1 : 0);
  }

  /** Zero bytes behind the data stop the scan. */
  #fill(fd: number, at: number, offset: number, length: number): number {
    let done = 0;
    while (done < length) {
      const read = readSync(fd, this.#bytes, at + done, length - done, offset + done);
      if (read === 0) break;
      done += read;
    }
    this.#bytes.fill(0, at + done, at + done + GUARD);
    return done;
  }

  #tell(what: Exclude<keyof typeof RESULT, 'probe'>, value: number): void {
    this.#result.setFloat64(RESULT[what], value, true);
  }

  #told(what: Exclude<keyof typeof RESULT, 'probe'>): number {
    return this.#result.getFloat64(RESULT[what], true);
  }

  /** The probe, and which characters it has: they may be spelled as escapes. */
  #learn(probe: Uint8Array, ignoresCase: boolean): void {
    for (let byte = 0; byte < 256; byte += 1)
      this.#bytes[PLACE.fold + byte] = ignoresCase && isCapital(byte) ? byte | CASE : byte;
    const caseOf = (byte = 0) => (ignoresCase && isCapital(byte & ~CASE) ? CASE : 0);
    this.#bytes[PLACE.firstCase] = caseOf(probe[0]);
    this.#bytes[PLACE.lastCase] = caseOf(probe.at(-1));
    this.#result.setInt32(RESULT.probe, probe.length, true);
    this.#bytes.set(probe, PLACE.probe);
    this.#bytes.fill(0, PLACE.letters, PLACE.letters + 8192);
    const own = Buffer.from(probe).toString();
    const text = ignoresCase ? own + own.toUpperCase() : own;
    for (let at = 0; at < text.length; at += 1) {
      const unit = text.charCodeAt(at);
      const place = PLACE.letters + (unit >> 3);
      this.#bytes[place] = (this.#bytes[place] ?? 0) | (1 << (unit & 7));
    }
  }

  #learnWords(words: readonly string[]): void {
    const bytes = Buffer.from(words.map((word) => `${word},`).join(''));
    this.#bytes.fill(0, PLACE.tellingLetters, PLACE.open);
    this.#bytes.set(bytes, PLACE.tellingWords);
    for (const word of words) {
      const letter = word.charCodeAt(0);
      this.#bytes[PLACE.tellingLetters + letter] = 1;
      this.#bytes[PLACE.tellingLetters + (letter & ~0x20)] = 1;
    }
  }

  #prepare(): void {
    for (const letter of Buffer.from('"\\/bfnrt')) this.#bytes[PLACE.escapes + letter] = 1;
    for (const digit of '0123456789abcdefABCDEF')
      this.#bytes[PLACE.hex + digit.charCodeAt(0)] = 1 + Number.parseInt(digit, 16);
    new DataView(this.memory.buffer).setInt32(PLACE.seed, SEED, true);
    this.#bytes.fill(0x22, PLACE.quotes, PLACE.quotes + 16);
    this.#bytes.fill(0x5c, PLACE.backslashes, PLACE.backslashes + 16);
    this.#bytes.fill(0x1f, PLACE.controls, PLACE.controls + 16);
  }
}

function wishOf({ kind }: Job): number {
  if (kind === 'calls') return CALLS.ordinary;
  return kind === 'prints' ? CALLS.comparable : CALLS.none;
}

/** The bit in which small letters of ASCII differ from capital ones. */
const CASE = 0x20;

function isCapital(byte: number): boolean {
  return byte >= 0x41 && byte <= 0x5a;
}

function recordsEnd({ records }: ScanSizes): number {
  return PLACE.records + records * RECORD.size;
}

function pagesFor(sizes: ScanSizes): number {
  const behind = sizes.behind.reduce((sum, each) => sum + each, 0);
  return Math.ceil(
    (recordsEnd(sizes) + 2 * GUARD + LONGEST_PROBE + 1 + sizes.block + behind) / PAGE,
  );
}
