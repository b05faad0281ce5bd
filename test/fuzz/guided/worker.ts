import { parentPort, workerData } from 'node:worker_threads';
import type { FuzzTarget } from '../target.ts';
import { Coverage } from './coverage.ts';
import { type Material, mutated } from './mutate.ts';
import { type FuzzNews, type FuzzOrder, signatureOf } from './order.ts';
import { Pool } from './pool.ts';
import { Random } from './random.ts';
import { trimmed } from './trim.ts';

/** No input may keep the processor longer, in milliseconds. */
const SLOW = 5000;
const STATE_MS = 1000;

/** Looks for inputs that break a target, in a thread of its own, until its time is over. */
export async function fuzz(target: FuzzTarget): Promise<void> {
  // The process that starts this thread gives just this.
  tell({ kind: 'promise', text: target.promise });
  await new Fuzzer(target, workerData as FuzzOrder).run();
}

class Fuzzer {
  readonly #target: FuzzTarget;
  readonly #order: FuzzOrder;
  readonly #random: Random;
  readonly #coverage: Coverage;
  readonly #pool: Pool;
  readonly #words: readonly Buffer[];
  readonly #head: BigInt64Array;
  readonly #running: Uint8Array;
  /** Kinds of errors that were told already. */
  readonly #told = new Set<string>();
  #runs = 0;

  constructor(target: FuzzTarget, order: FuzzOrder) {
    this.#target = target;
    this.#order = order;
    this.#random = new Random(order.seed);
    // The counters were made by the first line of the bundle.
    const { __fuzzHits: hits } = globalThis as unknown as { __fuzzHits: Uint8Array };
    this.#coverage = new Coverage(hits.subarray(0, order.places));
    this.#pool = new Pool(this.#coverage, this.#random);
    this.#words = wordsOf(target, order).map((word) => Buffer.from(word));
    this.#head = new BigInt64Array(order.running.head);
    this.#running = new Uint8Array(order.running.bytes);
  }

  async run(): Promise<void> {
    const { ms, kept } = this.#order;
    const end = performance.now() + ms;
    for (const each of this.#target.seeds) await this.#try(Buffer.from(each), true);
    for (const each of kept) await this.#try(Buffer.from(each), ms > 0);
    for (let told = 0; performance.now() < end; ) {
      await this.#try(mutated(this.#pool.choose(), this.#material()), false);
      if (performance.now() - told < STATE_MS) continue;
      told = performance.now();
      this.#tellState();
      // What a target has left to do is done.
      await new Promise((resolve) => setImmediate(resolve));
    }
    this.#tellState();
  }

  #tellState(): void {
    tell({ kind: 'state', runs: this.#runs, reached: this.#coverage.reached });
  }

  #material(): Material {
    return {
      random: this.#random,
      others: this.#pool.all,
      words: this.#words,
      longest: Math.min(this.#target.longest ?? 8 * 1024, this.#running.length),
    };
  }

  async #try(bytes: Buffer, isStart: boolean): Promise<void> {
    const error = await this.#execute(bytes);
    const found = this.#coverage.takeNew();
    if (error !== undefined)
      tell({ kind: 'broken', bytes: await this.#likewise(bytes, error), error });
    if (error !== undefined || (found.length === 0 && !isStart)) return;
    const works = async (shorter: Buffer) =>
      (await this.#execute(shorter)) === undefined && this.#coverage.reaches(found);
    const kept = isStart ? bytes : await trimmed(bytes, works, 60);
    this.#pool.add(kept, found);
    if (!isStart) tell({ kind: 'kept', bytes: kept });
  }

  /** The shortest input that breaks in the same way. */
  #likewise(bytes: Buffer, error: string): Promise<Buffer> {
    const isSame = async (shorter: Buffer) =>
      signatureOf((await this.#execute(shorter)) ?? '') === signatureOf(error);
    const isKnown = this.#told.has(signatureOf(error));
    this.#told.add(signatureOf(error));
    return trimmed(bytes, isSame, isKnown ? 0 : 300);
  }

  /** The error that the target gave, with its stack. */
  async #execute(bytes: Buffer): Promise<string | undefined> {
    this.#coverage.clear();
    this.#running.set(bytes);
    this.#runs += 1;
    const begun = process.cpuUsage();
    Atomics.store(this.#head, 0, BigInt(bytes.length));
    Atomics.store(this.#head, 1, BigInt(Date.now()));
    try {
      const done = this.#target.run(bytes);
      if (done) await done;
      const { user } = process.cpuUsage(begun);
      return user > SLOW * 1000 ? `took too long: ${Math.round(user / 1000)} ms` : undefined;
    } catch (error) {
      return error instanceof Error ? (error.stack ?? error.message) : String(error);
    } finally {
      Atomics.store(this.#head, 1, 0n);
    }
  }
}

/** Words of the target come as often as all those of the code together. */
function wordsOf({ words: own = [] }: FuzzTarget, { words }: FuzzOrder): string[] {
  const times = own.length === 0 ? 0 : Math.max(1, Math.floor(words.length / own.length));
  return [...words, ...Array.from({ length: times }, () => own).flat()];
}

function tell(news: FuzzNews): void {
  parentPort?.postMessage(news);
}
