import { LONGEST_HINT } from '../../recording/hints.ts';
import { HintBytes, type MessageHints } from '../../recording/message-head.ts';

/** Which of the members that matter to hints; 0 for any other. */
const NONE = 0;
const ID = 1;
const METHOD = 2;
/** `result` or `error`: what belongs to an answer. */
const ANSWER = 3;

const KEYS = (
  [
    ['id', ID],
    ['method', METHOD],
    ['result', ANSWER],
    ['error', ANSWER],
  ] as const
).map(([key, member]) => ({ bytes: Buffer.from(key), member }));

/**
 * Follows the keys and values of the outermost object, to find what `hintsOf` finds in a whole message.
 * What a chunk cuts is kept, never more of it than a hint may be long.
 */
export class TopMembers implements MessageHints {
  readonly method = new HintBytes();
  readonly id = new HintBytes();
  #chunk: Buffer = Buffer.alloc(0);
  /** Where the piece that is being looked at starts in the chunk; -1 when none is. */
  #from = -1;
  /** What came of the piece with earlier chunks. */
  readonly #kept = new Uint8Array(LONGEST_HINT);
  #keptLength = 0;
  #member = NONE;
  #inValue = false;
  /** The method or id cannot be a hint, or a key can only be read by a parser. */
  #unusual = false;
  #badMethod = false;
  #badId = false;
  #answers = false;

  /** The next chunk; a piece that was cut goes on at `start`. */
  enter(chunk: Buffer, start: number): void {
    this.#chunk = chunk;
    if (this.#from !== -1) this.#from = start;
  }

  /** The chunk is over at `end`, or the line is. */
  leave(end: number): void {
    if (this.#from !== -1) this.#keep(end);
  }

  openKey(at: number): void {
    this.#start(at);
  }

  sawEscape(): void {
    this.#unusual = true;
  }

  closeKey(at: number): void {
    this.#member = this.#keyEndingAt(at);
    this.#from = -1;
  }

  openValue(at: number): void {
    if (this.#member === ANSWER) this.#answers = true;
    else if (this.#member !== NONE) {
      this.#start(at);
      this.#inValue = true;
    }
  }

  /** Of repeated keys the last one counts. */
  endMember(at: number): void {
    if (!this.#inValue) return;
    if (this.#member === ID) this.#badId = !this.#take(at, this.id, isId);
    else this.#badMethod = !this.#take(at, this.method, isQuote);
    this.#from = -1;
    this.#inValue = false;
  }

  /** Call when the line is over: all or nothing, as `hintsOf` says. */
  settle(isMessage: boolean): void {
    const lone = this.#answers && (this.method.length >= 0 || this.#badMethod);
    if (isMessage && !this.#unusual && !this.#badMethod && !this.#badId && !lone) return;
    this.method.length = -1;
    this.id.length = -1;
  }

  /** Before the next line. */
  reset(): void {
    this.#from = -1;
    this.#inValue = false;
    this.#unusual = false;
    this.#badMethod = false;
    this.#badId = false;
    this.#answers = false;
    this.#member = NONE;
    this.method.length = -1;
    this.id.length = -1;
  }

  #start(at: number): void {
    this.#from = at;
    this.#keptLength = 0;
  }

  #keep(end: number): void {
    const kept = this.#kept;
    const room = kept.length - this.#keptLength;
    const until = Math.min(end, this.#from + room);
    let to = this.#keptLength;
    for (let at = this.#from; at < until; at += 1) kept[to++] = this.#chunk[at] ?? 0;
    this.#keptLength += end - this.#from;
  }

  #keyEndingAt(end: number): number {
    const length = this.#keptLength + end - this.#from;
    for (const { bytes, member } of KEYS) {
      if (bytes.length === length && this.#spells(bytes)) return member;
    }
    return NONE;
  }

  #spells(key: Uint8Array): boolean {
    for (let index = 0; index < key.length; index += 1) {
      if (this.#byte(index) !== key[index]) return false;
    }
    return true;
  }

  /** The byte of the piece at this index, wherever it is. */
  #byte(index: number): number {
    const kept = this.#keptLength;
    return (index < kept ? this.#kept[index] : this.#chunk[this.#from + index - kept]) ?? 0;
  }

  /** Copies the value without the white space around it; false when it cannot be a hint. */
  #take(end: number, hint: HintBytes, mayStart: (byte: number) => boolean): boolean {
    hint.length = -1;
    const length = this.#keptLength + end - this.#from;
    if (length > LONGEST_HINT) return false;
    let first = 0;
    let last = length;
    while (first < last && this.#byte(first) <= 0x20) first += 1;
    while (last > first && this.#byte(last - 1) <= 0x20) last -= 1;
    if (!mayStart(this.#byte(first))) return false;
    for (let index = first; index < last; index += 1) hint.bytes[index - first] = this.#byte(index);
    hint.length = last - first;
    return true;
  }
}

function isQuote(byte: number): boolean {
  return byte === 0x22;
}

/** A string, a number or `null`; the line is JSON, so the first byte tells. */
function isId(byte: number): boolean {
  return isQuote(byte) || byte === 0x2d || byte === 0x6e || (byte >= 0x30 && byte <= 0x39);
}
