import type { Side } from '../model/frame.ts';
import { isDigit } from './value-scan.ts';

/**
 * Reads the part of a line before its message, as this program writes it (`src/recording/message-head.ts`):
 *
 *     {"type":"message","seq":7,"at":"…Z","from":"client","method":"…","id":3,"message":{…}}
 *
 * What is spelled otherwise it does not recognise.
 */
export class HeadScan {
  seq = 0;
  from: Side = 'client';
  /** Of the hints, as they are spelled; empty for none. */
  methodStart = 0;
  methodEnd = 0;
  idStart = 0;
  idEnd = 0;
  messageStart = 0;

  /** @returns whether the line from `start` to `end` begins so, and ends with the brace of the entry */
  look(bytes: Uint8Array, start: number, end: number): boolean {
    this.methodEnd = this.methodStart = this.idEnd = this.idStart = 0;
    if (!startsWith(bytes, start, TYPE) || bytes[end - 1] !== 0x7d) return false;
    let at = this.#seq(bytes, start + TYPE.length);
    if (!startsWith(bytes, at, AT) || !isTime(bytes, at + AT.length)) return false;
    at += AT.length + TIME.length;
    if (startsWith(bytes, at, CLIENT)) this.from = 'client';
    else if (startsWith(bytes, at, SERVER)) this.from = 'server';
    else return false;
    // Both have the same length.
    at += CLIENT.length;
    if (startsWith(bytes, at, METHOD)) {
      this.methodStart = at + METHOD.length;
      at = this.methodEnd = textEnd(bytes, this.methodStart);
    }
    if (startsWith(bytes, at, ID)) {
      this.idStart = at + ID.length;
      at = this.idEnd = idEnd(bytes, this.idStart);
    }
    if (!startsWith(bytes, at, MESSAGE)) return false;
    this.messageStart = at + MESSAGE.length;
    return true;
  }

  #seq(bytes: Uint8Array, start: number): number {
    let at = start;
    let seq = 0;
    while (isDigit(bytes[at] ?? 0) && at - start < 15) {
      seq = seq * 10 + (bytes[at] ?? 0) - 0x30;
      at += 1;
    }
    this.seq = seq;
    // A place has no leading zero.
    return at === start || (bytes[start] === 0x30 && at > start + 1) ? -1 : at;
  }
}

const TYPE = Buffer.from('{"type":"message","seq":');
const AT = Buffer.from(',"at":');
const CLIENT = Buffer.from(',"from":"client"');
const SERVER = Buffer.from(',"from":"server"');
const METHOD = Buffer.from(',"method":');
const ID = Buffer.from(',"id":');
const MESSAGE = Buffer.from(',"message":');

function startsWith(bytes: Uint8Array, at: number, wanted: Uint8Array): boolean {
  if (at < 0) return false;
  for (let index = 0; index < wanted.length; index += 1)
    if (bytes[at + index] !== wanted[index]) return false;
  return true;
}

/** `9` stands for any digit. */
const TIME = Buffer.from('"9999-99-99T99:99:99.999999Z"');

/** A time as this program writes it. Which days and hours there are is not looked at twice. */
function isTime(bytes: Uint8Array, at: number): boolean {
  for (let index = 0; index < TIME.length; index += 1) {
    const wanted = TIME[index];
    const byte = bytes[at + index] ?? 0;
    if (wanted === 0x39 ? byte < 0x30 || byte > 0x39 : byte !== wanted) return false;
  }
  return true;
}

/** After a text without escapes; -1 for anything else. */
function textEnd(bytes: Uint8Array, start: number): number {
  if (bytes[start] !== 0x22) return -1;
  let at = start + 1;
  while ((bytes[at] ?? 0) > 0x22 && bytes[at] !== 0x5c && (bytes[at] ?? 0) < 0x80) at += 1;
  return bytes[at] === 0x22 ? at + 1 : -1;
}

/** The message says what an id is; here it only has to be the same bytes. */
function idEnd(bytes: Uint8Array, start: number): number {
  if (bytes[start] === 0x22) return textEnd(bytes, start);
  let at = start;
  while (isDigit(bytes[at] ?? 0)) at += 1;
  return at;
}
