import type { Micros } from '../../model/frame.ts';
import type { Located, Message, ParsedFrame } from '../../model/message.ts';
import type { FrameEntry } from '../../model/recording.ts';
import { type Exchange, isKind, refKey, type Session } from '../../model/session.ts';

/**
 * Something that the recorded client had heard from the server before it spoke on.
 * `answer`: to the request `key`; `late`: an answer to a request that was cancelled by then, which a
 * server may as well leave out; `said`: the `nth` message of its own by that name.
 */
export type Cue =
  | { readonly kind: 'answer' | 'late'; readonly key: string; readonly waited: Micros }
  | {
      readonly kind: 'said';
      readonly what: string;
      readonly nth: number;
      /** The client's request during which it came; see `Exchange.within`. */
      readonly during: string | undefined;
      readonly waited: Micros;
    };

/** One line that the recorded client wrote, to be written again. */
export interface ScoreLine {
  readonly seq: number;
  /** Exactly as recorded, without its line end. */
  readonly bytes: Buffer;
  readonly eol: FrameEntry['eol'];
  /** All that it holds: requests, notifications, answers; nothing for a line that is no message. */
  readonly messages: readonly Located[];
  /** What a tolerant server would take a line for that is no message. */
  readonly almost: Message | undefined;
  /** This many of the cues came before it. */
  readonly heard: number;
  /** The request that it cancels, and how long the recorded client had waited for it. */
  readonly cancels: { readonly key: string; readonly after: Micros } | undefined;
}

/** What a recorded client did, in a form that can be played to another server. */
export interface Score {
  readonly session: Session;
  readonly lines: readonly ScoreLine[];
  readonly cues: readonly Cue[];
  /** What the server asked, in order. */
  readonly asked: readonly Exchange[];
  /** Exchanges by the key of their request. */
  readonly exchanges: ReadonlyMap<string, Exchange>;
}

/**
 * Reads from a session what its client said, and what it had heard each time: requests that were in
 * flight together will be again, and what was sent after an answer will wait for that answer.
 */
export function scoreOf(session: Session): Score {
  const exchanges = new Map(session.exchanges.map((each) => [refKey(each.request), each]));
  const reader = new Reader(session);
  for (const each of session.recording.items) {
    if (each.type === 'frame') reader.take(each);
    // What a server says when its client has left, nobody waits for.
    else if (each.type === 'event' && each.event === 'stdin-closed') break;
  }
  return {
    session,
    exchanges,
    lines: reader.lines,
    cues: reader.cues,
    asked: session.exchanges.filter(({ request }) => request.from === 'server'),
  };
}

/** Messages of the server that say how things go on: nobody sends anything because of them. */
const ASIDES: ReadonlySet<string> = new Set([
  'notifications/progress',
  'notifications/message',
  'notifications/cancelled',
]);

class Reader {
  readonly lines: ScoreLine[] = [];
  readonly cues: Cue[] = [];
  readonly #bySeq = new Map<number, Located[]>();
  /** Of answers: the exchange that they settle. */
  readonly #settles = new Map<string, Exchange>();
  readonly #asked = new Map<string, Exchange>();
  readonly #cancels = new Map<string, Exchange>();
  readonly #during = new Map<string, string>();
  readonly #counts = new Map<string, number>();
  #lastLine: Micros | undefined;

  constructor({ messages, exchanges }: Session) {
    for (const each of messages) {
      const list = this.#bySeq.get(each.seq);
      if (list) list.push(each);
      else this.#bySeq.set(each.seq, [each]);
    }
    for (const each of exchanges) this.#index(each);
  }

  take({ entry, content }: ParsedFrame & { readonly entry: FrameEntry }): void {
    const { seq, at, from, bytes, eol } = entry;
    const messages = this.#bySeq.get(seq) ?? [];
    if (from === 'server') {
      for (const each of messages) this.#hear(each);
      return;
    }
    // Answers are given when the server asks again.
    if (messages.length > 0 && messages.every(isAnswer)) return;
    const cancels = this.#cancelOf(messages, at);
    const almost = content.kind === 'stray' ? content.almost : undefined;
    this.lines.push({ seq, bytes, eol, messages, almost, heard: this.cues.length, cancels });
    this.#lastLine = at;
  }

  #index(exchange: Exchange): void {
    const { request, outcome, cancel, notifications, within } = exchange;
    const key = refKey(request);
    this.#asked.set(key, exchange);
    if (within) this.#during.set(key, refKey(within));
    if (request.from === 'server') return;
    if ('answer' in outcome) this.#settles.set(refKey(outcome.answer), exchange);
    if ('answers' in outcome) this.#settleOneOf(outcome.answers, exchange);
    for (const each of notifications) this.#during.set(refKey(each), key);
    if (cancel) this.#cancels.set(refKey(cancel), exchange);
  }

  /** Nobody knows which of them it was; as many came as were asked for. */
  #settleOneOf(answers: readonly Located[], exchange: Exchange): void {
    const free = answers.find((each) => !this.#settles.has(refKey(each)));
    if (free) this.#settles.set(refKey(free), exchange);
  }

  #hear(located: Located): void {
    const { message, at } = located;
    const settled = this.#settles.get(refKey(located));
    const waited = at - (this.#lastLine ?? at);
    if (settled) {
      const kind = settled.outcome.kind === 'late' ? 'late' : 'answer';
      this.cues.push({ kind, key: refKey(settled.request), waited });
      return;
    }
    const what = nameOf(located);
    if (ASIDES.has(what) || namesRequest(message)) return;
    const nth = (this.#counts.get(what) ?? 0) + 1;
    this.#counts.set(what, nth);
    this.cues.push({ kind: 'said', what, nth, during: this.#during.get(refKey(located)), waited });
  }

  #cancelOf(messages: readonly Located[], at: Micros): ScoreLine['cancels'] {
    for (const each of messages) {
      const exchange = this.#cancels.get(refKey(each));
      if (exchange && exchange.request.from === 'client')
        return { key: refKey(exchange.request), after: at - exchange.request.at };
    }
    return undefined;
  }
}

/** What a message of the server's own is counted as: its method; `error` for one without an id. */
export function nameOf({ message }: Pick<Located, 'message'>): string {
  return 'method' in message ? message.method : 'error';
}

/** An answer to nobody, or a second one. */
function namesRequest(message: Message): boolean {
  if (message.kind === 'result') return true;
  return message.kind === 'failure' && message.id !== undefined && message.id.kind !== 'null';
}

function isAnswer(located: Located): boolean {
  return isKind(located, 'result') || isKind(located, 'failure');
}
