import { Agent, type ClientRequest, type IncomingMessage, request } from 'node:http';
import { at, member, stringMember } from '../../model/json.ts';
import type { FrameContent, Message } from '../../model/message.ts';
import { parseFrame } from '../../wire/parse.ts';
import { SseSplitter } from '../../wire/sse.ts';

/** Told about what the server says. */
export interface HttpListener {
  frame(content: FrameContent): void;
  /** The server ended an exchange without answers to these requests: keys of their ids. */
  lost(ids: readonly string[], why: string): void;
}

const VERSION = 'io.modelcontextprotocol/protocolVersion';
/** What `Mcp-Name` repeats (2026-07-28, "Standard request headers"). */
const NAMED: { readonly [method: string]: string } = {
  'tools/call': 'name',
  'prompts/get': 'name',
  'resources/read': 'uri',
  'tasks/get': 'taskId',
  'tasks/update': 'taskId',
  'tasks/cancel': 'taskId',
};

/**
 * The client's end of MCP over Streamable HTTP, both eras: one POST a line, in the order given; session
 * id and revision as the server names them; a stream for what a legacy server says of its own accord.
 */
export class HttpClient {
  readonly #url: string;
  readonly #headers: Readonly<Record<string, string>>;
  readonly #listener: HttpListener;
  readonly #agent = new Agent({ keepAlive: true });
  readonly #open = new Set<ClientRequest>();
  #session: string | undefined;
  #revision: string | undefined;
  /** What waits for the POST before it. */
  #queue: Promise<void> = Promise.resolve();

  constructor(url: string, headers: Readonly<Record<string, string>>, listener: HttpListener) {
    this.#url = url;
    this.#headers = headers;
    this.#listener = listener;
  }

  /** Sends a line. Where it asks for nothing, the next one waits until the server has taken it. */
  post(line: Buffer): void {
    this.#queue = this.#queue.then(() => this.#post(line));
  }

  /** Resolves when all that was posted has been taken by the server. */
  async settled(): Promise<void> {
    await this.#queue;
  }

  /** Ends the session as a client does, and breaks what is still open. */
  async close(): Promise<void> {
    const ending = this.#session === undefined ? undefined : this.#request('DELETE', {});
    if (ending) {
      ending.end();
      await headOf(ending);
    }
    for (const each of this.#open) each.destroy();
    this.#agent.destroy();
  }

  async #post(line: Buffer): Promise<void> {
    const messages = messagesIn(line);
    const asked = messages.flatMap((each) =>
      each.kind === 'request' && each.id.kind !== 'null' ? [each.id.key] : [],
    );
    const posted = this.#request('POST', {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...headersFor(messages),
    });
    posted.end(line);
    const head = headOf(posted).then((response) => {
      if (typeof response === 'string') this.#listener.lost(asked, response);
      else this.#take(response, new Set(asked), messages);
    });
    // The session id comes with the answer to the opening; what follows needs it.
    if (asked.length === 0 || messages.some(isOpening)) await head;
    if (messages.some((each) => 'method' in each && each.method === 'notifications/initialized'))
      this.#listen();
  }

  /** The stream on which a legacy server says what belongs to no request; it may have none. */
  #listen(): void {
    const stream = this.#request('GET', { accept: 'text/event-stream' });
    stream.end();
    void headOf(stream).then((response) => {
      if (typeof response !== 'string' && isStream(response)) this.#read(response, new Set());
      else if (typeof response !== 'string') response.resume();
    });
  }

  #request(method: string, headers: Readonly<Record<string, string>>): ClientRequest {
    const sent = request(this.#url, {
      method,
      agent: this.#agent,
      headers: {
        ...this.#headers,
        ...(this.#session !== undefined && { 'mcp-session-id': this.#session }),
        ...(this.#revision !== undefined && { 'mcp-protocol-version': this.#revision }),
        ...headers,
      },
    });
    this.#open.add(sent);
    sent.once('close', () => this.#open.delete(sent));
    return sent;
  }

  #take(response: IncomingMessage, asked: Set<string>, messages: readonly Message[]): void {
    const id = response.headers['mcp-session-id'];
    if (typeof id === 'string' && messages.some(isOpening)) this.#session = id;
    this.#read(response, asked);
  }

  #read(response: IncomingMessage, asked: Set<string>): void {
    const splitter = isStream(response) ? new SseSplitter() : undefined;
    const body: Buffer[] = [];
    response.on('data', (chunk: Buffer) => {
      if (!splitter) body.push(chunk);
      else
        for (const { bytes, sse } of splitter.push(chunk))
          if (sse.dispatched !== false) this.#frame(bytes, asked);
    });
    const end = (why: string) => {
      if (!splitter && body.length > 0) this.#frame(Buffer.concat(body), asked);
      body.length = 0;
      if (asked.size > 0) this.#listener.lost([...asked], why);
      asked.clear();
    };
    const status = `HTTP ${response.statusCode} without an answer`;
    response.on('end', () => end(status));
    response.on('error', () => end('the connection broke'));
  }

  #frame(bytes: Buffer, asked: Set<string>): void {
    const { content } = parsed(bytes);
    for (const each of content.kind === 'batch' ? content.members : [content]) {
      if (each.kind !== 'result' && each.kind !== 'failure') continue;
      if (each.id && each.id.kind !== 'null') asked.delete(each.id.key);
      const revision =
        each.kind === 'result' ? stringMember(each.result, 'protocolVersion') : undefined;
      if (revision !== undefined && this.#revision === undefined && isHeaderValue(revision))
        this.#revision = revision;
    }
    this.#listener.frame(content);
  }
}

/** The response when its head is there, or why there is none. */
function headOf(sent: ClientRequest): Promise<IncomingMessage | string> {
  return new Promise((resolve) => {
    sent.once('response', resolve);
    sent.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
  });
}

/** The headers by which 2026-07-28 repeats what is in the body. */
function headersFor([message, ...more]: readonly Message[]): Record<string, string> {
  if (!message || more.length > 0 || !('method' in message)) return {};
  const { method, params } = message;
  const revision = at(params, '_meta', VERSION);
  if (revision?.kind !== 'string' || !isHeaderValue(revision.value)) return {};
  const name = member(params, NAMED[method] ?? '');
  return {
    'mcp-protocol-version': revision.value,
    'mcp-method': inHeader(method),
    ...(name?.kind === 'string' && { 'mcp-name': inHeader(name.value) }),
  };
}

/** Values that no header can hold are sent in base64 (2026-07-28, "Header values"). */
function inHeader(value: string): string {
  if (isHeaderValue(value) && !value.startsWith('=?base64?')) return value;
  return `=?base64?${Buffer.from(value).toString('base64')}?=`;
}

/** Node throws for others: a server may say anything. */
function isHeaderValue(value: string): boolean {
  return /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/.test(value);
}

function isStream({ headers }: IncomingMessage): boolean {
  return headers['content-type']?.startsWith('text/event-stream') === true;
}

function isOpening(message: Message): boolean {
  return message.kind === 'request' && message.method === 'initialize';
}

function messagesIn(line: Buffer): readonly Message[] {
  const { content } = parsed(line);
  const all = content.kind === 'batch' ? content.members : [content];
  return all.filter((each) => each.kind !== 'stray');
}

function parsed(bytes: Buffer) {
  return parseFrame({ seq: 0, at: 0, from: 'server', bytes, eol: '', call: 0 });
}
