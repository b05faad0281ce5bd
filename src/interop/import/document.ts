import { parseJson } from '../../wire/json.ts';
import { Pieces } from '../../wire/pieces.ts';
import type { DocumentPart } from './format.ts';

/** A value of a JSON document, its bytes as they stand there. */
export interface DocumentValue {
  readonly part: string;
  readonly bytes: Buffer;
}

/** Why a document was not read to its end. */
export interface DocumentProblem {
  readonly offset: number;
  readonly detail: string;
}

/** Which values are wanted, by the steps that lead to them. */
interface Wanted {
  name: string | undefined;
  readonly next: Map<string, Wanted>;
}

interface Container {
  readonly isArray: boolean;
  readonly wanted: Wanted;
  /** What may come next. */
  expects: 'first' | 'value' | 'key' | 'colon' | 'comma';
  key: string;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
/** No wanted key is longer, in bytes. */
const LONGEST_KEY = 256;
const DEEPEST = 1000;

/**
 * Takes wanted values out of JSON that comes in chunks, without holding more of it than one value. Several
 * documents may follow each other. Time is linear in the bytes.
 *
 * Only the way to the wanted values is checked; whether a value itself is JSON is for its reader to see.
 */
export class DocumentSplitter {
  readonly #root: Wanted = { name: undefined, next: new Map() };
  readonly #open: Container[] = [];
  /** The bytes of the value that is being taken, with its name; `undefined` name: it is passed over. */
  #value: { readonly name: string | undefined; readonly bytes: Pieces } | undefined;
  #depth = 0;
  #kind: 'nested' | 'string' | 'plain' = 'plain';
  #inString = false;
  #isEscaped = false;
  #isKey = false;
  #offset = 0;
  #problem: DocumentProblem | undefined;

  constructor(parts: readonly DocumentPart[]) {
    for (const { name, path } of parts) {
      let here = this.#root;
      for (const step of path) {
        const next = here.next.get(step) ?? { name: undefined, next: new Map() };
        here.next.set(step, next);
        here = next;
      }
      here.name = name;
    }
  }

  /** Where the reading stopped, if it did. */
  get problem(): DocumentProblem | undefined {
    return this.#problem;
  }

  /** Bytes of the value that has not ended yet. */
  get pendingBytes(): number {
    return this.#value?.bytes.length ?? 0;
  }

  push(chunk: Buffer): DocumentValue[] {
    const values: DocumentValue[] = [];
    let at = 0;
    while (at < chunk.length && !this.#problem)
      at = this.#value ? this.#inValue(chunk, at, values) : this.#between(chunk, at);
    this.#offset += chunk.length;
    return values;
  }

  /** Call when the document has ended. */
  end(): DocumentValue[] {
    const values: DocumentValue[] = [];
    if (this.#value && this.#kind === 'plain' && !this.#problem) this.#finish(values);
    if (!this.#problem && (this.#value || this.#open.length > 0))
      this.#stop(0, 'the document ends before its last bracket');
    return values;
  }

  /** One byte outside of values: white space and punctuation. */
  #between(chunk: Buffer, at: number): number {
    const byte = chunk[at] ?? 0;
    if (byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09) return at + 1;
    const top = this.#open.at(-1);
    if (!top) return this.#begin(byte, at, this.#root);
    if (byte === (top.isArray ? 0x5d : 0x7d)) return this.#close(top, at);
    if (top.expects === 'comma') {
      if (byte !== 0x2c) return this.#stop(at, 'a comma is missing');
      top.expects = top.isArray ? 'value' : 'key';
      return at + 1;
    }
    if (top.expects === 'colon') {
      if (byte !== 0x3a) return this.#stop(at, 'a colon is missing');
      top.expects = 'value';
      return at + 1;
    }
    if (!top.isArray && top.expects !== 'value') return this.#key(byte, at);
    const step = top.isArray ? '*' : top.key;
    return this.#begin(byte, at, top.wanted.next.get(step));
  }

  #close(top: Container, at: number): number {
    if (top.expects !== 'first' && top.expects !== 'comma')
      return this.#stop(at, 'a value is missing');
    this.#open.pop();
    this.#ended();
    return at + 1;
  }

  #key(byte: number, at: number): number {
    if (byte !== QUOTE) return this.#stop(at, 'a key is missing');
    this.#isKey = true;
    this.#start('string', 'key');
    return at;
  }

  /** A value starts: it is taken, gone into, or passed over. */
  #begin(byte: number, at: number, wanted: Wanted | undefined): number {
    const isNested = byte === 0x7b || byte === 0x5b;
    const goesOn = wanted && wanted.name === undefined && wanted.next.size > 0;
    if (isNested && goesOn) {
      if (this.#open.length >= DEEPEST) return this.#stop(at, 'nested too deep');
      this.#open.push({ isArray: byte === 0x5b, wanted, expects: 'first', key: '' });
      return at + 1;
    }
    if (byte < 0x21 || byte === 0x7d || byte === 0x5d || byte === 0x2c || byte === 0x3a)
      return this.#stop(at, 'a value is missing');
    this.#start(isNested ? 'nested' : byte === QUOTE ? 'string' : 'plain', wanted?.name);
    return at;
  }

  #start(kind: 'nested' | 'string' | 'plain', name: string | undefined): void {
    this.#kind = kind;
    this.#depth = 0;
    this.#inString = false;
    this.#isEscaped = false;
    this.#value = { name, bytes: new Pieces() };
  }

  #inValue(chunk: Buffer, from: number, values: DocumentValue[]): number {
    const end = this.#kind === 'plain' ? this.#endOfPlain(chunk, from) : this.#endOf(chunk, from);
    const stop = end === -1 ? chunk.length : end;
    if (this.#value?.name !== undefined) {
      const isLongKey = this.#isKey && this.#value.bytes.length > LONGEST_KEY;
      if (!isLongKey) this.#value.bytes.push(chunk.subarray(from, stop));
    }
    if (end !== -1) this.#finish(values);
    return stop;
  }

  /** Numbers and words end before the byte that cannot be theirs. */
  #endOfPlain(chunk: Buffer, from: number): number {
    for (let at = from; at < chunk.length; at += 1) {
      const byte = chunk[at] ?? 0;
      if (byte <= 0x20 || byte === 0x2c || byte === 0x5d || byte === 0x7d || byte === 0x3a)
        return at;
    }
    return -1;
  }

  /** The offset behind the value's last byte; -1 when it is not in this chunk. */
  #endOf(chunk: Buffer, from: number): number {
    let at = from;
    while (at < chunk.length) {
      if (this.#inString) {
        at = this.#endOfString(chunk, at);
        if (at === -1) return -1;
        if (this.#depth === 0) return at;
        continue;
      }
      const byte = chunk[at] ?? 0;
      at += 1;
      if (byte === QUOTE) this.#inString = true;
      else if (byte === 0x7b || byte === 0x5b) this.#depth += 1;
      else if (byte === 0x7d || byte === 0x5d) {
        this.#depth -= 1;
        if (this.#depth <= 0) return at;
      }
    }
    return -1;
  }

  /** The offset behind the closing quote. Escapes are two bytes at least, which may be cut apart. */
  #endOfString(chunk: Buffer, from: number): number {
    let at = from;
    while (at < chunk.length) {
      if (this.#isEscaped) {
        this.#isEscaped = false;
        at += 1;
        continue;
      }
      const byte = chunk[at];
      at += 1;
      if (byte === BACKSLASH) this.#isEscaped = true;
      else if (byte === QUOTE) {
        this.#inString = false;
        return at;
      }
    }
    return -1;
  }

  #finish(values: DocumentValue[]): void {
    const value = this.#value;
    this.#value = undefined;
    if (!value) return;
    if (this.#isKey) {
      this.#isKey = false;
      const top = this.#open.at(-1);
      if (top) Object.assign(top, { key: textOf(value.bytes.take()), expects: 'colon' });
      return;
    }
    if (value.name !== undefined) values.push({ part: value.name, bytes: value.bytes.take() });
    this.#ended();
  }

  #ended(): void {
    const top = this.#open.at(-1);
    if (top) top.expects = 'comma';
  }

  #stop(at: number, detail: string): number {
    this.#problem = { offset: this.#offset + at, detail };
    return at;
  }
}

function textOf(json: Buffer): string {
  const parsed = parseJson(json);
  return parsed.ok && parsed.node.kind === 'string' ? parsed.node.value : '';
}
