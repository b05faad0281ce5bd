import type { Eol, Micros, Side } from '../../src/model/frame.ts';
import type {
  EndEntry,
  Exit,
  FrameEntry,
  Header,
  ProcessEvent,
  Recording,
  TimelineItem,
} from '../../src/model/recording.ts';
import type { Session } from '../../src/model/session.ts';
import { buildSession } from '../../src/protocol/session.ts';
import { parseFrame } from '../../src/wire/parse.ts';

/** What a side says: an object is written as compact JSON, text and bytes go out as they are. */
export type Said = object | string | Buffer;

/** `at`: milliseconds since the start; default one more than the entry before. */
export interface When {
  readonly at?: number;
}

/** How a frame crossed the wire. */
export type Framing = When & { readonly eol?: Eol } & Pick<FrameEntry, 'call' | 'sse'>;

const START: Micros = Date.UTC(2026, 10, 30, 10, 10) * 1000;

/**
 * A recording written as the conversation it holds:
 *
 *     conversation()
 *       .client({ jsonrpc: '2.0', id: 1, method: 'ping' })
 *       .server({ jsonrpc: '2.0', id: 1, result: {} }, { at: 5 })
 *       .session();
 *
 * Frames are parsed as in production. Each call adds one entry; the recording ends in order unless
 * `open()` says that it is still being written.
 */
export function conversation(options: ConversationOptions = {}): Conversation {
  return new Conversation(options);
}

export interface ConversationOptions {
  readonly label?: string;
  readonly header?: Partial<Header>;
}

export class Conversation {
  readonly #options: ConversationOptions;
  readonly #items: TimelineItem[] = [];
  #at: Micros = START;
  #end: EndEntry | undefined;
  #open = false;

  constructor(options: ConversationOptions) {
    this.#options = options;
  }

  client(said: Said, when: Framing = {}): this {
    return this.#frame('client', said, when);
  }

  server(said: Said, when: Framing = {}): this {
    return this.#frame('server', said, when);
  }

  /** The head of an HTTP request (`POST /mcp`) or of its response (`200 OK`). */
  http(
    call: number,
    start: string,
    headers: Readonly<Record<string, string>> = {},
    when: When = {},
  ): this {
    const from = /^\d/.test(start) ? 'server' : 'client';
    return this.#add({
      type: 'http',
      ...this.#next(when),
      call,
      from,
      start,
      headers: Object.entries(headers),
    });
  }

  /** The opening of a legacy session: `initialize` as id 0, its result, `notifications/initialized`. */
  initialized(
    revision = '2025-06-18',
    result: object = {},
    capabilities: object = {},
    at?: number,
  ): this {
    const params = { ...initialize.params, protocolVersion: revision, capabilities };
    return this.client({ ...initialize, params }, at === undefined ? {} : { at })
      .server({
        jsonrpc: '2.0',
        id: 0,
        result: {
          protocolVersion: revision,
          capabilities: { tools: {} },
          serverInfo: { name: 'server-x', version: '0.1' },
          ...result,
        },
      })
      .client({ jsonrpc: '2.0', method: 'notifications/initialized' });
  }

  stderr(text: string | Buffer, when: When & { eol?: Eol } = {}): this {
    const bytes = Buffer.from(text);
    return this.#add({ type: 'stderr', ...this.#next(when), bytes, eol: when.eol ?? '\n' });
  }

  event(event: ProcessEvent, when: When = {}): this {
    return this.#add({ type: 'event', ...this.#next(when), ...event });
  }

  note(text: string, when: When & { target?: number } = {}): this {
    const target = when.target === undefined ? {} : { target: when.target };
    return this.#add({ type: 'note', ...this.#next(when), ...target, text });
  }

  /** The last entry; without it the client closes, and the server exits with 0. */
  end(end: When & { closedBy?: EndEntry['closedBy']; exit?: Exit; reason?: string } = {}): this {
    const { at, closedBy = 'client', ...rest } = end;
    this.#end = { type: 'end', ...this.#next(at === undefined ? {} : { at }), closedBy, ...rest };
    return this.#add(this.#end);
  }

  /** The recording is still being written: there is no end. */
  open(): this {
    this.#open = true;
    return this;
  }

  recording(): Recording {
    if (!this.#open && !this.#end) this.end({ exit: { code: 0, signal: null } });
    return {
      path: 'conversation.ndjson',
      size: 0,
      header: headerOf(this.#options),
      items: [...this.#items],
      damage: [],
      end: this.#end,
    };
  }

  session(): Session {
    return buildSession(this.recording());
  }

  #frame(from: Side, said: Said, when: Framing): this {
    const { call, sse } = when;
    const http = { ...(call !== undefined && { call }), ...(sse && { sse }) };
    const eol = when.eol ?? (call === undefined ? '\n' : '');
    const frame = { ...this.#next(when), from, bytes: bytesOf(said), eol, ...http };
    const entry: FrameEntry = { type: 'frame', ...frame };
    return this.#add({ type: 'frame', ...parseFrame(frame), entry });
  }

  #next({ at }: When): { seq: number; at: Micros } {
    this.#at = at === undefined ? this.#at + 1000 : START + Math.round(at * 1000);
    return { seq: this.#items.length, at: this.#at };
  }

  #add(item: TimelineItem): this {
    this.#items.push(item);
    return this;
  }
}

const initialize = {
  jsonrpc: '2.0',
  id: 0,
  method: 'initialize',
  params: {
    protocolVersion: '2025-06-18',
    capabilities: {},
    clientInfo: { name: 'client-x', version: '1.0' },
  },
};

function bytesOf(said: Said): Buffer {
  if (Buffer.isBuffer(said)) return said;
  return Buffer.from(typeof said === 'string' ? said : JSON.stringify(said));
}

/** The header of a made-up recording. */
export function headerOf({
  label = 'test',
  header = {},
}: Pick<ConversationOptions, 'label' | 'header'> = {}): Header {
  return {
    type: 'header',
    format: 'sadap',
    version: 1,
    session: '01939e5a-0000-7000-8000-000000000000',
    startedAt: START,
    recorder: 'sadap/test',
    mode: 'record',
    exact: true,
    server: { label, command: ['node', 'server.js'] },
    ...header,
  };
}
