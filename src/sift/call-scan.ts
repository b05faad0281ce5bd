import * as words from './call-words.ts';
import { isTellingKey } from './telling.ts';
import { hasLongRun, isDigit, ValueScan } from './value-scan.ts';

/** What a plain message is: the call of a tool, or the result of one. */
export type PlainKind = 'call' | 'result' | undefined;

/** Takes the value of a member, which is one bit: the end of the value, or -1. */
type Take = (member: number, value: number) => number;

/**
 * Recognises the commonest messages by their bytes: a `tools/call` request, and a result that is text and
 * perhaps structured content, not called a failure, without anything that a rule might have a word on.
 * Whatever it is not sure of it does not recognise; a parser looks at that.
 */
export class CallScan {
  readonly #values = new ValueScan();
  /** The members of the object that was read last. */
  #seen = 0;
  /** Of the id, as it is spelled. */
  idStart = 0;
  idEnd = 0;
  /** Of a call: the name of its tool between the quotes. */
  nameStart = 0;
  nameEnd = 0;
  /** Of a call: its progress token, as it is spelled; empty when there is none. */
  tokenStart = 0;
  tokenEnd = 0;
  /** Of a call: its arguments; empty when it has none. */
  argumentsStart = 0;
  argumentsEnd = 0;
  /** Of a result: its first text, with the quotes; empty when it has none. */
  textStart = 0;
  textEnd = 0;
  /** Of a result: its structured content; empty when it has none. */
  structuredStart = 0;
  structuredEnd = 0;
  /** One of the texts may be JSON. */
  mayHoldJson = false;
  /** A member of it may tell of a failure. */
  isStructuredTelling = false;

  /** What the message is that fills the bytes from `start` to `end`. */
  look(bytes: Uint8Array, start: number, end: number): PlainKind {
    const values = this.#values;
    values.bytes = bytes;
    this.idEnd = this.idStart = this.nameEnd = this.nameStart = 0;
    this.tokenEnd = this.tokenStart = this.textEnd = this.textStart = 0;
    this.structuredEnd = this.structuredStart = 0;
    this.argumentsEnd = this.argumentsStart = 0;
    this.mayHoldJson = false;
    this.isStructuredTelling = false;
    const kind = this.#message(start, end);
    return kind !== undefined && !hasLongRun(bytes, start, end) ? kind : undefined;
  }

  #message(start: number, end: number): PlainKind {
    const values = this.#values;
    let seen = 0;
    let at = start;
    if (values.is(at, words.USUAL_START)) {
      // As nearly all programs begin a message.
      seen = words.JSONRPC | words.ID;
      at = this.#id(at + words.USUAL_START.length);
      if (at < 0 || values.bytes[at] !== 0x2c) return undefined;
    } else if (values.bytes[at] !== 0x7b) return undefined;
    if (this.#members(at, seen, words.MESSAGE_KEYS, this.#member) !== end) return undefined;
    if (this.#seen === words.CALL) return this.nameEnd > 0 ? 'call' : undefined;
    return this.#seen === words.RESULT_OF_CALL ? 'result' : undefined;
  }

  /** An object of these members only: its end, or -1. `#seen` says which it had. */
  #object(start: number, keys: readonly Uint8Array[], take: Take): number {
    return this.#values.bytes[start] === 0x7b ? this.#members(start, 0, keys, take) : -1;
  }

  /** The members that come behind the `{` or `,` at `start`: each at most once, those in `seen` no more. */
  #members(start: number, had: number, keys: readonly Uint8Array[], take: Take): number {
    const values = this.#values;
    const { bytes } = values;
    let seen = had;
    let at = start;
    do {
      const key = values.space(at + 1);
      const value = values.key(key);
      if (value < 0) return -1;
      const member = this.#bitOf(key, keys);
      if (member === 0 || (seen & member) !== 0) return -1;
      seen |= member;
      at = take(member, value);
      if (at < 0) return -1;
      at = values.space(at);
    } while (bytes[at] === 0x2c);
    this.#seen = seen;
    return bytes[at] === 0x7d ? at + 1 : -1;
  }

  /** A bit for the place of a key in the list; 0 when it is none of them. */
  #bitOf(key: number, keys: readonly Uint8Array[]): number {
    for (let place = 0; place < keys.length; place += 1) {
      const each = keys[place];
      if (each && this.#values.is(key, each)) return 1 << place;
    }
    return 0;
  }

  readonly #member: Take = (member, at) => {
    const values = this.#values;
    switch (member) {
      case words.JSONRPC:
        return values.is(at, words.VERSION) ? at + words.VERSION.length : -1;
      case words.METHOD:
        return values.is(at, words.TOOLS_CALL) ? at + words.TOOLS_CALL.length : -1;
      case words.PARAMS:
        return this.#params(at);
      case words.RESULT:
        return this.#result(at);
      default:
        return this.#id(at);
    }
  };

  /** An integer that a double holds, or a text without escapes. */
  #id(at: number): number {
    const end = this.#token(at);
    this.idStart = at;
    this.idEnd = end;
    return end;
  }

  #token(at: number): number {
    const values = this.#values;
    const { bytes } = values;
    if (bytes[at] === 0x22) {
      const end = values.string(at);
      return end >= 0 && !values.sawEscape && !values.sawHigh ? end : -1;
    }
    const end = values.number(at);
    if (end < 0 || end - at > MOST_DIGITS) return -1;
    for (let here = at; here < end; here += 1) if (!isDigit(bytes[here] ?? 0)) return -1;
    return end;
  }

  #params(start: number): number {
    const end = this.#object(start, words.PARAMS_KEYS, this.#param);
    return end >= 0 && (this.#seen & words.NAME) !== 0 ? end : -1;
  }

  readonly #param: Take = (member, at) => {
    if (member === words.NAME) return this.#name(at);
    return member === words.META ? this.#meta(at) : this.#arguments(at);
  };

  #arguments(at: number): number {
    this.argumentsStart = at;
    this.argumentsEnd = this.#values.value(at);
    return this.argumentsEnd;
  }

  #name(at: number): number {
    const values = this.#values;
    const end = values.string(at);
    if (end < 0 || values.sawEscape) return -1;
    this.nameStart = at + 1;
    this.nameEnd = end - 1;
    return end;
  }

  /** Of a request: its progress token is remembered; the rest is looked at as any value. */
  #meta(start: number): number {
    const values = this.#values;
    const { bytes } = values;
    const end = values.value(start);
    if (end < 0 || bytes[start] !== 0x7b) return -1;
    let at = values.space(start + 1);
    while (bytes[at] === 0x22) {
      const value = values.key(at);
      if (values.is(at, words.TOKEN_KEY)) {
        this.tokenStart = value;
        this.tokenEnd = this.#token(value);
        if (this.tokenEnd < 0) return -1;
      }
      at = values.space(values.value(value));
      at = bytes[at] === 0x2c ? values.space(at + 1) : at;
    }
    return end;
  }

  #result(start: number): number {
    const end = this.#object(start, words.RESULT_KEYS, this.#resultMember);
    return end >= 0 && (this.#seen & words.CONTENT) !== 0 ? end : -1;
  }

  readonly #resultMember: Take = (member, at) => {
    const values = this.#values;
    if (member === words.CONTENT) return this.#content(at);
    if (member === words.IS_ERROR) return values.is(at, words.FALSE) ? at + words.FALSE.length : -1;
    if (member === words.STRUCTURED) return this.#structured(at);
    return values.bytes[at] === 0x7b ? values.value(at) : -1;
  };

  #structured(start: number): number {
    const values = this.#values;
    const { bytes } = values;
    if (bytes[start] !== 0x7b) return -1;
    const end = values.value(start);
    this.structuredStart = start;
    this.structuredEnd = end;
    for (let at = values.space(start + 1); end > 0 && bytes[at] === 0x22; ) {
      this.isStructuredTelling ||= isTellingKey(bytes, at + 1);
      at = values.space(values.value(values.key(at)));
      if (bytes[at] === 0x2c) at = values.space(at + 1);
    }
    return end;
  }

  /** A list of one text block or more. */
  #content(start: number): number {
    const values = this.#values;
    const { bytes } = values;
    let at = start;
    if (bytes[at] !== 0x5b) return -1;
    do {
      at = this.#block(values.space(at + 1));
      if (at < 0) return -1;
      at = values.space(at);
    } while (bytes[at] === 0x2c);
    return bytes[at] === 0x5d ? at + 1 : -1;
  }

  #block(start: number): number {
    const end = this.#object(start, words.BLOCK_KEYS, this.#blockMember);
    return end >= 0 && this.#seen === words.BLOCK ? end : -1;
  }

  readonly #blockMember: Take = (member, at) => {
    if (member === words.TEXT) return this.#text(at);
    return this.#values.is(at, words.TEXT_TYPE) ? at + words.TEXT_TYPE.length : -1;
  };

  #text(at: number): number {
    const values = this.#values;
    const end = values.string(at);
    this.mayHoldJson ||= BEGINS_JSON.has(values.bytes[values.space(at + 1)] ?? 0);
    if (end >= 0 && this.textEnd === 0) {
      this.textStart = at;
      this.textEnd = end;
    }
    return end;
  }
}

/** `[`, `{`, and an escape, which may be a blank. */
const BEGINS_JSON: ReadonlySet<number> = new Set([0x5b, 0x7b, 0x5c]);

/** All integers of as many digits are exact in a double. */
const MOST_DIGITS = 15;
