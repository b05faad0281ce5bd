import { existsSync, realpathSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { dirname, join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { type Job, Lane, type Scanner, type ScanSizes } from './lane.ts';

/** Lanes of the other thread: what it may be ahead. */
const AHEAD = 4;
/** Blocks that are scanned before another thread is started: often the first ones are all that is wanted. */
const ALONE = 8;
/** The other thread is looked for so long, in milliseconds, when nothing told of it. */
const LOOK_MS = 2;

/** The other thread makes next to no objects. */
const LITTLE = { maxYoungGenerationSizeMb: 1, maxOldGenerationSizeMb: 32 };

/** What the threads share: which block is to be scanned next, and what each lane of the other one holds. */
export const SHARED = { next: 0, first: 1 } as const;
/** A lane is free, or holds block `b`: `-(b + 1)` while it is scanned, `b + 1` when that is done. */
export const FREE = 0;

/** What the other thread is started with. */
export interface CrewData {
  readonly module: WebAssembly.Module;
  readonly sizes: ScanSizes;
  readonly job: Job;
  readonly fd: number;
  readonly blocks: number;
  readonly memories: readonly WebAssembly.Memory[];
  readonly shared: Int32Array;
}

/** Scans the blocks of a file, on two threads when it is large, and gives them in their order. */
export class Crew {
  readonly #fd: number;
  readonly #blocks: number;
  readonly #own: Lane;
  readonly #shared: Int32Array;
  readonly #scanner: Scanner;
  readonly #file: string | undefined;
  #worker: Worker | undefined;
  #others: readonly Lane[] = [];
  /** The block that the own lane holds. */
  #held: number | undefined;
  #given = -1;
  #lent: number | undefined;

  constructor(scanner: Scanner, fd: number, size: number) {
    this.#scanner = scanner;
    this.#fd = fd;
    this.#blocks = Math.ceil(size / scanner.sizes.block);
    this.#own = scanner.lane;
    this.#own.reset(scanner.job);
    const isLarge = size >= scanner.sizes.shared;
    this.#file = isLarge && availableParallelism() > 1 ? workerFile() : undefined;
    this.#shared = new Int32Array(new SharedArrayBuffer(4 * (SHARED.first + AHEAD)));
  }

  #start(file: string): void {
    const { module, sizes, job } = this.#scanner;
    this.#others = Array.from({ length: AHEAD }, () => new Lane(module, sizes));
    for (const lane of this.#others) lane.reset(job);
    const data: CrewData = {
      module,
      sizes,
      job,
      fd: this.#fd,
      blocks: this.#blocks,
      memories: this.#others.map(({ memory }) => memory),
      shared: this.#shared,
    };
    this.#worker = new Worker(file, { workerData: data, resourceLimits: LITTLE });
    this.#worker.unref();
    // Without it all blocks are scanned here.
    this.#worker.on('error', () => {});
  }

  /** The next block, in the lane that scanned it; undefined behind the last. The one before is given back. */
  next(): Lane | undefined {
    this.#giveBack();
    const wanted = this.#given + 1;
    if (wanted >= this.#blocks) return undefined;
    this.#given = wanted;
    if (wanted === ALONE && this.#file !== undefined) this.#start(this.#file);
    for (;;) {
      if (this.#held === wanted) {
        this.#held = undefined;
        return this.#own;
      }
      const place = this.#placeOf(wanted + 1);
      if (place !== undefined) return this.#lend(place, wanted);
      if (this.#held === undefined) this.#scanOne();
      else this.#wait(wanted);
    }
  }

  end(): void {
    Atomics.store(this.#shared, SHARED.next, this.#blocks);
    void this.#worker?.terminate();
  }

  #scanOne(): void {
    const block = Atomics.add(this.#shared, SHARED.next, 1);
    if (block >= this.#blocks) {
      // All are taken, so the other thread has the one that is wanted.
      this.#wait(this.#given);
      return;
    }
    this.#own.read(this.#fd, block);
    this.#held = block;
  }

  /** Sleeps until the other thread may have scanned the block. */
  #wait(block: number): void {
    const place = this.#placeOf(-(block + 1)) ?? SHARED.first;
    Atomics.wait(this.#shared, place, -(block + 1), LOOK_MS);
  }

  #placeOf(state: number): number | undefined {
    const place = this.#shared.indexOf(state, SHARED.first);
    return place < 0 ? undefined : place;
  }

  #lend(place: number, block: number): Lane | undefined {
    this.#lent = place;
    const lane = this.#others[place - SHARED.first];
    // The other thread could not read it: here the error has somebody to go to.
    if (Number.isNaN(lane?.count)) lane?.read(this.#fd, block);
    return lane;
  }

  #giveBack(): void {
    if (this.#lent === undefined) return;
    Atomics.store(this.#shared, this.#lent, FREE);
    Atomics.notify(this.#shared, this.#lent);
    this.#lent = undefined;
  }
}

/** The program has the other thread's code beside its own; where it is not, one thread does the work. */
function workerFile(): string | undefined {
  const main = process.argv[1];
  if (main === undefined || !existsSync(main)) return undefined;
  const file = join(dirname(realpathSync(main)), '..', 'dist', 'cli', 'scan-worker.cjs');
  return existsSync(file) ? file : undefined;
}
