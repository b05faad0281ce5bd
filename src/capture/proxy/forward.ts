import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Upstream } from './addresses.ts';
import { type AnswerHead, OddAnswer } from './answer-head.ts';
import type { CallRecorder } from './call.ts';
import type { Names } from './guard.ts';
import type { HeaderField, HeaderFields, RawHeaders } from './header-fields.ts';
import { clientHeaders, earlyHints, has, isEventStream, upstreamLines } from './headers.ts';
import type { Asker, Link } from './link.ts';

/** One exchange: what came in, where it goes, who looks on. */
export interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly upstream: Upstream;
  readonly names: Names;
  readonly fields: HeaderFields;
  readonly link: Link;
  readonly recorder: CallRecorder;
}

/**
 * Passes one request to the upstream and its answer back, chunk by chunk as they come, each as fast as
 * its receiver takes it. Either end's leaving is passed on. The recorder is told after each step.
 */
export function forward(exchange: Exchange): void {
  new Passage(exchange).start();
}

class Passage implements Asker {
  readonly method: string;
  readonly #exchange: Exchange;
  readonly #headers: readonly HeaderField[];
  /** What is to be written before the next bytes of the body: the head, until they come. */
  #before = '';
  #isChunked = false;
  #isSent = false;

  constructor(exchange: Exchange) {
    this.#exchange = exchange;
    this.method = exchange.request.method ?? '';
    this.#headers = exchange.fields.of(exchange.request.rawHeaders);
  }

  start(): void {
    const { request, response, recorder, link } = this.#exchange;
    recorder.request(this.method, request.url ?? '', this.#headers);
    // The response's 'close' tells the same.
    request.on('error', nothing);
    response.on('error', nothing);
    response.on('close', () => {
      if (response.writableFinished) return;
      recorder.closed('client', false);
      link.abandon(this);
    });
    // Whatever of the request is still to come after its answer must not block the connection.
    response.on('finish', () => request.resume());
    response.on('drain', () => link.resume(this));
    link.ask(this);
  }

  opened(): void {
    const { request, link, recorder } = this.#exchange;
    const head = this.#sendable(() => this.#head());
    if (head === undefined) {
      link.abandon(this);
      return;
    }
    this.#isChunked = has(this.#headers, 'transfer-encoding');
    if (!this.#isChunked && !has(this.#headers, 'content-length')) {
      link.write(this, head);
      recorder.requestEnd();
      request.resume();
      link.asked(this);
      return;
    }
    this.#before = head;
    if (has(this.#headers, 'expect')) this.#write();
    request.on('data', (chunk: Buffer) => this.#body(chunk));
    request.on('end', () => this.#bodyEnded());
  }

  drained(): void {
    this.#exchange.request.resume();
  }

  informed({ status, headers }: AnswerHead): void {
    const { request, response } = this.#exchange;
    // A client of HTTP/1.0 knows no answers before the answer (RFC 9110 section 15.2).
    if (request.httpVersion === '1.0' || response.headersSent || response.destroyed) return;
    if (status === 100) response.writeContinue();
    if (status === 102) response.writeProcessing();
    if (status !== 103) return;
    try {
      response.writeEarlyHints(earlyHints(headers, this.#exchange.fields));
    } catch {
      // Node refuses some hints. The client can do without, and the answer itself is still to come.
    }
  }

  head({ status, message, headers }: AnswerHead): void {
    const { request, response, recorder, fields } = this.#exchange;
    const known = fields.of(headers);
    const isSent = this.#sendable(() => {
      // Node adds its own ones unless they are removed first.
      for (const name of OWN) response.removeHeader(name);
      return response.writeHead(status, message, clientHeaders(known, fields, request.httpVersion));
    });
    if (!isSent) {
      this.#exchange.link.abandon(this);
      return;
    }
    recorder.response(status, message, known);
    // A stream may stay silent for long; any other head leaves with its body, in one packet.
    if (isEventStream(known)) this.#flush();
  }

  data(bytes: Buffer): void {
    const { response, recorder, link } = this.#exchange;
    this.#isSent = true;
    if (!response.write(bytes)) link.pause();
    recorder.responseChunk(bytes);
  }

  ended(trailers: RawHeaders): void {
    const { response, recorder } = this.#exchange;
    this.#isSent = true;
    this.#sendable(() => {
      if (trailers.length > 0) response.addTrailers(pairsOf(trailers));
    });
    response.end();
    recorder.closed('server', true);
  }

  rested(): void {
    if (this.#exchange.response.headersSent && !this.#isSent) this.#flush();
  }

  /** No answer came. When one had begun, it ends as it does. */
  failed(error: NodeJS.ErrnoException, isReused: boolean): void {
    const { request, response, recorder, upstream } = this.#exchange;
    if (response.writableEnded || response.destroyed) return;
    if (response.headersSent) {
      if (error instanceof OddAnswer && error.code !== HUNG_UP) recorder.note(oddity(error));
      recorder.closed('server', false);
      response.destroy();
      return;
    }
    const code = error.code ?? 'failed';
    recorder.upstreamFailed(code, error.message);
    recorder.closed('server', false);
    // A server may close an idle connection just when it is used again; its client would see the same.
    if (isReused && code === HUNG_UP) {
      response.destroy();
      return;
    }
    request.resume();
    const text = `sadap: no answer from the upstream ${upstream.origin}: ${reasonOf(error)}\n`;
    const length = Buffer.byteLength(text);
    // With its reason: one that could not be sent may be left from the answer.
    response.writeHead(502, 'Bad Gateway', {
      'content-type': 'text/plain; charset=utf-8',
      'content-length': length,
    });
    response.end(text);
  }

  #head(): string {
    const { request, upstream, names, fields } = this.#exchange;
    const target = request.url ?? '';
    if (!/^[\x21-\x7e\x80-\xff]+$/.test(target))
      throw new OddAnswer('ERR_UNESCAPED_CHARACTERS', 'the target of the request cannot be sent');
    const lines = upstreamLines(this.#headers, { upstream, names, fields });
    return `${this.method} ${target} HTTP/1.1\r\n${lines}\r\n`;
  }

  #body(chunk: Buffer): void {
    const { request, recorder } = this.#exchange;
    if (this.#isChunked) this.#before += `${chunk.length.toString(16)}\r\n`;
    const isTaken = this.#write(chunk);
    if (this.#isChunked) this.#before = '\r\n';
    if (!isTaken) request.pause();
    recorder.requestChunk(chunk);
    // Node tells the end of a short body a turn later than it knows it.
    if (request.complete && request.readableLength === 0) recorder.requestEnd();
  }

  #bodyEnded(): void {
    const { request, recorder, link } = this.#exchange;
    const isWhole = this.#sendable(() => {
      if (this.#isChunked) this.#before += `0\r\n${trailerLines(request.rawTrailers)}\r\n`;
      if (this.#before !== '') this.#write();
      return true;
    });
    recorder.requestEnd();
    if (isWhole) link.asked(this);
    else link.abandon(this);
  }

  #write(bytes?: Buffer): boolean {
    const text = this.#before;
    this.#before = '';
    return this.#exchange.link.write(this, text, bytes);
  }

  #flush(): void {
    this.#isSent = true;
    this.#exchange.response.flushHeaders();
  }

  /**
   * Does what may be refused: a head can be read that is not to be sent. Then the exchange has failed,
   * and nothing else.
   */
  #sendable<T>(send: () => T): T | undefined {
    try {
      return send();
    } catch (error) {
      this.failed(error instanceof Error ? error : new Error(String(error)), false);
      return undefined;
    }
  }
}

const OWN = ['connection', 'content-length', 'transfer-encoding', 'date'];
const HUNG_UP = 'ECONNRESET';

function nothing(): void {}

function trailerLines(raw: RawHeaders): string {
  const lines = pairsOf(raw).map(([name, value]) => {
    if (/[^\t\x20-\x7e\x80-\xff]/.test(value))
      throw new OddAnswer('ERR_INVALID_CHAR', 'a trailer of the request cannot be sent');
    return `${name}: ${value}\r\n`;
  });
  return lines.join('');
}

/** One line; the code, and in words what no code says. */
function reasonOf(error: NodeJS.ErrnoException): string {
  if (error instanceof OddAnswer && error.code !== HUNG_UP)
    return `${error.code}, ${error.message}`;
  return error.code ?? 'failed';
}

function oddity(error: OddAnswer): string {
  return `the answer was broken off: ${error.message} (${error.code})`;
}

function pairsOf(raw: RawHeaders): [string, string][] {
  const pairs: [string, string][] = [];
  for (let at = 0; at + 1 < raw.length; at += 2) pairs.push([raw[at] ?? '', raw[at + 1] ?? '']);
  return pairs;
}
