import { append } from '../../model/lists.ts';
import type { Answer, FrameContent, Message, Request } from '../../model/message.ts';
import { answerOf, type Exchange, isKind, refKey } from '../../model/session.ts';
import { Calls } from './calls.ts';
import { Composer, type Omission } from './compose.ts';
import { CueBook } from './cue-book.ts';
import { type AskedBack, Desk } from './desk.ts';
import { graceFor } from './grace.ts';
import { Guard } from './guard.ts';
import { HandOuts } from './handouts.ts';
import { Pager } from './pager.ts';
import { nameOf, type Score, type ScoreLine } from './score.ts';

export interface PlayOptions {
  /** Repeat what may change something. */
  readonly execute: boolean;
  /** Longest wait for an answer. */
  readonly timeoutMs: number;
  /** Called for a request that was waited for in vain. */
  readonly timedOut?: (exchange: Exchange) => void;
}

/** Longest wait for a cancellation, whatever the recorded client waited. */
const LONGEST_CANCEL_MS = 2000;

/**
 * Plays the client of a recording. Pure: it is told what comes and what time it is, in milliseconds on
 * any clock, and says what to write. Lines go out in the recorded order, each as soon as the client has
 * heard what it had heard then; questions of the server are answered as they come.
 */
export class Play {
  readonly #score: Score;
  readonly #options: PlayOptions;
  readonly #calls = new Calls();
  readonly #guard: Guard;
  readonly #handOuts = new HandOuts();
  readonly #composer: Composer;
  readonly #desk: Desk;
  readonly #cues: CueBook;
  readonly #pager: Pager;
  readonly omissions: Omission[] = [];
  #next = 0;
  #wakeAt: number | undefined;
  #finishing: number | undefined;
  #over = false;
  /** Why nothing more is asked. */
  #stopped: string | undefined;

  constructor(score: Score, options: PlayOptions) {
    this.#score = score;
    this.#options = options;
    this.#guard = new Guard(score.session);
    this.#composer = new Composer(score, this.#calls, this.#guard, this.#handOuts, options.execute);
    this.#desk = new Desk(score);
    this.#cues = new CueBook(score.cues, this.#calls, options.timeoutMs, (key) =>
      this.#timedOut(key),
    );
    this.#pager = new Pager(score);
  }

  /** Everything is said, and all that was waited for has come. */
  get over(): boolean {
    return this.#over;
  }

  /** When to call `advance` again if nothing comes before; undefined: not for the sake of time. */
  get wakeAt(): number | undefined {
    return this.#wakeAt;
  }

  /** What the server asked, and how it was met. */
  get askedBack(): readonly AskedBack[] {
    return this.#desk.askedBack;
  }

  /** How many of the client's lines are behind it. */
  get position(): number {
    return this.#next;
  }

  /** Why the play stopped before its end. */
  get stopped(): string | undefined {
    return this.#stopped;
  }

  /** Keys of requests that were sent, in order, by the key of their id. */
  get sentBy(): ReadonlyMap<string, readonly string[]> {
    return this.#calls.sentBy;
  }

  /** Keys of messages that were left out. */
  get leftOut(): ReadonlySet<string> {
    return new Set(this.omissions.flatMap(({ message }) => (message ? [refKey(message)] : [])));
  }

  /** Keys of ids of requests for pages that the recorded list did not have. */
  get extraIds(): ReadonlySet<string> {
    return this.#pager.ids;
  }

  /** What placeholders of the recording turned out to stand for. */
  get placeholders(): ReadonlyMap<string, string> {
    return this.#handOuts.placeholders;
  }

  /** What is to be written now. */
  advance(now: number): Buffer[] {
    const out: Buffer[] = [];
    this.#wakeAt = undefined;
    while (!this.#over && this.#step(now, out)) {
      // Each step either writes or leaves out a line, or ends the play.
    }
    return out;
  }

  /** Takes in what the server said; returns what is to be written now. */
  receive(content: FrameContent, now: number): Buffer[] {
    const out: Buffer[] = [];
    for (const each of content.kind === 'batch' ? content.members : [content]) {
      const message = each.kind === 'stray' ? each.almost : each;
      if (message) append(out, this.#take(message, now));
    }
    return [...out, ...this.advance(now)];
  }

  /** The server has ended what should have brought the answers to these requests (keys of ids). */
  lose(ids: readonly string[], why: string, now: number): Buffer[] {
    for (const id of ids) {
      const key = this.#calls.lose(id);
      const exchange = key === undefined ? undefined : this.#score.exchanges.get(key);
      if (exchange) this.#openingFailed(exchange, `failed: ${why}`);
    }
    return this.advance(now);
  }

  /** The server can say no more. */
  close(why: string): void {
    if (this.#over) return;
    // A session that was through has lost nothing.
    if (this.#next < this.#score.lines.length || this.#isAwaited()) this.#stop(why);
    this.#omitRest();
    this.#over = true;
  }

  #step(now: number, out: Buffer[]): boolean {
    const answer = this.#desk.release(this.#place, now);
    if (answer) {
      out.push(answer);
      return true;
    }
    if (this.#stopped !== undefined) {
      this.#omitRest();
      this.#over = true;
      return false;
    }
    const line = this.#score.lines[this.#next];
    const until = line ? this.#waitBefore(line, now) : this.#waitAtEnd(now);
    if (until !== undefined) {
      this.#wakeAt = Math.min(until, this.#desk.until);
      return false;
    }
    if (line) this.#play(line, now, out);
    else this.#over = true;
    return true;
  }

  /** Of the next line in the recording. */
  get #place(): number {
    return this.#score.lines[this.#next]?.seq ?? Number.POSITIVE_INFINITY;
  }

  #waitBefore(line: ScoreLine, now: number): number | undefined {
    const wait = this.#cues.wait(line.heard, now) ?? this.#pager.wait(now);
    if (wait) return wait.until;
    const { cancels } = line;
    if (!cancels || this.#calls.isOver(cancels.key)) return undefined;
    const sent = this.#calls.sentAt(cancels.key) ?? now;
    const until = sent + Math.min(cancels.after / 1000, LONGEST_CANCEL_MS);
    return now < until ? until : undefined;
  }

  #waitAtEnd(now: number): number | undefined {
    const wait = this.#cues.wait(this.#score.cues.length, now) ?? this.#pager.wait(now);
    if (wait) return wait.until;
    this.#finishing ??= now + graceFor(this.#score, this.#calls.unanswered());
    return now < this.#finishing ? this.#finishing : undefined;
  }

  #play(line: ScoreLine, now: number, out: Buffer[]): void {
    this.#next += 1;
    const key = line.cancels?.key;
    if (key !== undefined && this.#isNoMatterToCancel(key)) {
      const detail = this.#calls.isOmitted(key)
        ? 'what it cancels was left out'
        : 'what it cancels was answered before';
      this.#omit({ why: 'pointless', detail, line, message: line.messages[0] });
      return;
    }
    const { bytes, said, omitted } = this.#composer.compose(line);
    for (const each of omitted) this.#omit(each);
    for (const each of said)
      if (isKind(each, 'request')) this.#calls.send(refKey(each), idKey(each.message), now);
    if (bytes) out.push(bytes);
  }

  #isNoMatterToCancel(key: string): boolean {
    const kind = this.#score.exchanges.get(key)?.outcome.kind;
    if (this.#calls.isOmitted(key)) return true;
    return kind !== 'answered' && this.#calls.answerTo(key) !== undefined;
  }

  #omit(omission: Omission): void {
    this.omissions.push(omission);
    const { message } = omission;
    if (!message || !isKind(message, 'request')) return;
    this.#calls.omit(refKey(message));
    const exchange = this.#score.exchanges.get(refKey(message));
    const answer = exchange && answerOf(exchange)?.message;
    if (answer?.kind === 'result') this.#handOuts.withhold(message.message.method, answer.result);
  }

  #omitRest(): void {
    const detail = this.#stopped ?? '';
    for (const line of this.#score.lines.slice(this.#next))
      for (const message of line.messages.length > 0 ? line.messages : [undefined])
        this.#omit({ why: 'stopped', detail, line, message });
    this.#next = this.#score.lines.length;
  }

  #take(message: Message, now: number): Buffer[] {
    if (message.kind === 'result' || message.kind === 'failure') return this.#settle(message, now);
    this.#cues.hear(nameOf({ message }));
    if (message.kind === 'request') this.#desk.take(message, this.#place, now);
    return [];
  }

  #settle(answer: Answer, now: number): Buffer[] {
    if (!answer.id || answer.id.kind === 'null') {
      this.#cues.hear(nameOf({ message: answer }));
      return [];
    }
    const extra = this.#pager.settle(answer.id.key, answer, now);
    if (extra) return extra;
    const key = this.#calls.settle(answer.id.key, answer);
    const exchange = key === undefined ? undefined : this.#score.exchanges.get(key);
    return exchange ? this.#learn(exchange, answer, now) : [];
  }

  #learn(exchange: Exchange, answer: Answer, now: number): Buffer[] {
    const { method } = exchange.request.message;
    const then = answerOf(exchange)?.message;
    if (answer.kind === 'result') {
      if (method === 'tools/list') this.#guard.learn(answer.result);
      this.#handOuts.hear(answer.result);
      if (then?.kind === 'result') this.#handOuts.learn(method, then.result, answer.result);
      return this.#pager.follow(exchange, answer, this.#options.timeoutMs, now);
    }
    if (then?.kind === 'result') this.#openingFailed(exchange, 'failed');
    return [];
  }

  /** Without its opening a session has no sense, unless another one follows. */
  #openingFailed({ request }: Exchange, how: string): void {
    const { method } = request.message;
    if (method !== 'initialize' && method !== 'server/discover') return;
    const isFollowed = this.#score.lines
      .slice(this.#next)
      .some(({ messages }) =>
        messages.some(({ message }) => 'method' in message && message.method === 'initialize'),
      );
    if (!isFollowed) this.#stop(`${method} ${how}`);
  }

  #timedOut(key: string): void {
    const exchange = this.#score.exchanges.get(key);
    if (!exchange) return;
    this.#options.timedOut?.(exchange);
    this.#openingFailed(exchange, 'was not answered in time');
  }

  #isAwaited(): boolean {
    return this.#calls.unanswered().some((key) => {
      const kind = this.#score.exchanges.get(key)?.outcome.kind;
      return kind === 'answered';
    });
  }

  #stop(why: string): void {
    this.#stopped ??= why;
  }
}

function idKey({ id }: Request): string {
  return id.kind === 'null' ? 'null' : id.key;
}
