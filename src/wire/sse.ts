import type { SseFields } from '../model/frame.ts';
import { Pieces } from './pieces.ts';

/** One event of a stream, as a frame needs it. */
export interface SseEvent {
  readonly sse: SseFields;
  /** The data, its lines joined by line feeds; of an event that is not dispatched its lines as they came. */
  readonly bytes: Buffer;
}

const LF = 0x0a;
const CR = 0x0d;
const COLON = 0x3a;
const SPACE = 0x20;
const BOM = Buffer.from([0xef, 0xbb, 0xbf]);

/**
 * Cuts a stream of Server-Sent Events into events, on bytes (WHATWG HTML, "Interpreting an event
 * stream"): lines end with CRLF, LF or CR, an empty line dispatches, comments and `retry` are no event.
 * An event is given out with the byte that completes it, also when that is a CR that an LF may follow.
 *
 * Time is linear in the bytes, whatever the chunks. Chunks are kept, not copied.
 */
export class SseSplitter {
  readonly #block = new Pieces();
  /** The first bytes, while they may still become a byte order mark. */
  #start: Buffer | undefined = Buffer.alloc(0);
  /** The current line has bytes. */
  #inLine = false;
  /** The byte before was a CR that ended a line: an LF now is the rest of that end. */
  #afterCr = false;

  /** Bytes of the event that has not ended yet. */
  get pendingBytes(): number {
    return this.#block.length;
  }

  /** Takes the next bytes of the stream and returns the events that they complete, in order. */
  push(chunk: Buffer): SseEvent[] {
    const bytes = this.#withoutBom(chunk);
    return bytes && bytes.length > 0 ? this.#take(bytes) : [];
  }

  /** Call when the stream has ended: what it left unfinished, which no client gets. */
  end(): SseEvent | undefined {
    const bytes = Buffer.concat([this.#start ?? Buffer.alloc(0), this.#block.take()]);
    this.#start = undefined;
    return holdsFields(bytes) ? undispatched(bytes) : undefined;
  }

  #withoutBom(chunk: Buffer): Buffer | undefined {
    if (!this.#start) return chunk;
    const start = Buffer.concat([this.#start, chunk]);
    const isOpen = start.length < BOM.length && BOM.subarray(0, start.length).equals(start);
    this.#start = isOpen ? start : undefined;
    if (isOpen) return undefined;
    return start.subarray(0, BOM.length).equals(BOM) ? start.subarray(BOM.length) : start;
  }

  #take(bytes: Buffer): SseEvent[] {
    const events: SseEvent[] = [];
    const ends = new LineEnds(bytes);
    const skipped = this.#afterCr && bytes[0] === LF ? 1 : 0;
    this.#afterCr = false;
    let line = skipped;
    let block = this.#block.length === 0 ? skipped : 0;
    for (let end = ends.next(line); end !== -1; end = ends.next(line)) {
      const isEmpty = end === line && !this.#inLine;
      if (isEmpty) {
        this.#block.push(bytes.subarray(block, end));
        const event = eventOf(this.#block.take());
        if (event) events.push(event);
      }
      line = this.#afterEnd(bytes, end);
      if (isEmpty) block = line;
      this.#inLine = false;
    }
    if (line < bytes.length) this.#inLine = true;
    this.#block.push(bytes.subarray(block));
    return events;
  }

  /** The first byte after the line end at `end`. */
  #afterEnd(bytes: Buffer, end: number): number {
    if (bytes[end] === LF) return end + 1;
    if (end + 1 < bytes.length) return bytes[end + 1] === LF ? end + 2 : end + 1;
    this.#afterCr = true;
    return end + 1;
  }
}

/** Finds the LFs and CRs of a chunk in order; each byte is looked at once for each of the two. */
class LineEnds {
  readonly #bytes: Buffer;
  #lf = -2;
  #cr = -2;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  /** The first LF or CR at or after `from`, which never goes back; -1 when there is none. */
  next(from: number): number {
    this.#lf = this.#find(LF, this.#lf, from);
    this.#cr = this.#find(CR, this.#cr, from);
    if (this.#lf === -1 || this.#cr === -1) return Math.max(this.#lf, this.#cr);
    return Math.min(this.#lf, this.#cr);
  }

  #find(byte: number, known: number, from: number): number {
    return known === -1 || known >= from ? known : this.#bytes.indexOf(byte, from);
  }
}

/** What a block of lines dispatches; undefined for comments and `retry` alone. */
function eventOf(block: Buffer): SseEvent | undefined {
  const sse: { event?: string; id?: string } = {};
  const data: Buffer[] = [];
  const ends = new LineEnds(block);
  for (let start = 0; start < block.length; ) {
    const end = lineEnd(block, start, ends);
    const name = nameAt(block, start, end);
    const from = name === '' ? end : valueStart(block, start + name.length, end);
    if (name === 'data') data.push(block.subarray(from, end));
    if (name === 'event') sse.event = block.toString('utf8', from, end);
    // An id with a NUL is ignored, as the rules say.
    if (name === 'id' && !holdsNul(block, from, end)) sse.id = block.toString('utf8', from, end);
    start = end + 1;
  }
  const [only] = data;
  if (only) return { sse, bytes: data.length === 1 ? only : joined(data) };
  return holdsFields(block) ? undispatched(block) : undefined;
}

const NAMES = ['data', 'event', 'id'].map((name) => ({ name, bytes: Buffer.from(name) }));

/** The known field that this line is one of; empty when it is none. */
function nameAt(block: Buffer, start: number, end: number): string {
  for (const { name, bytes } of NAMES) {
    let length = 0;
    while (length < bytes.length && block[start + length] === bytes[length]) length += 1;
    if (length < bytes.length || start + length > end) continue;
    return start + length === end || block[start + length] === COLON ? name : '';
  }
  return '';
}

/** Where the value begins behind a name: after the colon and one space. */
function valueStart(block: Buffer, nameEnd: number, end: number): number {
  if (nameEnd === end) return end;
  return nameEnd + 1 < end && block[nameEnd + 1] === SPACE ? nameEnd + 2 : nameEnd + 1;
}

/** Lines are often short, and a call into the engine is not. */
const SHORT_LINE = 32;

function lineEnd(block: Buffer, start: number, ends: LineEnds): number {
  const near = Math.min(block.length, start + SHORT_LINE);
  for (let at = start; at < near; at += 1) if (block[at] === LF || block[at] === CR) return at;
  const end = near === block.length ? -1 : ends.next(near);
  return end === -1 ? block.length : end;
}

function holdsNul(block: Buffer, start: number, end: number): boolean {
  for (let at = start; at < end; at += 1) if (block[at] === 0) return true;
  return false;
}

function joined(lines: readonly Buffer[]): Buffer {
  const feed = Buffer.from([LF]);
  return Buffer.concat(lines.flatMap((line, nth) => (nth === 0 ? [line] : [feed, line])));
}

function undispatched(bytes: Buffer): SseEvent {
  return { sse: { dispatched: false }, bytes };
}

/** Is there anything that somebody may have meant as an event? */
function holdsFields(block: Buffer): boolean {
  for (const { name } of fieldsOf(block)) if (name !== 'retry') return true;
  return false;
}

interface Field {
  readonly name: string;
  readonly value: Buffer;
}

/** No name of a field is longer; a longer one is known to nobody and cut. In bytes. */
const LONGEST_NAME = 16;

/** The fields of a block: empty lines and comments left out. */
function* fieldsOf(block: Buffer): Generator<Field> {
  const ends = new LineEnds(block);
  let start = 0;
  while (start < block.length) {
    const found = ends.next(start);
    const end = found === -1 ? block.length : found;
    const field = end > start ? fieldOf(block.subarray(start, end)) : undefined;
    if (field) yield field;
    start = end + 1;
  }
}

function fieldOf(line: Buffer): Field | undefined {
  if (line[0] === COLON) return undefined;
  const colon = line.indexOf(COLON);
  const nameEnd = colon === -1 ? line.length : colon;
  const name = line.toString('latin1', 0, Math.min(nameEnd, LONGEST_NAME));
  if (colon === -1) return { name, value: Buffer.alloc(0) };
  return { name, value: line.subarray(line[colon + 1] === SPACE ? colon + 2 : colon + 1) };
}
