import { type ServerProcess, SpawnFailure, startServer } from '../../../capture/child.ts';
import { spawnError } from '../../../capture/failures.ts';
import { Hurry, PROMPT, shutDown } from '../../../capture/shutdown.ts';
import type { Line, Side } from '../../../model/frame.ts';
import { member } from '../../../model/json.ts';
import type { Located, ParsedFrame, Request } from '../../../model/message.ts';
import type { Exit, ProcessEvent } from '../../../model/recording.ts';
import { isKind } from '../../../model/session.ts';
import { LineSplitter } from '../../../wire/lines.ts';
import { parseFrame } from '../../../wire/parse.ts';
import type { Effect } from '../effects.ts';
import { errorReply } from '../replies.ts';
import { idText, tokenIn } from '../rewrite.ts';
import { ForeignIds } from './foreign-ids.ts';

/** What a real server needs of its surroundings. */
export interface RealServerPlace<C> {
  readonly command: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly tell: (line: string) => void;
  /** Takes what the server wrote on standard error. */
  readonly errors: (chunk: Buffer) => void;
  /** Has something done; an empty list when only its state has changed. */
  readonly emit: (effects: readonly Effect<C>[]) => void;
  /** The client's `initialize`, when it sent one. */
  readonly opening: () => Located<Request> | undefined;
  /** Has the play a request of its own under this id? */
  readonly isTakenId: (key: string) => boolean;
  /** Told of all that passes, in order. */
  readonly record?: RealServerRecord;
}

/** Where the talk with a real server is kept. */
export interface RealServerRecord {
  frame(from: Side, line: Line): void;
  event(event: ProcessEvent): void;
  stderr(chunk: Buffer): void;
}

/** Code of the error for a request whose server is gone (JSON-RPC 2.0 section 5.1, internal error). */
const GONE = -32603;

/**
 * The server to which requests go that the recording has no answer to. It is started for the first of
 * them, and opened with what this client opened with; its own answer to that nobody sees.
 */
export class RealServer<C> {
  readonly #place: RealServerPlace<C>;
  readonly #splitter = new LineSplitter();
  readonly #foreign: ForeignIds;
  readonly #waiting = new Map<
    string,
    { readonly channel: C; readonly request: Located<Request> }
  >();
  /** What is to be written once the server is open. */
  readonly #queue: Buffer[] = [];
  #process: ServerProcess | undefined;
  #state: 'idle' | 'starting' | 'opening' | 'open' | 'gone' = 'idle';
  #openingKey: string | undefined;

  constructor(place: RealServerPlace<C>) {
    this.#place = place;
    this.#foreign = new ForeignIds(place.isTakenId);
  }

  /** Somebody waits for it. */
  get isBusy(): boolean {
    return this.#waiting.size > 0;
  }

  /** Takes what the recording has nothing for. */
  pass({ channel, located }: Extract<Effect<C>, { kind: 'pass' }>): void {
    if (isKind(located, 'request')) this.#ask(located, channel);
    else if (isKind(located, 'notification')) this.#notify(located);
    else this.#answer(located);
  }

  async close(): Promise<void> {
    const process = this.#process;
    if (!process || process.hasExited()) return;
    const events = {
      inputClosed: () => this.#place.record?.event({ event: 'stdin-closed' }),
      signal: () => {},
    };
    await shutDown(process, PROMPT, new Hurry(), events);
  }

  #ask(request: Located<Request>, channel: C): void {
    const { id } = request.message;
    if (id.kind !== 'null') this.#waiting.set(id.key, { channel, request });
    if (this.#state === 'gone') this.#fail('the real server is gone');
    else this.#write(bytesOf(request));
  }

  #notify(note: Located): void {
    if (this.#state === 'idle' || this.#state === 'gone') return;
    const method = 'method' in note.message ? note.message.method : '';
    // It was opened by us.
    if (method === 'notifications/initialized') return;
    this.#write(bytesOf(note));
  }

  #answer(answer: Located): void {
    const bytes = this.#foreign.answerFor(answer);
    if (bytes) this.#write(bytes);
    else this.#place.tell('the client answers a request that nobody made: ignored');
  }

  #write(line: Buffer): void {
    if (this.#state === 'open') this.#send(line);
    else this.#queue.push(line);
    if (this.#state === 'idle') void this.#start();
  }

  #send(line: Buffer): void {
    this.#place.record?.frame('client', { bytes: line, eol: '\n' });
    this.#process?.write(Buffer.concat([line, Buffer.from('\n')]));
  }

  async #start(): Promise<void> {
    this.#state = 'starting';
    const { command, cwd, env } = this.#place;
    try {
      this.#process = await startServer(
        { command, cwd, env },
        {
          output: (chunk) => this.#take(this.#splitter.push(chunk)),
          errors: (chunk) => {
            this.#place.errors(chunk);
            this.#place.record?.stderr(chunk);
          },
          outputClosed: () => {},
          inputFailed: () => {},
          exited: (exit) => this.#exited(exit),
        },
      );
    } catch (error) {
      if (!(error instanceof SpawnFailure)) throw error;
      this.#state = 'gone';
      this.#fail(spawnError(error, { command, cwd, env }).message);
      return;
    }
    this.#place.record?.event({ event: 'started' });
    this.#open();
  }

  /** As this client did; the modern era has nothing to open. */
  #open(): void {
    const opening = this.#place.opening();
    const id = opening?.message.id;
    if (!opening || !id || id.kind === 'null') {
      this.#opened();
      return;
    }
    this.#state = 'opening';
    this.#openingKey = id.key;
    this.#send(bytesOf(opening));
  }

  #opened(): void {
    if (this.#openingKey !== undefined)
      this.#send(Buffer.from('{"jsonrpc":"2.0","method":"notifications/initialized"}'));
    this.#openingKey = undefined;
    this.#state = 'open';
    for (const line of this.#queue.splice(0)) this.#send(line);
  }

  #take(lines: readonly Line[]): void {
    for (const line of lines) {
      this.#place.record?.frame('server', line);
      const parsed = parseFrame({ ...line, seq: 0, at: 0, from: 'server' });
      this.#said(parsed, line);
    }
  }

  #said({ content }: ParsedFrame, line: Line): void {
    const key = 'id' in content && content.id && content.id.kind !== 'null' ? content.id.key : '';
    const isAnswer = content.kind === 'result' || content.kind === 'failure';
    if (isAnswer && this.#state === 'opening' && key === this.#openingKey) {
      this.#opened();
      return;
    }
    const asked = isAnswer ? this.#waiting.get(key) : undefined;
    if (asked) this.#waiting.delete(key);
    const bytes =
      content.kind === 'request' ? this.#foreign.requestFor(content, line.bytes) : line.bytes;
    const channel = asked?.channel ?? this.#channelOf(content, line.bytes);
    this.#emit(channel, bytes, line, asked ? [key] : []);
  }

  /** Of what answers nobody: the only request that waits, or the one that it tells the progress of. */
  #channelOf(content: ParsedFrame['content'], bytes: Buffer): C | undefined {
    const waiting = [...this.#waiting.values()];
    if (waiting.length === 1) return waiting[0]?.channel;
    if (content.kind !== 'notification') return undefined;
    const token = member(content.params, 'progressToken');
    const named = token && bytes.toString('utf8', token.start, token.end);
    return waiting.find(({ request }) => {
      return named !== undefined && tokenIn(request.message.params, request.bytes) === named;
    })?.channel;
  }

  #exited(exit: Exit): void {
    this.#place.record?.event({ event: 'exit', ...exit });
    this.#state = 'gone';
    const how = exit.signal === null ? `exited with code ${exit.code}` : `ended by ${exit.signal}`;
    this.#fail(`the real server ${how}`);
  }

  /** Nobody is to wait for a server that is gone. */
  #fail(why: string): void {
    if (this.isBusy) this.#place.tell(why);
    for (const [key, { channel, request }] of this.#waiting) {
      this.#waiting.delete(key);
      const id = idText(request.message.id) ?? 'null';
      const bytes = errorReply(id, { code: GONE, message: `sadap serve: ${why}` });
      this.#emit(channel, bytes, { eol: '\n' }, [key]);
    }
    this.#place.emit([]);
  }

  #emit(
    channel: C | undefined,
    bytes: Buffer,
    { eol }: Pick<Line, 'eol'>,
    answers: string[],
  ): void {
    const plain = { sse: undefined, http: undefined, slow: undefined };
    this.#place.emit([{ kind: 'send', channel, bytes, eol, answers, ...plain }]);
  }
}

/** The message alone, on one line: it may have come in a batch or as a body. */
function bytesOf({ bytes, message }: Located): Buffer {
  return bytes.subarray(message.node.start, message.node.end);
}
