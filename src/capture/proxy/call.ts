import type { Side } from '../../model/frame.ts';
import type { FrameFacts } from '../../recording/encode.ts';
import { hintsOf } from '../../recording/hints.ts';
import type { HttpMask } from '../../recording/mask-http.ts';
import { bodyReader } from './body.ts';
import type { BodyFrame, BodyReader, HeldBody } from './body-reader.ts';
import type { HeaderField } from './header-fields.ts';
import { isEventStream } from './headers.ts';
import { factsOf } from './json-watch.ts';
import type { TrafficLog } from './log.ts';

/** What all exchanges of a proxy share. */
export interface CallSurroundings {
  readonly log: TrafficLog;
  readonly mask: HttpMask;
  /** `http://host:port` of the upstream. */
  readonly origin: string;
  /** Takes a line for the user. */
  readonly tell: (line: string) => void;
}

/**
 * Records one HTTP exchange. Its methods only note what happened, to be looked at when the bytes are
 * gone, and never throw: what goes wrong here ends the recording of this exchange, not the exchange.
 */
export class CallRecorder {
  readonly #around: CallSurroundings;
  readonly #call: number;
  readonly #started: number;
  #request: BodyReader | undefined;
  #response: BodyReader | undefined;
  #isStream = false;
  #isClosed = false;
  #bytes = 0;
  #events = 0;
  #answers = 0;
  /** The body of the request, while it may be worth a word that nothing answered it. */
  #asked: Buffer | undefined;

  constructor(around: CallSurroundings, call: number) {
    this.#around = around;
    this.#call = call;
    this.#started = around.log.now();
  }

  request(method: string, target: string, headers: readonly HeaderField[]): void {
    this.#later(() => {
      this.#head('client', `${method} ${this.#around.mask.url(target)}`, headers);
      this.#request = bodyReader('client', headers, this.#listener());
    });
  }

  requestChunk(chunk: Buffer): void {
    this.#later(() => this.#request?.push(chunk));
  }

  /** The request's body has ended, or was broken off. */
  requestEnd(): void {
    this.#later(() => this.#endRequest());
  }

  response(status: number, message: string, headers: readonly HeaderField[]): void {
    this.#later(() => {
      this.#head('server', message === '' ? String(status) : `${status} ${message}`, headers);
      this.#isStream = isEventStream(headers);
      this.#response = bodyReader('server', headers, this.#listener());
    });
  }

  responseChunk(chunk: Buffer): void {
    this.#bytes += chunk.length;
    this.#later(() => this.#response?.push(chunk));
  }

  /** The upstream could not be asked, or went away before it answered. */
  upstreamFailed(code: string, text: string): void {
    const event = { type: 'event', event: 'upstream-failed', call: this.#call, code } as const;
    this.#later(() => {
      this.#around.log.add({ ...event, text });
      // The client has its 502; who sits before the proxy would not know.
      const asked = this.#asked && askedBy(this.#asked);
      const what = asked === undefined ? '' : ` (${asked})`;
      this.#around.tell(`call ${this.#call}${what}: no answer from the upstream: ${code}`);
    });
  }

  note(text: string): void {
    this.#later(() => this.#note(text));
  }

  /** The exchange is over. A second call does nothing. */
  closed(by: Side | 'sadap', complete: boolean): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#later(() => {
      this.#endRequest();
      const done = () => this.#safely(() => this.#closed(by, complete));
      if (this.#response) this.#response.end(done);
      else done();
    });
  }

  #endRequest(): void {
    const body = this.#request;
    this.#request = undefined;
    body?.end(() => {});
  }

  #closed(by: Side | 'sadap', complete: boolean): void {
    const stream = this.#isStream ? { events: this.#events, answers: this.#answers } : {};
    const what = { call: this.#call, by, complete, bytes: this.#bytes, ...stream };
    this.#around.log.add({ type: 'event', event: 'http-closed', ...what });
    if (by === 'server' && this.#isStream && this.#answers === 0) this.#tellUnanswered();
  }

  /** Somebody waits for an answer that cannot come any more: worth a word when it happens. */
  #tellUnanswered(): void {
    const asked = this.#asked && askedBy(this.#asked);
    if (asked === undefined) return;
    const events = this.#events;
    const seconds = ((this.#around.log.now() - this.#started) / 1e6).toFixed(2);
    const counted = `${events} event${events === 1 ? '' : 's'} and 0 answers`;
    this.#around.tell(
      `call ${this.#call} (${asked}): stream closed after ${counted}, ${seconds} s after the request`,
    );
  }

  #head(from: Side, start: string, fields: readonly HeaderField[]): void {
    this.#around.log.http({ call: this.#call, from, start }, fields);
  }

  #listener() {
    return {
      frame: (frame: BodyFrame) => this.#frame(frame),
      held: (from: Side, body: HeldBody) => this.#held(from, body),
      note: (text: string) => this.#note(text),
      failed: (error: unknown) => this.#failed(error),
    };
  }

  #frame({ from, bytes, sse, facts = factsOf(bytes) }: BodyFrame): void {
    const isUrl = sse?.event === 'endpoint';
    const frame = { call: this.#call, from, eol: '', ...(sse && { sse }) } as const;
    if (isUrl) this.#around.log.frame({ ...frame, bytes: this.#maskedUrl(bytes) });
    else this.#around.log.frame({ ...frame, bytes }, facts);
    if (from === 'client') this.#asked = bytes.length > MOST_KEPT ? undefined : bytes;
    else if (this.#isStream && sse?.dispatched !== false)
      this.#count(facts, isUrl ? bytes : undefined);
  }

  #held(from: Side, body: HeldBody): void {
    if (from === 'client') this.#asked = body.length > MOST_KEPT ? undefined : body.whole();
    this.#around.log.body({ call: this.#call, from, eol: '' }, body);
  }

  #note(text: string): void {
    this.#around.log.add({ type: 'note', text: `call ${this.#call}: ${text}` });
  }

  /** The one event whose data is a URL: its session is as secret as that of the requests sent there. */
  #maskedUrl(bytes: Buffer): Buffer {
    return Buffer.from(this.#around.mask.url(bytes.toString('utf8')));
  }

  #count({ hints: { method, id } }: FrameFacts, endpoint: Buffer | undefined): void {
    this.#events += 1;
    if (endpoint) this.#endpoint(endpoint.toString('utf8'));
    if (method === undefined && id !== undefined) this.#answers += 1;
  }

  /**
   * The transport with two endpoints: the server says where to post. Bytes are not changed, so when it
   * names its own host, the client's messages go there directly.
   */
  #endpoint(url: string): void {
    if (!url.startsWith(this.#around.origin)) return;
    const why = `the server names its own address for messages (${this.#around.mask.url(url)}); what the client posts there does not pass sadap`;
    this.#note(why);
    this.#around.tell(why);
  }

  #later(look: () => void): void {
    this.#around.log.later(() => this.#safely(look));
  }

  #safely(look: () => void): void {
    try {
      look();
    } catch (error) {
      this.#failed(error);
    }
  }

  #failed(error: unknown): void {
    this.#giveUp();
    const text = error instanceof Error ? error.message : String(error);
    this.#around.tell(`call ${this.#call} is not recorded to its end: ${text}`);
  }

  #giveUp(): void {
    const bodies = [this.#request, this.#response];
    this.#request = undefined;
    this.#response = undefined;
    for (const body of bodies) body?.close();
  }
}

/** Longer bodies are not kept until their answer is here. */
const MOST_KEPT = 64 * 1024;

/** The request in a body: `tools/call, id 2`; undefined for anything that waits for no answer. */
function askedBy(bytes: Buffer): string | undefined {
  const { method, id } = hintsOf(bytes);
  return method !== undefined && id !== undefined ? `${method.slice(1, -1)}, id ${id}` : undefined;
}
