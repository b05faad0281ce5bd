import { LINES_LOOKED_AT } from '../check/evidence/stderr.ts';
import type { Call } from './calls.ts';
import type { Kept, Spot } from './kept.ts';

/** So many requests are remembered before those that were answered are forgotten. */
const FEW = 64;

export interface StderrLine {
  readonly spot: Spot;
  /** With its line feed. */
  readonly bytes: number;
  isKept: boolean;
}

/**
 * Lines of standard error. Kept are those that a finding may quote: the first, the last ones, and the first ones
 * after a request that stays without an answer. Of the others rules know how many there are, and how long.
 */
export class StderrLines {
  readonly #kept: Kept;
  readonly #last: StderrLine[] = [];
  /** Requests that have not been followed by enough lines; some may have been answered. */
  #listening: Call[] = [];
  #mostListening = FEW;
  #hasFirst = false;
  readonly #passedOver = { lines: 0, bytes: 0 };

  constructor(kept: Kept) {
    this.#kept = kept;
  }

  get passedOver(): { readonly lines: number; readonly bytes: number } {
    return this.#passedOver;
  }

  listen(call: Call): void {
    this.#listening.push(call);
    if (this.#listening.length <= this.#mostListening) return;
    this.#forgetAnswered();
    this.#mostListening = FEW + 2 * this.#listening.length;
  }

  /** @param text as spelled, with the quotes */
  add(spot: Spot, text: Buffer): void {
    const line = { spot, bytes: lengthOf(text) + 1, isKept: false };
    this.#passedOver.lines += 1;
    this.#passedOver.bytes += line.bytes;
    if (!this.#hasFirst) this.keep(line);
    this.#hasFirst = true;
    this.#last.push(line);
    if (this.#last.length > LINES_LOOKED_AT) this.#last.shift();
    this.#forgetAnswered();
    for (const call of this.#listening) {
      if (call.isKept) this.keep(line);
      call.stderr ??= [];
      call.stderr.push(line);
    }
  }

  #forgetAnswered(): void {
    this.#listening = this.#listening.filter(
      ({ answer, stderr }) => !answer && (stderr?.length ?? 0) < LINES_LOOKED_AT,
    );
  }

  keep(line: StderrLine): void {
    if (line.isKept) return;
    line.isKept = true;
    this.#passedOver.lines -= 1;
    this.#passedOver.bytes -= line.bytes;
    this.#kept.add(line.spot);
  }

  /** Call behind the last line. */
  end(): void {
    for (const line of this.#last) this.keep(line);
  }
}

/** Of a text that is valid JSON, in bytes. */
function lengthOf(text: Buffer): number {
  if (!text.includes(0x5c)) return text.length - 2;
  // The scan found a valid string there.
  return Buffer.byteLength(JSON.parse(text.toString()) as string);
}
