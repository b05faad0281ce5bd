import { rpcId } from '../model/ids.ts';
import type {
  Answer,
  FrameContent,
  Message,
  ParsedFrame,
  Request,
  Stray,
} from '../model/message.ts';
import { parseJson } from '../wire/json.ts';
import { type AnswerBook, METHOD_NOT_FOUND } from './answers.ts';
import { FramingWatch } from './framing.ts';
import {
  type JsonText,
  objectText,
  type Params,
  paramsText,
  type TextMember,
} from './json-text.ts';
import { NotificationQueue } from './notifications.ts';

/** What came back for a request. */
export type Reply =
  | { readonly kind: 'answer'; readonly id: JsonText; readonly answer: Answer }
  /** A line that only a tolerant client takes for the answer; `why` is what is wrong with it. */
  | {
      readonly kind: 'almost';
      readonly id: JsonText;
      readonly answer: Answer;
      readonly why: string;
    }
  | {
      readonly kind: 'timeout';
      readonly id: JsonText;
      readonly method: string;
      readonly ms: number;
    }
  /** The conversation ended before an answer came. */
  | { readonly kind: 'closed'; readonly why: string };

export interface RequestOptions {
  readonly timeoutMs: number;
  /** JSON text of the id; the next free integer when absent. */
  readonly id?: JsonText | undefined;
}

interface Waiter {
  readonly settle: (reply: Reply) => void;
  readonly id: JsonText;
  readonly method: string;
  timer: NodeJS.Timeout | undefined;
  readonly ms: number;
}

/** A peer that frames its messages in another way will not answer in lines, however long one waits. */
const LOST_CAUSE_MS = 1000;

/**
 * The client's half of a JSON-RPC conversation over lines: gives out ids, pairs answers by typed id,
 * answers what the server asks. Ids count from 0, as the clients of the TypeScript SDK do: a server
 * that takes 0 for "no id" fails in real hosts, so it has to fail here.
 */
export class Conversation {
  readonly #send: (line: string) => void;
  readonly #book: AnswerBook;
  readonly #waiting = new Map<string, Waiter[]>();
  /** Requests without an id that pairs, such as broken lines: an answer with id null is for them. */
  readonly #unnamed: Waiter[] = [];
  readonly #framing = new FramingWatch();
  readonly notifications = new NotificationQueue();
  #nextId = 0;
  #closed: string | undefined;
  #unanswered: string | undefined;
  readonly #onClose = new Set<() => void>();
  /** Since 2026-07-28 a client writes no answers. */
  mayAnswer = true;

  /** `send` records and writes one line, given without its line feed. */
  constructor(send: (line: string) => void, book: AnswerBook) {
    this.#send = send;
    this.#book = book;
  }

  /** Why the conversation is over; undefined while it lasts. */
  get closed(): string | undefined {
    return this.#closed;
  }

  /** The method of the oldest request that was open when the conversation ended. */
  get unanswered(): string | undefined {
    return this.#unanswered;
  }

  /** The server frames its messages with Content-Length headers. */
  get wrongFraming(): boolean {
    return this.#framing.seen;
  }

  /** Sends a request and waits for its answer, never longer than the time-out. */
  request(method: string, params: Params | undefined, options: RequestOptions): Promise<Reply> {
    const id = options.id ?? this.#takeId();
    const line = objectText([['jsonrpc', '"2.0"'], ['id', id], ...methodAndParams(method, params)]);
    return this.#ask(line, { id, method, ms: options.timeoutMs });
  }

  /** Sends a notification; nothing comes back. */
  notify(method: string, params?: Params): void {
    this.#write(objectText([['jsonrpc', '"2.0"'], ...methodAndParams(method, params)]));
  }

  /** Sends a line as it stands. */
  raw(line: string): void {
    this.#write(line);
  }

  /** Sends a line as it stands and waits for what answers it: by its id if it holds one. */
  rawRequest(line: string, timeoutMs: number): Promise<Reply> {
    return this.#ask(line, { id: idIn(line), method: 'a raw line', ms: timeoutMs });
  }

  /** Waits for a notification that no one has waited for yet. */
  notification(method: string, timeoutMs: number): Promise<Message | 'timeout' | 'closed'> {
    if (this.#closed !== undefined) return Promise.resolve('closed');
    const waiting = this.notifications.take(method, timeoutMs);
    const close = () => waiting.give('closed');
    this.#onClose.add(close);
    return waiting.promise.finally(() => this.#onClose.delete(close));
  }

  /** Resolves when the time is over, or the conversation. */
  pause(ms: number): Promise<void> {
    return new Promise((resolve) => {
      if (this.#closed !== undefined) return resolve();
      const done = () => {
        clearTimeout(timer);
        this.#onClose.delete(done);
        resolve();
      };
      const timer = setTimeout(done, ms);
      this.#onClose.add(done);
    });
  }

  /** Ends the conversation: everything that waits is told, and nothing is sent from now on. */
  close(why: string): void {
    if (this.#closed !== undefined) return;
    this.#closed = why;
    const waiting = [...this.#waiting.values()].flat().concat(this.#unnamed);
    this.#unanswered = waiting[0]?.method;
    for (const waiter of waiting) waiter.settle({ kind: 'closed', why });
    for (const each of this.#onClose) each();
  }

  /** Takes in a frame of the server. */
  receive({ frame, content }: ParsedFrame): void {
    if (content.kind === 'batch') for (const each of content.members) this.#take(each);
    else this.#take(content);
    if (this.#framing.see(frame.bytes, content.kind)) this.#hurry();
  }

  #take(content: Exclude<FrameContent, { kind: 'batch' }>): void {
    if (content.kind === 'stray') this.#takeStray(content);
    else if (content.kind === 'request') this.#answer(content);
    else if (content.kind === 'notification') this.notifications.put(content);
    else this.#settle(content, (waiter) => ({ kind: 'answer', id: waiter.id, answer: content }));
  }

  /** What is no message answers nothing; but waiting for more would only cost time. */
  #takeStray({ almost, detail }: Stray): void {
    if (almost?.kind !== 'result' && almost?.kind !== 'failure') return;
    this.#settle(almost, ({ id }) => ({ kind: 'almost', id, answer: almost, why: detail }));
  }

  #settle(answer: Answer, reply: (waiter: Waiter) => Reply): void {
    const { id } = answer;
    // An answer to an id that nobody asked with (late, duplicate, invented) settles nothing.
    const queue = id && id.kind !== 'null' ? this.#waiting.get(id.key) : this.#unnamed;
    const waiter = queue?.[0];
    waiter?.settle(reply(waiter));
  }

  #answer({ id, method }: Request): void {
    if (!this.mayAnswer || id.kind === 'null' || this.#closed !== undefined) return;
    const { kind, text } = this.#book.next(method) ?? METHOD_NOT_FOUND;
    this.#write(
      objectText([
        ['jsonrpc', '"2.0"'],
        ['id', id.text],
        [kind, text],
      ]),
    );
  }

  #ask(line: string, asked: Pick<Waiter, 'id' | 'method' | 'ms'>): Promise<Reply> {
    const why = this.#closed;
    if (why !== undefined) return Promise.resolve({ kind: 'closed', why });
    return new Promise((resolve) => {
      const key = keyOf(asked.id);
      const queue = this.#queueOf(key);
      const settle = (reply: Reply) => {
        clearTimeout(waiter.timer);
        queue.splice(queue.indexOf(waiter), 1);
        if (key !== undefined && queue.length === 0) this.#waiting.delete(key);
        resolve(reply);
      };
      const waiter: Waiter = { ...asked, settle, timer: undefined };
      queue.push(waiter);
      this.#arm(waiter);
      this.#write(line);
    });
  }

  #queueOf(key: string | undefined): Waiter[] {
    if (key === undefined) return this.#unnamed;
    const queue = this.#waiting.get(key) ?? [];
    this.#waiting.set(key, queue);
    return queue;
  }

  #arm(waiter: Waiter): void {
    const { id, method, ms } = waiter;
    clearTimeout(waiter.timer);
    const wait = this.#framing.seen ? Math.min(ms, LOST_CAUSE_MS) : ms;
    waiter.timer = setTimeout(() => waiter.settle({ kind: 'timeout', id, method, ms: wait }), wait);
  }

  #hurry(): void {
    for (const waiter of [...this.#waiting.values()].flat()) this.#arm(waiter);
  }

  #takeId(): JsonText {
    // A script may have taken the number for a request of its own that is still open.
    while (this.#waiting.has(keyOf(String(this.#nextId)) ?? '')) this.#nextId += 1;
    const id = this.#nextId;
    this.#nextId += 1;
    return String(id);
  }

  #write(line: string): void {
    if (this.#closed === undefined) this.#send(line);
  }
}

function methodAndParams(method: string, params: Params | undefined): TextMember[] {
  const named: TextMember = ['method', JSON.stringify(method)];
  return params ? [named, ['params', paramsText(params)]] : [named];
}

/** What ids pair by; undefined for an id that pairs with nothing. */
function keyOf(id: JsonText): string | undefined {
  const parsed = parseJson(Buffer.from(id));
  const typed = parsed.ok ? rpcId(parsed.node) : undefined;
  return typed && typed.kind !== 'null' ? typed.key : undefined;
}

/** The id that a raw line carries, as JSON text; `null` when it holds none. */
function idIn(line: string): JsonText {
  const bytes = Buffer.from(line);
  const parsed = parseJson(bytes);
  if (!parsed.ok || parsed.node.kind !== 'object') return 'null';
  const found = parsed.node.members.findLast((each) => each.key === 'id')?.value;
  return found ? bytes.toString('utf8', found.start, found.end) : 'null';
}
