import { countingMembers } from '../compare/normalise.ts';
import { rpcId } from '../model/ids.ts';
import type { JsonNode, JsonObject } from '../model/json.ts';
import { COMMA, QUOTE, skipScalar, skipText, space } from './json-bytes.ts';

/** What is printed, so that "1" is not 1. */
const TAG = { text: 1, number: 2, word: 3, list: 4, object: 5, absent: 6 } as const;
/** Deeper values than a scan finds plain. */
const DEEPEST = 100;
const MOST_NAMES = 10_000;
const META = Buffer.from('"_meta"');
const SURROGATE = /\p{Surrogate}/u;

/**
 * Prints of what calls of tools ask, of 64 bits in two halves: questions that mean the same (`requestKey` in
 * src/compare) have the same print, however they are spelled; others hardly ever do. The start is a secret.
 * A question is read from bytes in which the scan found a plain value, or from nodes.
 */
export class QuestionPrint {
  low = 0;
  high = 0;
  readonly #seeds: readonly [low: number, high: number];
  /** Of tools: there are few, and many calls of each. */
  readonly #names = new Map<string, { readonly low: number; readonly high: number }>();

  constructor(seed: Buffer) {
    this.#seeds = [seed.readInt32LE(0), seed.readInt32LE(4)];
  }

  /** Of a tool's name, and of arguments when there are any. False: it is not known. */
  ofBytes(name: string, bytes: Uint8Array, start: number, end: number): boolean {
    if (start === end) this.#bytes(TAG.absent, bytes, 0, 0);
    else if (this.#value(bytes, start) < 0) return false;
    return this.#named(name);
  }

  /** The same for the params of a call. False too when they ask for something that no plain call does. */
  ofNode(params: JsonNode | undefined): boolean {
    if (params?.kind !== 'object') return false;
    const members = countingMembers(params);
    const [name, args] = [members.get('name'), members.get('arguments')];
    if (name?.kind !== 'string' || members.size !== (args ? 2 : 1)) return false;
    if (!args) this.#bytes(TAG.absent, META, 0, 0);
    else if (!this.#node(args, 0)) return false;
    return this.#named(name.value);
  }

  #named(name: string): boolean {
    const { low, high } = this;
    const known = this.#names.get(name);
    if (known) this.#set(known.low, known.high);
    else {
      if (!this.#text(TAG.text, name)) return false;
      if (this.#names.size < MOST_NAMES) this.#names.set(name, { low: this.low, high: this.high });
    }
    this.#mix(low, high);
    return true;
  }

  #set(low: number, high: number): void {
    this.low = low;
    this.high = high;
  }

  #value(bytes: Uint8Array, at: number): number {
    const first = bytes[at] ?? 0;
    if (first === QUOTE) return this.#string(bytes, at);
    if (first === 0x5b) return this.#list(bytes, at);
    if (first === 0x7b) return this.#object(bytes, at);
    const end = skipScalar(bytes, at);
    if (first >= 0x3a) this.#bytes(TAG.word, bytes, at, end);
    else if (isShortNumber(bytes, at, end)) this.#bytes(TAG.number, bytes, at, end);
    else this.#number(Buffer.from(bytes.subarray(at, end)).toString());
    return end;
  }

  #string(bytes: Uint8Array, at: number): number {
    const end = skipText(bytes, at);
    for (let here = at + 1; here < end; here += 1)
      if (bytes[here] === 0x5c) {
        // The scan found a valid string there.
        const value = JSON.parse(Buffer.from(bytes.subarray(at, end)).toString()) as string;
        return this.#text(TAG.text, value) ? end : -1;
      }
    this.#bytes(TAG.text, bytes, at + 1, end - 1);
    return end;
  }

  #list(bytes: Uint8Array, start: number): number {
    let [low, high]: [number, number] = [TAG.list, TAG.list];
    let at = space(bytes, start + 1);
    while (bytes[at] !== 0x5d) {
      at = this.#value(bytes, at);
      if (at < 0) return -1;
      this.#mix(low, high);
      [low, high] = [this.low, this.high];
      at = space(bytes, at);
      if (bytes[at] === COMMA) at = space(bytes, at + 1);
    }
    this.#end(low, high);
    return at + 1;
  }

  /** The order of members does not count, so they are added up. */
  #object(bytes: Uint8Array, start: number): number {
    let [low, high]: [number, number] = [TAG.object, TAG.object];
    let at = space(bytes, start + 1);
    while (bytes[at] === QUOTE) {
      const end = isMeta(bytes, at) ? -1 : this.#string(bytes, at);
      if (end < 0) return -1;
      const [keyLow, keyHigh] = [this.low, this.high];
      at = this.#value(bytes, space(bytes, space(bytes, end) + 1));
      if (at < 0) return -1;
      this.#mix(keyLow, keyHigh);
      low = (low + this.low) | 0;
      high = (high + this.high) | 0;
      at = space(bytes, at);
      if (bytes[at] === COMMA) at = space(bytes, at + 1);
    }
    this.#end(low, high);
    return at + 1;
  }

  #node(node: JsonNode, depth: number): boolean {
    if (depth > DEEPEST) return false;
    if (node.kind === 'string') return this.#text(TAG.text, node.value);
    if (node.kind === 'number') return this.#number(node.text);
    if (node.kind === 'literal') return this.#text(TAG.word, String(node.value));
    if (node.kind === 'object') return this.#objectNode(node, depth);
    let [low, high]: [number, number] = [TAG.list, TAG.list];
    for (const each of node.items) {
      if (!this.#node(each, depth + 1)) return false;
      this.#mix(low, high);
      [low, high] = [this.low, this.high];
    }
    return this.#end(low, high);
  }

  #objectNode(node: JsonObject, depth: number): boolean {
    let [low, high]: [number, number] = [TAG.object, TAG.object];
    for (const [key, value] of countingMembers(node)) {
      if (!this.#text(TAG.text, key)) return false;
      const [keyLow, keyHigh] = [this.low, this.high];
      if (!this.#node(value, depth + 1)) return false;
      this.#mix(keyLow, keyHigh);
      low = (low + this.low) | 0;
      high = (high + this.high) | 0;
    }
    return this.#end(low, high);
  }

  /** By value, with all its digits. */
  #number(spelled: string): boolean {
    const id = rpcId({ kind: 'number', text: spelled, start: 0, end: 0 });
    return this.#text(TAG.number, id?.kind === 'number' ? id.key.slice(2) : spelled);
  }

  /** Half a character has no bytes. */
  #text(tag: number, text: string): boolean {
    if (SURROGATE.test(text)) return false;
    const bytes = Buffer.from(text);
    return this.#bytes(tag, bytes, 0, bytes.length);
  }

  #bytes(tag: number, bytes: Uint8Array, start: number, end: number): true {
    const [seedLow, seedHigh] = this.#seeds;
    let low = Math.imul(seedLow ^ tag, 0x01000193);
    let high = Math.imul(seedHigh ^ tag, 0x85ebca6b);
    for (let at = start; at < end; at += 1) {
      const byte = bytes[at] ?? 0;
      low = Math.imul(low ^ byte, 0x01000193);
      high = Math.imul((high ^ byte) + ((high >>> 15) | 0), 0x85ebca6b);
    }
    return this.#end(low, high ^ (end - start));
  }

  /** Puts two prints behind the ones that are known. */
  #mix(low: number, high: number): void {
    const [lowOf, highOf] = [this.low, this.high];
    this.#end(
      Math.imul(low ^ 0x27d4eb2f, 0x165667b1) ^ lowOf,
      Math.imul(high ^ 0x165667b1, 0x27d4eb2f) ^ highOf,
    );
  }

  /** Spreads every bit over all others, so that sums tell much. */
  #end(low: number, high: number): true {
    this.low = spread(low ^ (high >>> 7));
    this.high = spread(high ^ (this.low >>> 9));
    return true;
  }
}

/** Digits that are the only spelling of their number. */
function isShortNumber(bytes: Uint8Array, start: number, end: number): boolean {
  if (end - start > 15 || (bytes[start] === 0x30 && end - start > 1)) return false;
  for (let at = start; at < end; at += 1)
    if ((bytes[at] ?? 0) < 0x30 || (bytes[at] ?? 0) > 0x39) return false;
  return true;
}

/** The last step of MurmurHash3, of 32 bits. */
function spread(value: number): number {
  let bits = value;
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return bits ^ (bits >>> 16);
}

function isMeta(bytes: Uint8Array, start: number): boolean {
  for (let nth = 0; nth < META.length; nth += 1) if (bytes[start + nth] !== META[nth]) return false;
  return true;
}
