import { constants } from 'node:buffer';
import type { JsonMember, JsonNode } from '../model/json.ts';
import { pointerTo } from '../model/json.ts';
import type { Defect } from '../model/message.ts';
import { BYTE, MAX_DEPTH, Scanner } from './scanner.ts';
import { unescaped } from './unescape.ts';
import { firstInvalidUtf8 } from './utf8.ts';

export { isJson } from './is-json.ts';

export type JsonResult =
  | { readonly ok: true; readonly node: JsonNode; readonly defects: readonly Defect[] }
  | { readonly ok: false; readonly offset: number; readonly detail: string };

/**
 * Reads one JSON text (RFC 8259) and keeps what `JSON.parse` throws away: where each value stands,
 * how numbers are spelled, duplicate keys. Accepts exactly what `JSON.parse` accepts, with the same
 * strings, and two things more that are reported as defects: a repeated key, and bytes that are no
 * UTF-8 inside a string (their place in the value is taken by U+FFFD).
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

/** An object or array whose end has not come yet. `key` belongs to the value that is being read. */
interface Open {
  readonly start: number;
  readonly closer: number;
  readonly members: JsonMember[];
  readonly items: JsonNode[];
  key: string;
  keyStart: number;
  /** Keys so far, once there are too many to look through one by one. */
  keys: Set<string> | undefined;
  /** JSON pointer of this container, once somebody needed it. */
  pointer: string | undefined;
}

/** Objects of up to this many members are searched for a key without an index. */
const FEW = 8;

class Parser {
  readonly #bytes: Buffer;
  readonly #scanner: Scanner;
  /** The bytes one by one as characters: right for ASCII, which is all that is cut from it. */
  readonly #latin1: string;
  readonly #open: Open[] = [];
  readonly #defects: Defect[] = [];

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
        if (this.#open.length >= MAX_DEPTH) return tooDeep(at);
        at = this.#enter(at, byte === BYTE.openObject);
        if (at < 0) return this.#refused(~at);
        if (this.#bytes[at] !== this.#open.at(-1)?.closer) continue;
      } else {
        const node = this.#leaf(at);
        if (typeof node === 'number') return this.#refused(~node);
        if (!this.#attach(node)) return this.#finished(node);
        at = this.#scanner.space(node.end);
      }
      const next = this.#leave(at);
      if (typeof next !== 'number') return this.#finished(next);
      if (next < 0) return this.#refused(~next);
      at = next;
    }
  }

  /** Opens a container: the offset of its first value or of its closing bracket, or negative. */
  #enter(start: number, isObject: boolean): number {
    this.#open.push({
      start,
      closer: isObject ? BYTE.closeObject : BYTE.closeArray,
      members: [],
      items: [],
      key: '',
      keyStart: 0,
      keys: undefined,
      pointer: undefined,
    });
    const at = this.#scanner.space(start + 1);
    return isObject && this.#bytes[at] !== BYTE.closeObject ? this.#key(at) : at;
  }

  /** Reads a key and its colon: the offset of the value, or negative. */
  #key(at: number): number {
    const end = this.#scanner.string(at);
    if (end < 0) return end;
    const open = this.#open.at(-1);
    if (open) {
      open.key = this.#text(at, end);
      open.keyStart = at;
      this.#noteRepeated(open);
    }
    const colon = this.#scanner.space(end);
    return this.#bytes[colon] === BYTE.colon ? this.#scanner.space(colon + 1) : ~colon;
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
    if (first === 0x74 || first === 0x66)
      return { kind: 'literal', start, end, value: first === 0x74 };
    if (first === 0x6e) return { kind: 'literal', start, end, value: null };
    return { kind: 'number', start, end, text: this.#latin1.slice(start, end) };
  }

  /** Hands a value to the container that is open; false when there is none: it is the root. */
  #attach(value: JsonNode): boolean {
    const open = this.#open.at(-1);
    if (!open) return false;
    if (open.closer === BYTE.closeArray) open.items.push(value);
    else open.members.push({ key: open.key, start: open.keyStart, value });
    return true;
  }

  /** Closes all that ends at `from`: the offset of the next value, a negative one, or the root. */
  #leave(from: number): number | JsonNode {
    let at = from;
    for (let open = this.#open.at(-1); open; open = this.#open.at(-1)) {
      const isObject = open.closer === BYTE.closeObject;
      if (this.#bytes[at] === BYTE.comma) {
        at = this.#scanner.space(at + 1);
        return isObject ? this.#key(at) : at;
      }
      if (this.#bytes[at] !== open.closer) return ~at;
      const { start, members, items } = open;
      const node: JsonNode = isObject
        ? { kind: 'object', start, end: at + 1, members }
        : { kind: 'array', start, end: at + 1, items };
      this.#open.pop();
      if (!this.#attach(node)) return node;
      at = this.#scanner.space(at + 1);
    }
    return ~at;
  }

  /** The value of the string whose quotes stand at `start` and before `end`; the scanner just passed it. */
  #text(start: number, end: number): string {
    const { sawEscape, sawHigh } = this.#scanner;
    const raw = sawHigh
      ? this.#bytes.toString('utf8', start + 1, end - 1)
      : this.#latin1.slice(start + 1, end - 1);
    return sawEscape ? unescaped(raw) : raw;
  }

  #noteRepeated(open: Open): void {
    const { members, key } = open;
    if (members.length > FEW) open.keys ??= new Set(members.map((each) => each.key));
    const known = open.keys ? open.keys.has(key) : members.some((each) => each.key === key);
    open.keys?.add(key);
    if (!known) return;
    const pointer = pointerTo(this.#pointerOfTop(), key);
    this.#defects.push({ kind: 'duplicate-key', pointer, offset: open.keyStart });
  }

  /** Kept in the containers, so that many repeated keys far down cost no walk from the root each. */
  #pointerOfTop(): string {
    let known = this.#open.length - 1;
    while (known > 0 && this.#open[known]?.pointer === undefined) known -= 1;
    let pointer = this.#open[known]?.pointer ?? '';
    for (let level = known + 1; level < this.#open.length; level += 1) {
      const parent = this.#open[level - 1];
      const isObject = parent?.closer === BYTE.closeObject;
      pointer = pointerTo(pointer, isObject ? parent.key : (parent?.items.length ?? 0));
      const here = this.#open[level];
      if (here) here.pointer = pointer;
    }
    return pointer;
  }

  #finished(node: JsonNode): JsonResult {
    const after = this.#scanner.space(node.end);
    if (after < this.#bytes.length) return this.#refused(after);
    const offset = firstInvalidUtf8(this.#bytes, node.start);
    const byte = offset === undefined ? undefined : this.#bytes[offset];
    if (offset !== undefined && byte !== undefined)
      this.#defects.push({ kind: 'invalid-utf8', offset, byte });
    return { ok: true, node, defects: this.#defects };
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
