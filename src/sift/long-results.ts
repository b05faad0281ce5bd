import type { ScannedLine } from '../recording/scan/scanned-line.ts';

/** Results from this size on are read by the rules about limits of hosts: `check/evidence/host-fates.ts`. */
const LONG = 8_000;
/** So many of them, the first in the order asked. */
const MOST = 50;
const MEDIA = ['"image"', '"audio"', '"resource', '"blob"'];

/** The first results that hosts may cut or refuse: those are kept. */
export class LongResults {
  /** Places of their requests, rising; never more than are wanted. */
  readonly #asked: number[] = [];

  /** Is the result on this line among them? `asked` is the place of its request. */
  isWanted(line: ScannedLine, asked: number): boolean {
    const last = this.#asked.at(-1) ?? 0;
    const isFull = this.#asked.length >= MOST;
    if (isFull && asked > last) return false;
    if (line.messageLength <= LONG && !hasMedia(line.message)) return false;
    this.#asked.push(asked);
    this.#asked.sort((one, other) => one - other);
    if (isFull) this.#asked.pop();
    return true;
  }
}

function hasMedia(message: Buffer): boolean {
  return MEDIA.some((word) => message.includes(word));
}
