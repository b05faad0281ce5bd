import { type Frame, otherSide } from '../model/frame.ts';
import { member } from '../model/json.ts';
import type {
  Answer,
  Located,
  Message,
  MessageRef,
  ParsedFrame,
  Request,
  Stray,
} from '../model/message.ts';
import type { EventEntry, Recording, TimelineItem } from '../model/recording.ts';
import { type Exchange, isKind, type Orphan } from '../model/session.ts';
import { attach } from './attach.ts';
import { type Draft, finish, type Tie } from './draft.ts';
import { type HttpCalls, httpCallsOf } from './http-calls.ts';
import type { Ledger } from './ledger.ts';
import type { Reactions } from './reactions.ts';
import { Thread } from './thread.ts';

/** Everything in a recording, put together. */
export interface Pairing {
  /** In wire order, batch members each. */
  readonly messages: readonly Located[];
  /** In the order asked. */
  readonly exchanges: readonly Exchange[];
  readonly orphans: readonly Orphan[];
  readonly parts: readonly Part[];
}

/** The messages and exchanges of one conversation: see `Conversation` in the model. */
export interface Part {
  readonly from: number;
  readonly messages: readonly Located[];
  readonly exchanges: readonly Exchange[];
}

/**
 * Pairs by asking side and typed id alone, never by order or content: an answer belongs to the request
 * of the other side with the same id, wherever it stands (JSON-RPC 2.0 section 5; MCP base protocol
 * "Requests" and "Responses"). Over HTTP the exchange comes first, then the MCP session: many clients
 * may use the same ids. Linear in the number of frames.
 */
export function pair(recording: Recording): Pairing {
  const pairer = new Pairer(httpCallsOf(recording));
  for (const item of recording.items) pairer.add(item);
  return pairer.result();
}

/** Told of each message as it comes: what it is to a request, or why it answers nobody. */
export type Listener = (located: Located, tie: Tie | undefined, orphan: Orphan | undefined) => void;

/** The pairing itself, item by item. */
export class Pairer {
  readonly #messages: Located[] = [];
  readonly #drafts: Draft[] = [];
  readonly #orphans: Orphan[] = [];
  readonly #parts: { from: number; messages: Located[] }[] = [];
  readonly #calls: HttpCalls;
  readonly #threads = new Map<string, Thread>();
  /** Sides that can write no more. */
  readonly #closed = { client: false, server: false };
  readonly #listener: Listener;
  #started = false;

  constructor(calls: HttpCalls, listener: Listener = () => {}) {
    this.#calls = calls;
    this.#listener = listener;
  }

  add(item: TimelineItem): void {
    if (item.type === 'frame') this.#frame(item);
    else if (item.type === 'event') this.#event(item);
    else if (item.type === 'end') this.#end();
  }

  /** A request as it stands at the moment. */
  exchange(draft: Draft): Exchange {
    return finish(draft, this.#closed[otherSide(draft.request.from)]);
  }

  /** All requests as they stand, in the order asked. */
  exchanges(): Exchange[] {
    return this.#drafts.map((draft) => this.exchange(draft));
  }

  result(): Pairing {
    const exchanges = this.exchanges();
    const parts = this.#parts.map((part) => ({ ...part, exchanges: [] as Exchange[] }));
    exchanges.forEach((exchange, nth) => {
      parts[this.#drafts[nth]?.conversation ?? 0]?.exchanges.push(exchange);
    });
    return { messages: this.#messages, exchanges, orphans: this.#orphans, parts };
  }

  #frame({ content, frame }: ParsedFrame): void {
    const thread = this.#threadOf(frame.call);
    if (content.kind !== 'batch') {
      this.#content(thread, frame, undefined, content);
      return;
    }
    content.members.forEach((each, index) => {
      this.#content(thread, frame, index, each);
    });
    if (frame.call === undefined)
      thread.reactions.note(frame.from, { seq: frame.seq, index: undefined }, content);
  }

  #event(event: EventEntry): void {
    if (event.event === 'started') this.#start();
    if (event.event === 'stdin-closed') this.#closed.client = true;
    if (event.event === 'stdout-closed' || event.event === 'spawn-failed')
      this.#closed.server = true;
    if (event.event === 'exit') this.#end();
    if (event.event === 'not-captured') this.#threadOf(event.call).ledgers.client.hide(event.call);
    if (event.event === 'http-closed' && !this.#calls.isAnsweredElsewhere(event.call))
      this.#threadOf(event.call).ledgers.client.close(event.call);
  }

  #end(): void {
    this.#closed.client = true;
    this.#closed.server = true;
  }

  #threadOf(call: number | undefined): Thread {
    const name = this.#calls.threadOf(call);
    const thread = this.#threads.get(name) ?? new Thread();
    this.#threads.set(name, thread);
    return thread;
  }

  #content(
    thread: Thread,
    { seq, at, from, bytes, call }: Frame,
    index: number | undefined,
    content: Message | Stray,
  ): void {
    const http = call === undefined ? {} : { call };
    if (content.kind !== 'stray')
      this.#message(thread, { seq, index, at, from, ...http, bytes, message: content });
    // Over HTTP the exchange tells what an answer reacts to, so there is nothing to guess.
    if (call === undefined) thread.reactions.note(from, { seq, index }, content);
  }

  #message(thread: Thread, located: Located): void {
    if (isAsk(located, 'initialize')) thread.open(true);
    else if (isAsk(located, 'server/discover') && thread.opened) thread.open(false);
    const part = this.#converse(thread, located);
    if (isKind(located, 'request')) this.#ask(thread, part, located);
    else if (isKind(located, 'notification'))
      this.#listener(located, attach(located, thread.ledgers), undefined);
    else this.#answer(thread, located as Located<Answer>); // the two kinds that are left
  }

  #converse(thread: Thread, located: Located): number {
    this.#messages.push(located);
    thread.part ??= this.#parts.push({ from: located.seq, messages: [] }) - 1;
    this.#parts[thread.part]?.messages.push(located);
    return thread.part;
  }

  #ask({ ledgers }: Thread, conversation: number, request: Located<Request>): void {
    const draft: Draft = {
      request,
      conversation,
      within: within(request, ledgers.client),
      duplicates: [],
      notifications: [],
      cancel: undefined,
      gaveUp: false,
      slot: undefined,
      over: false,
      isHidden: false,
    };
    this.#drafts.push(draft);
    ledgers[request.from].ask(draft);
    this.#listener(request, { draft, part: 'request' }, undefined);
  }

  #answer({ ledgers, reactions }: Thread, answer: Located<Answer>): void {
    const { id, kind } = answer.message;
    const asked = ledgers[otherSide(answer.from)];
    const mayName = kind === 'failure' && !isHttpError(answer);
    const tie =
      (id && asked.answer(id, answer)) ?? (mayName ? asked.answerCall(answer) : undefined);
    const isToNobody = isHttpError(answer) || answersNobody(answer);
    const orphan = tie || isToNobody ? undefined : orphanOf(answer, reactions);
    if (orphan) this.#orphans.push(orphan);
    this.#listener(answer, tie, orphan);
  }

  #start(): void {
    if (this.#started) for (const thread of this.#threads.values()) thread.restart();
    this.#started = true;
    this.#closed.client = false;
    this.#closed.server = false;
  }
}

function orphanOf(answer: Located<Answer>, reactions: Reactions): Orphan {
  const { id } = answer.message;
  const why = id ? (id.kind === 'null' ? 'null-id' : 'unknown-id') : 'no-id';
  return { answer, why, after: reactions.explain(answer) };
}

/**
 * A server asks for sampling, elicitation or roots because of what it is working on, but the wire
 * does not say of what. Over HTTP it is what was asked by the exchange that it answers on; else, when
 * exactly one request of the client is in work, that one; with several nobody can tell. A ping has no
 * cause, and a client asks when it likes.
 */
function within({ from, call, message }: Located<Request>, asked: Ledger): MessageRef | undefined {
  if (from === 'client' || message.method === 'ping') return undefined;
  const own = call === undefined ? undefined : asked.onlyOf(call);
  const cause = (own ?? asked.onlyBusy)?.request;
  return cause && { seq: cause.seq, index: cause.index };
}

/** The body of an HTTP error that is JSON, but no JSON-RPC, is no answer: `{"error":"unauthorized"}`. */
function isHttpError({ call, message }: Located<Answer>): boolean {
  return call !== undefined && !message.id && !member(message.node, 'jsonrpc');
}

/** An error without an id refuses the HTTP request itself (404, 405, 401), whatever was in its body. */
function answersNobody({ call, message }: Located<Answer>): boolean {
  const { id } = message;
  return call !== undefined && message.kind === 'failure' && (!id || id.kind === 'null');
}

function isAsk({ from, message }: Located, method: string): boolean {
  return from === 'client' && message.kind === 'request' && message.method === method;
}
