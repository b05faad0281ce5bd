import { type Frame, otherSide, type Side } from '../model/frame.ts';
import type {
  Answer,
  Located,
  Message,
  MessageRef,
  ParsedFrame,
  Request,
  Stray,
} from '../model/message.ts';
import type { EventEntry, Recording } from '../model/recording.ts';
import { type Exchange, isKind, type Orphan } from '../model/session.ts';
import { attach } from './attach.ts';
import { type Draft, finish } from './draft.ts';
import { Ledger } from './ledger.ts';
import { Reactions } from './reactions.ts';

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
 * "Requests" and "Responses"). Linear in the number of frames.
 */
export function pair(recording: Recording): Pairing {
  const pairer = new Pairer();
  for (const item of recording.items) {
    if (item.type === 'frame') pairer.frame(item);
    else if (item.type === 'event') pairer.event(item);
    else if (item.type === 'end') pairer.end();
  }
  return pairer.result();
}

class Pairer {
  readonly #messages: Located[] = [];
  readonly #drafts: Draft[] = [];
  readonly #orphans: Orphan[] = [];
  readonly #parts: { from: number; messages: Located[] }[] = [];
  readonly #ledgers = { client: new Ledger('client'), server: new Ledger('server') };
  readonly #reactions = new Reactions();
  /** Sides that can write no more. */
  readonly #closed = { client: false, server: false };
  #started = false;
  /** The next message begins a conversation. */
  #fresh = true;
  /** An `initialize` was sent in this conversation. */
  #opened = false;

  frame({ content, frame }: ParsedFrame): void {
    if (content.kind !== 'batch') {
      this.#content(frame, undefined, content);
      return;
    }
    content.members.forEach((each, index) => {
      this.#content(frame, index, each);
    });
    this.#reactions.note(frame.from, { seq: frame.seq, index: undefined }, content);
  }

  event(event: EventEntry): void {
    if (event.event === 'started') this.#start();
    if (event.event === 'stdin-closed') this.#closed.client = true;
    if (event.event === 'stdout-closed' || event.event === 'spawn-failed')
      this.#closed.server = true;
    if (event.event === 'exit') this.end();
  }

  end(): void {
    this.#closed.client = true;
    this.#closed.server = true;
  }

  result(): Pairing {
    const exchanges = this.#drafts.map((draft) => {
      return finish(draft, this.#closed[otherSide(draft.request.from)]);
    });
    const parts = this.#parts.map((part) => ({ ...part, exchanges: [] as Exchange[] }));
    exchanges.forEach((exchange, nth) => {
      parts[this.#drafts[nth]?.conversation ?? 0]?.exchanges.push(exchange);
    });
    return { messages: this.#messages, exchanges, orphans: this.#orphans, parts };
  }

  #content({ seq, at, from, bytes }: Frame, index: number | undefined, content: Message | Stray) {
    if (content.kind === 'stray') {
      this.#reactions.note(from, { seq, index }, content);
      return;
    }
    const located = { seq, index, at, from, bytes, message: content };
    this.#message(located);
    this.#reactions.note(from, located, content);
  }

  #message(located: Located): void {
    if (isAsk(located, 'initialize')) this.#open(true);
    else if (isAsk(located, 'server/discover') && this.#opened) this.#open(false);
    this.#converse(located);
    if (isKind(located, 'request')) this.#ask(located);
    else if (isKind(located, 'notification')) attach(located, this.#ledgers);
    else this.#answer(located as Located<Answer>); // the two kinds that are left
  }

  #converse(located: Located): void {
    this.#messages.push(located);
    if (this.#fresh) this.#parts.push({ from: located.seq, messages: [] });
    this.#fresh = false;
    this.#parts.at(-1)?.messages.push(located);
  }

  #ask(request: Located<Request>): void {
    const draft: Draft = {
      request,
      conversation: this.#parts.length - 1,
      within: this.#within(request),
      duplicates: [],
      notifications: [],
      cancel: undefined,
      gaveUp: false,
      slot: undefined,
      over: false,
    };
    this.#drafts.push(draft);
    this.#ledgers[request.from].ask(draft);
  }

  /**
   * A server asks for sampling, elicitation or roots because of what it is working on, but the wire
   * does not say of what. When exactly one request of the client is in work, it is that one; with
   * several nobody can tell. A ping has no cause, and a client asks when it likes.
   */
  #within({ from, message }: Located<Request>): MessageRef | undefined {
    if (from === 'client' || message.method === 'ping') return undefined;
    const cause = this.#ledgers.client.onlyBusy?.request;
    return cause && { seq: cause.seq, index: cause.index };
  }

  #answer(answer: Located<Answer>): void {
    const { id } = answer.message;
    if (id && this.#ledgers[otherSide(answer.from)].answer(id, answer)) return;
    const why = id ? (id.kind === 'null' ? 'null-id' : 'unknown-id') : 'no-id';
    this.#orphans.push({ answer, why, after: this.#reactions.explain(answer) });
  }

  /**
   * An `initialize`, or a probe by a client that has sent one before. The first of a process goes on
   * with what came before it, such as a probe; any other begins a conversation.
   */
  #open(initialize: boolean): void {
    this.#fresh ||= this.#opened;
    this.#opened = initialize;
    for (const ledger of bothOf(this.#ledgers)) ledger.renew();
  }

  #start(): void {
    if (this.#started) this.#restart();
    this.#started = true;
    this.#closed.client = false;
    this.#closed.server = false;
  }

  #restart(): void {
    this.#fresh = true;
    this.#opened = false;
    for (const ledger of bothOf(this.#ledgers)) ledger.restart();
  }
}

function isAsk({ from, message }: Located, method: string): boolean {
  return from === 'client' && message.kind === 'request' && message.method === method;
}

function bothOf<T>(sides: { readonly [side in Side]: T }): readonly [T, T] {
  return [sides.client, sides.server];
}
