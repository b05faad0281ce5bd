/** What a byte of a string is: 0 stands for itself, 1 ends or breaks the string, 2 is an escape, 3 is UTF-8. */
const CLASS = new Uint8Array(256).fill(1, 0, 0x20).fill(3, 0x80);
CLASS[0x22] = 1;
CLASS[0x5c] = 2;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

const ESCAPES = new Uint8Array(256);
for (const byte of Buffer.from('"\\/bfnrt')) ESCAPES[byte] = 1;

/**
 * Passes over JSON values that hold nothing which any rule would look at twice: valid JSON in valid UTF-8,
 * no key repeated or spelled with escapes, no half of a character, no tag characters, no key of the
 * protocol (`io.…`), nesting of sixty levels at most. Each method takes the offset of a first byte, and returns the offset after the
 * value, or -1 for whatever it is not sure of.
 */
export class ValueScan {
  /** The bytes that are looked at, with a line feed behind: set them first. */
  bytes: Uint8Array = new Uint8Array(0);
  /** Did the last string hold an escape, or a byte from 0x80? */
  sawEscape = false;
  sawHigh = false;
  readonly #keys: number[] = [];

  space(at: number): number {
    const { bytes } = this;
    let here = at;
    for (;;) {
      const byte = bytes[here];
      if (byte !== 0x20 && byte !== 0x09 && byte !== 0x0d && byte !== 0x0a) return here;
      here += 1;
    }
  }

  string(at: number): number {
    const { bytes } = this;
    if (bytes[at] !== QUOTE) return -1;
    this.sawEscape = false;
    this.sawHigh = false;
    let here = at + 1;
    for (;;) {
      // A line feed ends every line, so there always is a byte.
      while (CLASS[bytes[here] as number] === 0) here += 1;
      const byte = bytes[here] as number;
      if (byte === QUOTE) return here + 1;
      if (byte === BACKSLASH) {
        this.sawEscape = true;
        here = ESCAPES[bytes[here + 1] as number] === 1 ? here + 2 : this.#unicode(here);
      } else if (byte >= 0x80) {
        this.sawHigh = true;
        here = this.#character(here);
      } else return -1;
      if (here < 0) return -1;
    }
  }

  value(at: number, depth = 0): number {
    switch (this.bytes[at] ?? 0) {
      case QUOTE:
        return this.string(at);
      case 0x7b:
        return depth < DEEPEST ? this.#object(at, depth) : -1;
      case 0x5b:
        return depth < DEEPEST ? this.#array(at, depth) : -1;
      case 0x74:
        return this.#word(at, TRUE);
      case 0x66:
        return this.#word(at, FALSE);
      case 0x6e:
        return this.#word(at, NULL);
      default:
        return this.number(at);
    }
  }

  /** After the key and its colon; -1 for a key that is not plain. */
  key(at: number): number {
    const end = this.string(at);
    if (end < 0 || this.sawEscape || this.#isOfProtocol(at)) return -1;
    const colon = this.space(end);
    return this.bytes[colon] === 0x3a ? this.space(colon + 1) : -1;
  }

  number(at: number): number {
    const { bytes } = this;
    let here = bytes[at] === 0x2d ? at + 1 : at;
    here = bytes[here] === 0x30 ? here + 1 : this.#digits(here);
    if (here >= 0 && bytes[here] === 0x2e) here = this.#digits(here + 1);
    if (here < 0 || (bytes[here] !== 0x65 && bytes[here] !== 0x45)) return here;
    const sign = bytes[here + 1];
    return this.#digits(sign === 0x2b || sign === 0x2d ? here + 2 : here + 1);
  }

  /** Are the bytes at an offset these? */
  is(at: number, wanted: Uint8Array): boolean {
    const { bytes } = this;
    for (let index = 0; index < wanted.length; index += 1)
      if (bytes[at + index] !== wanted[index]) return false;
    return true;
  }

  #object(start: number, depth: number): number {
    const { bytes } = this;
    const keys = this.#keys;
    const first = keys.length;
    let at = this.space(start + 1);
    if (bytes[at] === 0x7d) return at + 1;
    for (;;) {
      const value = this.key(at);
      if (value < 0 || this.#isRepeated(first, at)) return this.#without(first);
      keys.push(at);
      at = this.value(value, depth + 1);
      if (at < 0) return this.#without(first);
      at = this.space(at);
      if (bytes[at] === 0x7d) {
        keys.length = first;
        return at + 1;
      }
      if (bytes[at] !== 0x2c) return this.#without(first);
      at = this.space(at + 1);
    }
  }

  #without(first: number): -1 {
    this.#keys.length = first;
    return -1;
  }

  /** Was this key there before? Of very many keys nobody is sure. */
  #isRepeated(first: number, at: number): boolean {
    const { bytes } = this;
    const keys = this.#keys;
    if (keys.length - first > MOST_KEYS) return true;
    for (let nth = first; nth < keys.length; nth += 1) {
      const other = keys[nth] ?? 0;
      let same = 1;
      while (bytes[other + same] === bytes[at + same] && bytes[at + same] !== QUOTE) same += 1;
      if (bytes[other + same] === QUOTE && bytes[at + same] === QUOTE) return true;
    }
    return false;
  }

  #array(start: number, depth: number): number {
    const { bytes } = this;
    let at = this.space(start + 1);
    if (bytes[at] === 0x5d) return at + 1;
    for (;;) {
      at = this.value(at, depth + 1);
      if (at < 0) return -1;
      at = this.space(at);
      if (bytes[at] === 0x5d) return at + 1;
      if (bytes[at] !== 0x2c) return -1;
      at = this.space(at + 1);
    }
  }

  #isOfProtocol(at: number): boolean {
    const { bytes } = this;
    return bytes[at + 1] === 0x69 && bytes[at + 2] === 0x6f && bytes[at + 3] === 0x2e;
  }

  /** Not of half a character: what is spelled so may be no text at all. */
  #unicode(at: number): number {
    const { bytes } = this;
    if (bytes[at + 1] !== 0x75 || ((bytes[at + 2] ?? 0) | 0x20) === 0x64) return -1;
    for (let here = at + 2; here < at + 6; here += 1) if (!isHex(bytes[here] ?? 0)) return -1;
    return at + 6;
  }

  /** A character of several bytes, as RFC 3629 has them; -1 for tag characters, which nobody sees. */
  #character(at: number): number {
    const { bytes } = this;
    const first = bytes[at] ?? 0;
    const second = bytes[at + 1] ?? 0;
    if (first < 0xc2 || first > 0xf4 || !isTail(second)) return -1;
    if (first <= 0xdf) return at + 2;
    if (!isTail(bytes[at + 2] ?? 0)) return -1;
    if (first === 0xe0 && second < 0xa0) return -1;
    if (first === 0xed && second >= 0xa0) return -1;
    if (first <= 0xef) return at + 3;
    return isTail(bytes[at + 3] ?? 0) && isFourBytes(first, second) ? at + 4 : -1;
  }

  #word(at: number, word: Uint8Array): number {
    return this.is(at, word) ? at + word.length : -1;
  }

  #digits(at: number): number {
    const { bytes } = this;
    let here = at;
    for (;;) {
      const byte = bytes[here] ?? 0;
      if (byte < 0x30 || byte > 0x39) return here > at ? here : -1;
      here += 1;
    }
  }
}

/** Deeper values are for the parser. */
const DEEPEST = 60;
const MOST_KEYS = 32;
const TRUE = Buffer.from('true');
const FALSE = Buffer.from('false');
const NULL = Buffer.from('null');

function isTail(byte: number): boolean {
  return (byte & 0xc0) === 0x80;
}

function isFourBytes(first: number, second: number): boolean {
  if (first === 0xf0) return second >= 0x90;
  if (first === 0xf4) return second < 0x90;
  return first !== 0xf3 || second !== 0xa0;
}

function isHex(byte: number): boolean {
  const lower = byte | 0x20;
  return (byte >= 0x30 && byte <= 0x39) || (lower >= 0x61 && lower <= 0x66);
}

/** Are there sixteen digits in a row? Every sixteenth byte is looked at: a run that long holds one of them. */
export function hasLongRun(bytes: Uint8Array, start: number, end: number): boolean {
  for (let at = start + 15; at < end; at += 16) {
    if (!isDigit(bytes[at] ?? 0)) continue;
    let from = at;
    while (from > start && isDigit(bytes[from - 1] ?? 0)) from -= 1;
    let to = at + 1;
    while (to < end && isDigit(bytes[to] ?? 0)) to += 1;
    if (to - from >= 16) return true;
  }
  return false;
}

export function isDigit(byte: number): boolean {
  return byte >= 0x30 && byte <= 0x39;
}
