import { constants } from 'node:buffer';
import type { JsonNode } from '../model/json.ts';
import type { Defect } from '../model/message.ts';
import { Nest } from './nest.ts';
import { BYTE, bad, MAX_DEPTH, Scanner } from './scanner.ts';
import { firstInvalidUtf8 } from './utf8.ts';

export { isJson } from './is-json.ts';

export type JsonResult =
  | { readonly ok: true; readonly node: JsonNode; readonly defects: readonly Defect[] }
  | { readonly ok: false; readonly offset: number; readonly detail: string };

/**
 * Reads one JSON text (RFC 8259) and keeps what `JSON.parse` throws away: where each value stands,
 * how numbers are spelled, duplicate keys. Accepts exactly what `JSON.parse` accepts, with the same
 * strings, and two things more that are reported as defects: a repeated key, and bytes that are no
 * UTF-8 inside a string (their place in the value is taken by U+FFFD). One difference is meant: Node 24
 * reads the key `"\u0061"` as a backslash once an object had that key; here it is `a`.
 *
 * @param bytes what is read, to its end; a byte order mark is not JSON.
 * @param start offset of the first byte to read. All offsets that come out count from byte 0.
 * @param options `lenient` also takes NaN, Infinity and -Infinity for numbers.
 * @returns `ok: false` with the first byte that cannot be, when there is no JSON text; nesting over
 *   100,000 levels and a text longer than a JavaScript string are refused too. Never throws.
 */
export function parseJson(
  bytes: Buffer,
  start = 0,
  options: { readonly lenient?: boolean } = {},
): JsonResult {
  if (bytes.length > constants.MAX_STRING_LENGTH)
    return { ok: false, offset: constants.MAX_STRING_LENGTH, detail: 'too long to be read' };
  return new Parser(bytes, options.lenient ?? false).parse(start);
}

class Parser {
  readonly #bytes: Buffer;
  readonly #scanner: Scanner;
  /** The bytes one by one as characters: right for ASCII, which is all that is cut from it. */
  readonly #latin1: string;
  readonly #nest = new Nest();

  constructor(bytes: Buffer, lenient: boolean) {
    this.#bytes = bytes;
    this.#scanner = new Scanner(bytes, lenient);
    this.#latin1 = bytes.toString('latin1');
  }

  /** One turn per value: it is read, or its bracket opened; then everything that ends there is closed. */
  parse(start: number): JsonResult {
    let at = this.#scanner.space(start);
    for (;;) {
      const byte = this.#bytes[at];
      if (byte === BYTE.openObject || byte === BYTE.openArray) {
        if (this.#nest.depth >= MAX_DEPTH) return tooDeep(at);
        const isObject = byte === BYTE.openObject;
        this.#nest.enter(at, isObject);
        at = this.#scanner.space(at + 1);
        if (!this.#closes(at)) {
          if (isObject) at = this.#key(at);
          if (at < 0) return this.#refused(bad(at));
          continue;
        }
      } else {
        const node = this.#leaf(at);
        if (typeof node === 'number') return this.#refused(bad(node));
        if (!this.#nest.add(node)) return this.#finished(node);
        at = this.#scanner.space(node.end);
      }
      const next = this.#leave(at);
      if (typeof next !== 'number') return this.#finished(next);
      if (next < 0) return this.#refused(bad(next));
      at = next;
    }
  }

  #closes(at: number): boolean {
    const closer = this.#nest.inObject ? BYTE.closeObject : BYTE.closeArray;
    return this.#bytes[at] === closer;
  }

  /** Reads a key and its colon: the offset of the value, or negative. */
  #key(at: number): number {
    const end = this.#scanner.string(at);
    if (end < 0) return end;
    this.#nest.key(this.#text(at, end), at);
    const colon = this.#scanner.space(end);
    return this.#bytes[colon] === BYTE.colon ? this.#scanner.space(colon + 1) : bad(colon);
  }

  /** A string, number or literal, or the negative offset of what is none. */
  #leaf(start: number): JsonNode | number {
    const first = this.#bytes[start];
    if (first === BYTE.quote) {
      const end = this.#scanner.string(start);
      return end < 0 ? end : { kind: 'string', start, end, value: this.#text(start, end) };
    }
    const end = this.#scanner.scalar(start);
    if (end < 0) return end;
    if (first === BYTE.t || first === BYTE.f)
      return { kind: 'literal', start, end, value: first === BYTE.t };
    if (first === BYTE.n) return { kind: 'literal', start, end, value: null };
    return { kind: 'number', start, end, text: this.#latin1.slice(start, end) };
  }

  /** Closes all that ends at `from`: the offset of the next value, a negative one, or the root. */
  #leave(from: number): number | JsonNode {
    let at = from;
    for (;;) {
      if (this.#bytes[at] === BYTE.comma) {
        at = this.#scanner.space(at + 1);
        return this.#nest.inObject ? this.#key(at) : at;
      }
      if (!this.#closes(at)) return bad(at);
      const node = this.#nest.leave(at + 1);
      if (!node) return bad(at);
      if (!this.#nest.add(node)) return node;
      at = this.#scanner.space(at + 1);
    }
  }

  /** The value of the string whose quotes stand at `start` and before `end`; the scanner just passed it. */
  #text(start: number, end: number): string {
    const { sawEscape, sawHigh } = this.#scanner;
    // Every escape has been found valid, and no one can tell from a value how it was spelled.
    if (sawEscape) return JSON.parse(this.#slice(sawHigh, start, end)) as string;
    return this.#slice(sawHigh, start + 1, end - 1);
  }

  #slice(sawHigh: boolean, start: number, end: number): string {
    return sawHigh ? this.#bytes.toString('utf8', start, end) : this.#latin1.slice(start, end);
  }

  #finished(node: JsonNode): JsonResult {
    const after = this.#scanner.space(node.end);
    if (after < this.#bytes.length) return this.#refused(after);
    const offset = firstInvalidUtf8(this.#bytes, node.start);
    const byte = offset === undefined ? undefined : this.#bytes[offset];
    const { repeated } = this.#nest;
    if (offset === undefined || byte === undefined) return { ok: true, node, defects: repeated };
    return { ok: true, node, defects: [...repeated, { kind: 'invalid-utf8', offset, byte }] };
  }

  #refused(offset: number): JsonResult {
    return { ok: false, offset, detail: unexpected(this.#bytes[offset]) };
  }
}

function tooDeep(offset: number): JsonResult {
  return { ok: false, offset, detail: `nested deeper than ${MAX_DEPTH} levels` };
}

/** Names a byte in a way that is safe to print anywhere. */
function unexpected(byte: number | undefined): string {
  if (byte === undefined) return 'unexpected end';
  if (byte > 0x20 && byte < 0x7f) return `unexpected "${String.fromCharCode(byte)}"`;
  return `unexpected byte 0x${byte.toString(16).toUpperCase().padStart(2, '0')}`;
}
