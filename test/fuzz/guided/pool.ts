import type { Coverage } from './coverage.ts';
import type { Random } from './random.ts';

interface Kept {
  readonly bytes: Buffer;
  /** What it was the first to reach. */
  readonly found: readonly number[];
}

/** Inputs chosen before their order is looked at again. */
const OFTEN = 500;
/** Inputs that reach what few others do. */
const RAREST = 24;

/** The inputs that reached something new, from which the next ones are made. */
export class Pool {
  readonly all: Buffer[] = [];
  readonly #kept: Kept[] = [];
  readonly #coverage: Coverage;
  readonly #random: Random;
  #rarest: readonly Buffer[] = [];
  #until = 0;

  constructor(coverage: Coverage, random: Random) {
    this.#coverage = coverage;
    this.#random = random;
  }

  add(bytes: Buffer, found: readonly number[]): void {
    this.all.push(bytes);
    if (found.length > 0) this.#kept.push({ bytes, found });
  }

  /** Half of the time one that reaches what few inputs reach; else a new one, or any. */
  choose(): Buffer {
    this.#until -= 1;
    if (this.#until < 0) this.#order();
    const turn = this.#random.below(4);
    const recent = this.all.slice(-Math.ceil(this.all.length / 5));
    const from =
      turn < 2 && this.#rarest.length > 0 ? this.#rarest : turn === 2 ? recent : this.all;
    return this.#random.of(from) ?? Buffer.alloc(0);
  }

  #order(): void {
    this.#until = OFTEN;
    const rarity = new Map(
      this.#kept.map((each) => [each, this.#coverage.rarity(each.found)] as const),
    );
    const sorted = [...this.#kept].sort((a, b) => (rarity.get(a) ?? 0) - (rarity.get(b) ?? 0));
    this.#rarest = sorted.slice(0, RAREST).map(({ bytes }) => bytes);
  }
}
