import { LONGEST_HINT } from '../../recording/hints.ts';
import { HEAD_TEXTS, LONGEST_HEAD } from '../../recording/message-head.ts';
import { TEXT_TABLE } from '../../wire/text-table.ts';
import { TABLE } from './grammar.ts';
import { PLACE } from './lines-places.ts';
import { LINES_WASM } from './lines-wasm.ts';

const PAGE = 64 * 1024;
/** Longest chunk that it takes. */
const ROOM = 64 * 1024;
/** Places in a recording that are numbers of 32 bits, with room for those of one chunk. */
const LAST_PLACE = 0x7fff_0000;

type Lines = (at: number, end: number, limit: number, longest: number) => number;

/** Encodes whole lines by the function `lines`, into a buffer of its own. */
export class LineEncoder {
  /** Where the entries are; the part up to `length` holds some. */
  readonly buffer: Buffer;
  /** Messages of the last call. */
  count = 0;
  readonly #bytes: Uint8Array;
  readonly #integers: Int32Array;
  readonly #lines: Lines;
  /** The time and side that it knows. */
  #middle: Uint8Array | undefined;

  private constructor(memory: WebAssembly.Memory, lines: Lines, size: number) {
    this.#lines = lines;
    this.#bytes = new Uint8Array(memory.buffer);
    this.#integers = new Int32Array(memory.buffer, 0, PLACE.free / 4);
    this.buffer = Buffer.from(memory.buffer, PLACE.free + ROOM, size);
    this.#bytes.set(TEXT_TABLE);
    this.#bytes.set(TABLE, PLACE.table);
    this.#text(PLACE.start, HEAD_TEXTS.start);
    this.#text(PLACE.method, HEAD_TEXTS.method);
    this.#text(PLACE.id, HEAD_TEXTS.id);
    this.#text(PLACE.message, HEAD_TEXTS.message);
  }

  /**
   * @param size of the buffer
   * @returns undefined where there is no WebAssembly, or none with vectors
   */
  static create(size: number): LineEncoder | undefined {
    try {
      const memory = new WebAssembly.Memory({
        initial: Math.ceil((PLACE.free + ROOM + size) / PAGE),
      });
      const compiled = new WebAssembly.Module(Buffer.from(LINES_WASM, 'base64'));
      const { exports } = new WebAssembly.Instance(compiled, { host: { memory } });
      // What `linesFunction` says it is.
      return new LineEncoder(memory, exports['lines'] as Lines, size);
    } catch {
      return undefined;
    }
  }

  /**
   * Encodes the lines of a chunk from `from` on, which end with the one that ends at `to`; all of them are UTF-8.
   *
   * @param length of what the buffer holds; more goes behind it
   * @returns the offset of the first line that is left to the caller, or `to`
   */
  encode(chunk: Buffer, from: number, to: number, head: LineHead, length: number): number {
    this.count = 0;
    if (to - from > ROOM || head.seq > LAST_PLACE) return from;
    const bytes = this.#bytes;
    const integers = this.#integers;
    const start = PLACE.free;
    const out = this.buffer.byteOffset;
    bytes.set(from === 0 && to === chunk.length ? chunk : chunk.subarray(from, to), start);
    if (head.middle !== this.#middle) this.#text(PLACE.middle, head.middle);
    integers[PLACE.out / 4] = out + length;
    integers[PLACE.outEnd / 4] = out + this.buffer.length;
    integers[PLACE.seq / 4] = head.seq;
    const after = this.#lines(start, start + to - from, LONGEST_HEAD + 2, LONGEST_HINT);
    this.count = (integers[PLACE.seq / 4] ?? 0) - head.seq;
    return from + after - start;
  }

  /** Length of what the buffer holds after a call. */
  get length(): number {
    return (this.#integers[PLACE.out / 4] ?? 0) - this.buffer.byteOffset;
  }

  #text(place: number, text: Uint8Array): void {
    this.#integers[place / 4] = text.length;
    this.#bytes.set(text, place + 4);
  }
}

/** What the entries of one call have in common, and the place of the first. */
export interface LineHead {
  readonly middle: Uint8Array;
  readonly seq: number;
}
