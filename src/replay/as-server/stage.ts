import { append } from '../../model/lists.ts';
import type { Located } from '../../model/message.ts';
import type { Exchange } from '../../model/session.ts';
import { Asks } from './asks.ts';
import type { Effect, Send } from './effects.ts';
import { faulted } from './faulted.ts';
import type { AnswerFault } from './faults.ts';
import { batchFor, bytesFor, type Names } from './rewrite.ts';
import { type Playing, Scene } from './scene.ts';
import type { Act, Step } from './tape.ts';

/** An act and for whom it is played. */
export interface Cast<C> {
  readonly act: Act;
  readonly channel: C;
  readonly names: Names;
  readonly idKey: string | undefined;
  /** The client's request came in an array. */
  readonly inBatch: boolean;
  readonly fault: AnswerFault | undefined;
}

/** Plays acts: what the server said, in the words of this client. Times are in milliseconds. */
export class Stage<C> {
  readonly #scene: Scene<C>;
  readonly #asks: Asks<C>;
  /** Subscriptions of this client, by the recorded ones whose messages they get. */
  readonly #listening = new Map<Exchange, Playing<C>>();
  /** Requests without an answer yet, by the key of their id. */
  readonly #unanswered = new Map<string, Playing<C>>();

  constructor(factor: number, ignore: readonly string[] = []) {
    this.#scene = new Scene(factor);
    this.#asks = new Asks(ignore);
  }

  get wakeAt(): number | undefined {
    return this.#scene.wakeAt;
  }

  /** No more comes from the client. */
  drain(): void {
    this.#scene.draining = true;
  }

  /** Another client, or process, begins. */
  clear(): void {
    this.#scene.clear();
    this.#listening.clear();
    this.#unanswered.clear();
  }

  /** Nothing of it is left to be said for this channel, or in all. */
  isIdle(): boolean {
    return this.#scene.playing.length === 0;
  }

  isTakenId(key: string): boolean {
    return this.#asks.isTaken(key);
  }

  start(cast: Cast<C>, now: number): void {
    const playing: Playing<C> = {
      ...cast,
      next: 0,
      since: now,
      got: new Set(),
      answeredTo: 0,
      arrivedTo: 0,
      cancelled: false,
      answered: false,
      asked: new Map(),
    };
    const { exchange } = cast.act;
    if (exchange?.request.message.method === 'subscriptions/listen')
      this.#listening.set(exchange, playing);
    if (cast.idKey !== undefined) this.#unanswered.set(cast.idKey, playing);
    this.#scene.start(playing);
  }

  /** Takes an answer of the client; undefined when the server did not ask. */
  settle(answer: Located, now: number): { readonly differs: string | undefined } | undefined {
    const settled = this.#asks.settle(answer);
    if (settled) settled.playing.since = now;
    return settled;
  }

  /**
   * The client cancels a request. What was recorded after a cancellation is played; else there is
   * nothing more to say about it.
   */
  cancel(idKey: string, now: number): Effect<C>[] {
    const playing = this.#unanswered.get(idKey);
    if (!playing) return [];
    playing.cancelled = true;
    playing.since = now;
    const goesOn = playing.act.steps.slice(playing.next).some((each) => each.needsCancel);
    if (goesOn) return [];
    this.#scene.stop(playing);
    this.#unanswered.delete(idKey);
    const { exchange } = playing.act;
    if (exchange) this.#listening.delete(exchange);
    return [{ kind: 'silence', channel: playing.channel, idKey }];
  }

  /** Everything that is to be said by now. */
  advance(now: number): Effect<C>[] {
    const effects: Effect<C>[] = [];
    for (let next = this.#scene.next(now); next; next = this.#scene.next(now))
      append(effects, this.#perform(next.playing, next.step, now));
    return effects;
  }

  #perform(playing: Playing<C>, step: Step, now: number): Effect<C>[] {
    const batch = step.batch === undefined ? [] : this.#scene.batchWith(step, now);
    if (batch.length > 0 && batch.length === step.batch && batch.every(takesBatch))
      return this.#performBatch(batch, now);
    const effect = this.#effectOf(playing, step);
    this.#scene.advance(playing, now);
    return effect;
  }

  #performBatch(batch: readonly { playing: Playing<C>; step: Step }[], now: number): Effect<C>[] {
    const named = batch.map(({ playing, step }) => [step, this.#namesFor(playing, step)] as const);
    const bytes = batchFor(named);
    const sends = batch.map(({ playing, step }) => {
      const send = this.#sendOf(playing, step, bytes);
      this.#scene.advance(playing, now);
      return send;
    });
    const [first] = sends;
    return first ? [{ ...first, answers: sends.flatMap(({ answers }) => answers) }] : [];
  }

  #effectOf(playing: Playing<C>, step: Step): Effect<C>[] {
    const { role } = step;
    if (role.kind === 'subscription' && !this.#listening.has(role.listen)) return [];
    const bytes = bytesFor(step, this.#namesFor(playing, step));
    const isAnswer = role.kind === 'answer' && !playing.answered;
    const send = this.#sendOf(playing, step, bytes);
    return isAnswer ? faulted(send, playing) : [send];
  }

  /** Also notes that the answer is given. */
  #sendOf(playing: Playing<C>, step: Step, bytes: Buffer): Send<C> {
    const { role, sse } = step;
    // A body of HTTP has no line end; on stdio it needs one.
    const eol = step.eol === '' ? '\n' : step.eol;
    const listening = role.kind === 'subscription' ? this.#listening.get(role.listen) : undefined;
    const isAnswer = role.kind === 'answer' && !playing.answered;
    const answers = isAnswer && playing.idKey !== undefined ? [playing.idKey] : [];
    if (isAnswer) playing.answered = true;
    for (const each of answers) this.#unanswered.delete(each);
    const { channel, act } = listening ?? playing;
    return { kind: 'send', channel, bytes, eol, answers, sse, http: act.http, slow: undefined };
  }

  #namesFor(playing: Playing<C>, { role }: Step): Names {
    switch (role.kind) {
      case 'subscription':
        return this.#listening.get(role.listen)?.names ?? {};
      case 'request':
        return { ownId: this.#asks.ask(role.exchange, playing) };
      case 'cancel':
        return role.of.request.from === 'server'
          ? { ownId: playing.asked.get(role.of) }
          : (this.#listening.get(role.of)?.names ?? playing.names);
      case 'answer':
      case 'progress':
      case 'plain':
        return playing.names;
    }
  }
}

/** Who asked by itself what was recorded in an array gets its answer by itself. */
function takesBatch({ playing }: { readonly playing: Playing<unknown> }): boolean {
  return playing.inBatch || playing.act.exchange?.request.index === undefined;
}
