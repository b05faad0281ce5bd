import { type AnswerHead, answerHead, OddAnswer, trailersOf } from './answer-head.ts';
import type { RawHeaders } from './header-fields.ts';
import { HeldText } from './held-text.ts';

/** Longest head of a message, in bytes; Node's own 16 KiB are too few for some cookies. */
export const MOST_HEADERS: number = 256 * 1024;

/** Takes an answer as it comes. */
export interface AnswerListener {
  /** An answer before the answer: status 100 to 199. */
  informed(head: AnswerHead): void;
  head(head: AnswerHead): void;
  data(bytes: Buffer): void;
  /** The answer is whole. */
  ended(trailers: RawHeaders): void;
}

const HEAD_END = Buffer.from('\r\n\r\n');
const LINE_END = Buffer.from('\r\n');
/** Sixteen digits, and some words of an extension. */
const LONGEST_SIZE_LINE = 1024;

type State =
  | 'idle'
  | 'head'
  | 'length'
  | 'connection'
  | 'size'
  | 'chunk'
  | 'chunk-end'
  | 'trailers'
  | 'stopped';

/**
 * Reads the answers of one connection, one for each request that went over it. Bytes of bodies are given on
 * as views of the chunks they came with, without being looked at.
 *
 * Every method may throw OddAnswer; nothing can be read from that connection any more then.
 */
export class AnswerReader {
  #state: State = 'idle';
  #listener: AnswerListener | undefined;
  #method = '';
  /** Bytes that are left of a body or a chunk. */
  #left = 0;
  readonly #held = new HeldText();
  #trailers: string[] = [];
  #trailersLength = 0;

  /** A request of this method was sent; its answer goes to `listener`. */
  expect(method: string, listener: AnswerListener): void {
    this.#method = method;
    this.#listener = listener;
    this.#state = 'head';
    this.#trailers = [];
    this.#trailersLength = 0;
  }

  push(chunk: Buffer): void {
    for (let at = 0; at < chunk.length && !this.#isStopped(); ) at = this.#step(chunk, at);
  }

  /** Nobody wants more of this connection. Takes effect at once, also out of a method of the listener. */
  stop(): void {
    this.#state = 'stopped';
    this.#listener = undefined;
  }

  /** The connection has ended: that may be the end of the answer. */
  connectionEnded(): void {
    if (this.#state === 'connection') this.#end([]);
    else if (this.#state !== 'idle' && !this.#isStopped())
      throw new OddAnswer('ECONNRESET', 'it hung up');
  }

  #step(chunk: Buffer, at: number): number {
    switch (this.#state) {
      case 'head':
        return this.#head(chunk, at);
      case 'length':
      case 'chunk':
        return this.#counted(chunk, at);
      case 'connection':
        this.#listener?.data(at === 0 ? chunk : chunk.subarray(at));
        return chunk.length;
      case 'size':
        return this.#size(chunk, at);
      case 'chunk-end':
        return this.#chunkEnd(chunk, at);
      case 'trailers':
        return this.#trailer(chunk, at);
      case 'idle':
        throw new OddAnswer('HPE_CLOSED_CONNECTION', 'it sent bytes that nobody asked for');
      case 'stopped':
        return chunk.length;
    }
  }

  #head(chunk: Buffer, at: number): number {
    const found = this.#upTo(HEAD_END, MOST_HEADERS, chunk, at);
    if (!found) return chunk.length;
    const head = answerHead(found.text, this.#method);
    if (head.status === 101)
      throw new OddAnswer('failed', 'the upstream switched protocols unasked');
    if (head.status < 200) {
      this.#listener?.informed(head);
      return found.end;
    }
    this.#bodyOf(head);
    this.#listener?.head(head);
    if (head.body === 0) this.#end([]);
    return found.end;
  }

  #bodyOf({ body }: AnswerHead): void {
    if (typeof body === 'number') this.#left = body;
    this.#state = body === 'chunks' ? 'size' : body === 'connection' ? 'connection' : 'length';
  }

  #counted(chunk: Buffer, at: number): number {
    const end = Math.min(chunk.length, at + this.#left);
    this.#left -= end - at;
    const isLast = this.#left === 0;
    const isBody = this.#state === 'length';
    if (isLast && !isBody) this.#state = 'chunk-end';
    this.#listener?.data(at === 0 && end === chunk.length ? chunk : chunk.subarray(at, end));
    if (isLast && isBody) this.#end([]);
    return end;
  }

  #size(chunk: Buffer, at: number): number {
    const found = this.#upTo(LINE_END, LONGEST_SIZE_LINE, chunk, at);
    if (!found) return chunk.length;
    const [, digits] = /^([0-9a-f]{1,12})[ \t]*(?:;.*)?$/i.exec(found.text) ?? [];
    if (digits === undefined)
      throw new OddAnswer('HPE_INVALID_CHUNK_SIZE', 'one of its chunks has no size');
    this.#left = Number.parseInt(digits, 16);
    this.#state = this.#left === 0 ? 'trailers' : 'chunk';
    return found.end;
  }

  #chunkEnd(chunk: Buffer, at: number): number {
    const found = this.#upTo(LINE_END, LINE_END.length, chunk, at);
    if (!found) return chunk.length;
    if (found.text !== '')
      throw new OddAnswer('HPE_STRICT', 'one of its chunks is longer than it says');
    this.#state = 'size';
    return found.end;
  }

  #trailer(chunk: Buffer, at: number): number {
    const found = this.#upTo(LINE_END, MOST_HEADERS - this.#trailersLength, chunk, at);
    if (!found) return chunk.length;
    if (found.text === '') {
      this.#end(trailersOf(this.#trailers));
      return found.end;
    }
    this.#trailersLength += found.text.length;
    this.#trailers.push(found.text);
    return found.end;
  }

  #end(trailers: RawHeaders): void {
    if (this.#isStopped()) return;
    const listener = this.#listener;
    this.#state = 'idle';
    this.#listener = undefined;
    listener?.ended(trailers);
  }

  #isStopped(): boolean {
    return this.#state === 'stopped';
  }

  #upTo(mark: Buffer, most: number, chunk: Buffer, at: number) {
    const found = this.#held.upTo(mark, most, chunk, at);
    if (found === 'long') throw tooLong();
    return found;
  }
}

function tooLong(): OddAnswer {
  return new OddAnswer('HPE_HEADER_OVERFLOW', 'its head is longer than 256 KiB');
}
