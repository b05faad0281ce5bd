import type { ServerResponse } from 'node:http';
import type { Send } from '../effects.ts';
import type { HttpAnswer } from '../tape.ts';
import { oneLine, trickle, written } from '../writing.ts';
import { isJsonText, JSON_TYPE, modernStatus } from './replies.ts';

/** Headers of an event stream. */
export const STREAM_HEAD = {
  'content-type': 'text/event-stream',
  'cache-control': 'no-cache, no-transform',
  'x-accel-buffering': 'no',
} as const;

/**
 * The response to one POST. It becomes a JSON body when the first thing to say is the answer, and an
 * event stream when something comes before that, when the server streamed it as recorded, or when
 * several requests came at once. It ends with the last answer.
 */
export class PostStream {
  readonly #isModern: boolean;
  readonly #response: ServerResponse;
  readonly #headers: Readonly<Record<string, string>>;
  /** Keys of the ids that wait for an answer. */
  readonly #waiting: Set<string>;
  #isStream: boolean | undefined;
  /** The last word is said, if not on its way yet. */
  #isEnding = false;
  #writing: Promise<void> = Promise.resolve();

  constructor(
    response: ServerResponse,
    requests: readonly string[],
    options: { readonly isModern: boolean; readonly headers: Readonly<Record<string, string>> },
  ) {
    this.#response = response;
    this.#waiting = new Set(requests);
    this.#isModern = options.isModern;
    this.#headers = options.headers;
  }

  /** Keys of the ids that have no answer yet. */
  get waiting(): ReadonlySet<string> {
    return this.#waiting;
  }

  /** Says something; false when the response is over, and it has to go elsewhere. */
  send(send: Send<unknown>): boolean {
    if (this.#isOver || (this.#isEnding && !this.#isStream)) return false;
    const isWhole = [...this.#waiting].every((each) => send.answers.includes(each));
    this.#isStream ??= !isWhole || send.http?.isStream === true;
    for (const each of send.answers) this.#waiting.delete(each);
    if (this.#isStream) this.#event(send);
    else this.#body(send);
    // Half a message: the caller breaks the connection off.
    if (this.#waiting.size === 0 && send.eol !== '') this.#endLater();
    return true;
  }

  /** The server refused the HTTP request itself. A stream that has begun tells it as an event, and ends. */
  refuse({ status, headers }: HttpAnswer, body: Buffer): void {
    if (this.#isOver || this.#isEnding) return;
    this.#waiting.clear();
    if (this.#isStream !== undefined) {
      if (this.#isStream && isJsonText(body)) this.#write(eventOf(body, undefined), undefined);
      this.#endLater();
      return;
    }
    this.#isEnding = true;
    const type = isJsonText(body) ? JSON_TYPE : { 'content-type': 'text/plain; charset=utf-8' };
    this.#response.writeHead(status, { ...type, ...this.#headers, ...Object.fromEntries(headers) });
    this.#response.end(body);
  }

  /** One request gets no answer; with the last one the response is over. */
  silence(key: string | undefined): void {
    if (key !== undefined) this.#waiting.delete(key);
    if (this.#waiting.size > 0 || this.#isOver || this.#isEnding) return;
    if (this.#isStream === undefined) this.#response.writeHead(202, this.#headers);
    this.#endLater();
  }

  /** Breaks the connection off, when what was said before is on its way. */
  disconnect(): void {
    this.#later(async () => {
      this.#response.destroy();
    });
  }

  get #isOver(): boolean {
    return this.#response.writableEnded || this.#response.destroyed || this.#response.closed;
  }

  #body({ bytes, http, slow, eol }: Send<unknown>): void {
    const status = http?.status ?? (this.#isModern ? modernStatus(bytes) : 200);
    const kept = Object.fromEntries(http?.headers ?? []);
    const length = eol === '' ? bytes.length * 2 : bytes.length;
    this.#response.writeHead(status, {
      ...JSON_TYPE,
      'content-length': length,
      ...this.#headers,
      ...kept,
    });
    this.#write(bytes, slow);
  }

  #event({ bytes, sse, slow, eol }: Send<unknown>): void {
    if (!this.#response.headersSent)
      this.#response.writeHead(200, { ...STREAM_HEAD, ...this.#headers });
    this.#write(eventOf(bytes, sse, eol !== ''), slow);
  }

  #write(bytes: Buffer, slow: Send<unknown>['slow']): void {
    const response = this.#response;
    this.#later(() => (slow ? trickle(response, bytes, slow) : written(response, bytes)));
  }

  #later(act: () => Promise<void>): void {
    this.#writing = this.#writing.then(act);
  }

  #endLater(): void {
    this.#isEnding = true;
    this.#later(() => this.#end());
  }

  #end(): Promise<void> {
    this.#response.end();
    return Promise.resolve();
  }
}

/** One Server-Sent Event, with the id that was recorded. `isWhole`: the line that ends it is there. */
export function eventOf(bytes: Buffer, sse: Send<unknown>['sse'], isWhole = true): Buffer {
  const id = sse?.id === undefined ? '' : `id: ${sse.id}\n`;
  const head = `event: ${sse?.event ?? 'message'}\n${id}data: `;
  return Buffer.concat([Buffer.from(head), oneLine(bytes), Buffer.from(isWhole ? '\n\n' : '')]);
}
