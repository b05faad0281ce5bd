import { Worker } from 'node:worker_threads';
import { type FuzzNews, type FuzzOrder, LONGEST, signatureOf } from './order.ts';

/** A target made ready to run. */
export interface Bundle {
  readonly path: string;
  /** Number of counters in its code. */
  readonly places: number;
  readonly words: readonly string[];
}

export interface Broken {
  readonly bytes: Uint8Array;
  readonly error: string;
}

export interface FuzzResult {
  /** What the target promises. */
  readonly promise: string;
  readonly runs: number;
  /** Branches reached. */
  readonly reached: number;
  /** Inputs that reached something new. */
  readonly kept: readonly Uint8Array[];
  /** One for each kind of error. */
  readonly broken: readonly Broken[];
}

export interface Wishes {
  readonly ms: number;
  readonly seed: number;
  readonly kept: readonly Uint8Array[];
  /** Call it over with the first input that breaks something. */
  readonly first: boolean;
  readonly told: (state: string) => void;
}

/** Longer than any input may run by the clock, on a busy machine, before it is taken for one that never ends. */
const HANGS_MS = 60_000;
/** Memory that no input of a few kilobytes may need, in megabytes. */
const MEMORY = 1500;

/** Fuzzes a target in threads, one after another: a new one when an input keeps the old one for ever. */
export async function fuzzed(bundle: Bundle, wishes: Wishes): Promise<FuzzResult> {
  const end = performance.now() + wishes.ms;
  const kept = [...wishes.kept];
  const broken = new Map<string, Broken>();
  const sum = { promise: '', runs: 0, reached: 0 };
  for (let seed = wishes.seed; ; seed += 1) {
    const ms = wishes.ms === 0 ? 0 : Math.max(1, end - performance.now());
    const thread = new Thread(bundle, { ...wishes, ms, seed, kept }, broken);
    await thread.over;
    sum.promise = thread.promise;
    sum.runs += thread.runs;
    sum.reached = Math.max(sum.reached, thread.reached);
    kept.push(...thread.kept);
    const isOver = wishes.ms === 0 || performance.now() >= end - 1000;
    if (isOver || (wishes.first && broken.size > 0))
      return { ...sum, kept: kept.slice(wishes.kept.length), broken: [...broken.values()] };
  }
}

/** One thread that fuzzes, and what it told. */
class Thread {
  promise = '';
  runs = 0;
  reached = 0;
  readonly kept: Uint8Array[] = [];
  readonly over: Promise<void>;
  readonly #worker: Worker;
  readonly #broken: Map<string, Broken>;
  readonly #wishes: Wishes;
  readonly #running = { head: new SharedArrayBuffer(16), bytes: new SharedArrayBuffer(LONGEST) };

  constructor({ path, places, words }: Bundle, wishes: Wishes, broken: Map<string, Broken>) {
    this.#wishes = wishes;
    this.#broken = broken;
    const { ms, seed, kept } = wishes;
    const order: FuzzOrder = { ms, seed, places, kept, words, running: this.#running };
    // The stack is that of a program's main thread.
    const resourceLimits = { maxOldGenerationSizeMb: MEMORY, stackSizeMb: 1 };
    this.#worker = new Worker(path, { workerData: order, resourceLimits });
    const watch = setInterval(() => this.#look(), 1000);
    this.#worker.on('message', (news: FuzzNews) => this.#take(news));
    // Out of memory, or an error that the target left behind.
    this.#worker.on('error', (error: Error) =>
      this.#breaks(this.#runs().bytes, error.stack ?? error.message),
    );
    this.over = new Promise((resolve) => {
      this.#worker.on('exit', () => {
        clearInterval(watch);
        resolve();
      });
    });
  }

  #take(news: FuzzNews): void {
    if (news.kind === 'kept') this.kept.push(news.bytes);
    else if (news.kind === 'broken') this.#breaks(news.bytes, news.error);
    else if (news.kind === 'promise') this.promise = news.text;
    else {
      this.runs = news.runs;
      this.reached = news.reached;
      const found = `${this.kept.length} new, ${this.#broken.size} broken`;
      this.#wishes.told(`${news.runs} runs, ${news.reached} branches, ${found}`);
    }
  }

  /** Of inputs that break something in the same way the shortest is kept. */
  #breaks(bytes: Uint8Array, error: string): void {
    const known = this.#broken.get(signatureOf(error));
    if (!known || bytes.length < known.bytes.length)
      this.#broken.set(signatureOf(error), { bytes, error });
    if (this.#wishes.first) void this.#worker.terminate();
  }

  #look(): void {
    const { bytes, since } = this.#runs();
    if (since === 0 || Date.now() - since < HANGS_MS) return;
    this.#breaks(bytes, `never ends: ${HANGS_MS} ms`);
    void this.#worker.terminate();
  }

  /** The input that runs, and since when; 0: none does. */
  #runs(): { bytes: Uint8Array; since: number } {
    const [length, since] = new BigInt64Array(this.#running.head);
    const bytes = new Uint8Array(this.#running.bytes).slice(0, Number(length));
    return { bytes, since: Number(since) };
  }
}
