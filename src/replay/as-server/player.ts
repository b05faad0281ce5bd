import { subjectOf } from '../../compare/subject.ts';
import { diffValues } from '../../compare/values.ts';
import type { Frame } from '../../model/frame.ts';
import { rpcId } from '../../model/ids.ts';
import { member } from '../../model/json.ts';
import type { Located, Message, ParsedFrame, Request } from '../../model/message.ts';
import { type Exchange, isKind } from '../../model/session.ts';
import { Controller, type MatchOptions, type Miss } from '../match/controller.ts';
import { noticeKey } from './build-tape.ts';
import type { Effect } from './effects.ts';
import { type Fault, Faults } from './faults.ts';
import { ownAct } from './own-act.ts';
import { seqText } from './places.ts';
import { emptyReply, missReply, missText } from './replies.ts';
import { idText, tokenIn } from './rewrite.ts';
import { Stage } from './stage.ts';
import { type Known, standInFor } from './stand-ins.ts';
import type { Act, Tape } from './tape.ts';

export interface PlayerOptions extends MatchOptions {
  /** What a request that was not recorded gets. */
  readonly onMiss: 'error' | 'empty' | 'forward';
  /** Times the recorded pauses; 0: none. */
  readonly timing: number;
  readonly faults: readonly Fault[];
  /** Bodies that only HTTP has are left out on stdio. */
  readonly transport: 'stdio' | 'http';
}

/** What happened in a play. */
export interface PlayCounts {
  /** Requests answered from the recording. */
  answered: number;
  /** Openings that the recording lacks, answered all the same. */
  stoodIn: number;
  misses: number;
  passed: number;
  /** Answers of the client that are others than recorded. */
  differing: number;
}

/**
 * The server of a recording, for one client: takes in what the client says, and tells what is to be
 * done. No input, output or clock: times are given, in milliseconds. `C` is a way to the client.
 */
export class Player<C> {
  readonly counts: PlayCounts = { answered: 0, stoodIn: 0, misses: 0, passed: 0, differing: 0 };
  readonly #tape: Tape;
  readonly #known: Known;
  readonly #options: PlayerOptions;
  readonly #controller: Controller;
  readonly #stage: Stage<C>;
  readonly #faults: Faults;
  readonly #notices = new Map<string, number>();
  readonly #told = new Set<string>();
  #opening: Located<Request> | undefined;

  constructor(tape: Tape, known: Known, options: PlayerOptions) {
    this.#tape = tape;
    this.#known = known;
    this.#options = options;
    this.#faults = new Faults(options.faults);
    const recorded = [...tape.ofExchange].map(([exchange, { conversation }]) => ({
      exchange,
      conversation,
    }));
    this.#controller = new Controller(recorded, {
      ...options,
      passOn: options.onMiss === 'forward',
    });
    this.#stage = new Stage(options.timing, options.ignore);
  }

  /** When `advance` may have something to say without anything new; undefined: not by itself. */
  get wakeAt(): number | undefined {
    return this.#stage.wakeAt;
  }

  /** The client's newest `initialize`. */
  get opening(): Located<Request> | undefined {
    return this.#opening;
  }

  /** What the server said before its client did. */
  begin(conversation: number, channel: C, now: number): Effect<C>[] {
    const act = this.#tape.beginnings.get(conversation);
    if (act) this.#start(act, channel, undefined, now);
    return this.#stage.advance(now);
  }

  /** Takes what the client wrote. */
  receive({ frame, content }: ParsedFrame, channel: C, now: number): Effect<C>[] {
    const members = content.kind === 'batch' ? content.members : [content];
    const effects = members.flatMap((each, nth) => {
      const index = content.kind === 'batch' ? nth : undefined;
      if (each.kind === 'stray') return this.#stray(frame, each.why, channel, now);
      return this.#message(locate(frame, index, each), channel, now);
    });
    return [...effects, ...this.#stage.advance(now)];
  }

  /** Time has passed. */
  advance(now: number): Effect<C>[] {
    return this.#stage.advance(now);
  }

  /** The client has closed its side: nothing waits for it any more. */
  drain(now: number): Effect<C>[] {
    this.#stage.drain();
    return this.#stage.advance(now);
  }

  /** Is an id of this key used by a request of the recorded server? */
  isTakenId(key: string): boolean {
    return this.#stage.isTakenId(key);
  }

  #message(located: Located, channel: C, now: number): Effect<C>[] {
    if (isKind(located, 'request')) return this.#request(located, channel, now);
    if (isKind(located, 'notification')) return this.#notice(located, channel, now);
    const settled = this.#stage.settle(located, now);
    if (!settled) return [{ kind: 'pass', channel, located }];
    return settled.differs === undefined ? [] : this.#differs(settled.differs);
  }

  #request(request: Located<Request>, channel: C, now: number): Effect<C>[] {
    const { id, method } = request.message;
    if (id.kind === 'null') return [tell(`${method} has no id that an answer could name: ignored`)];
    if (method === 'initialize') this.#open(request);
    const decision = this.#controller.decide(request);
    switch (decision.kind) {
      case 'answer':
        return this.#answer(request, decision.exchange, channel, now);
      case 'stand-in':
        return this.#standIn(request, channel, now);
      case 'miss':
        return this.#miss(request, decision.miss, channel, now);
      case 'pass':
        this.counts.passed += 1;
        return [
          tell(`${missText(decision.miss)}: passed on`),
          { kind: 'pass', channel, located: request },
        ];
    }
  }

  /** Another `initialize` begins anew, with the next conversation of the recording if there is one. */
  #open(request: Located<Request>): void {
    if (this.#opening) {
      this.rewind(undefined);
      this.#stage.clear();
    }
    this.#opening = request;
  }

  /** Begins with the answers anew; prefers those of this conversation. What goes on goes on. */
  rewind(conversation: number | undefined): void {
    this.#controller.restart(conversation);
    this.#notices.clear();
  }

  /** The client takes back the request with this id (its key). */
  cancel(idKey: string, now: number): Effect<C>[] {
    return [...this.#stage.cancel(idKey, now), ...this.#stage.advance(now)];
  }

  /** Have all recorded answers to this method been given? */
  isUsedUp(method: string): boolean {
    return this.#controller.isUsedUp(method);
  }

  #answer(request: Located<Request>, exchange: Exchange, channel: C, now: number): Effect<C>[] {
    const act = this.#tape.ofExchange.get(exchange);
    if (!act) throw new Error('an exchange of the tape has no act');
    this.counts.answered += 1;
    const effects = this.#inputDifference(request, exchange);
    const { http } = act;
    const hasAnswer = act.steps.some(({ role }) => role.kind === 'answer');
    if (!hasAnswer && http && http.status >= 400 && this.#options.transport === 'http') {
      return [...effects, { kind: 'refuse', channel, http, body: act.refusal }];
    }
    if (!hasAnswer && exchange.outcome.kind !== 'none-due' && !exchange.cancel)
      effects.push(
        tell(
          `${subjectOf(request)} has no answer in the recording (${seqText(exchange.request)}): none is given`,
        ),
      );
    this.#start(act, channel, request, now);
    return effects;
  }

  #standIn(request: Located<Request>, channel: C, now: number): Effect<C>[] {
    const id = idText(request.message.id) ?? 'null';
    const { bytes, tell: text } = standInFor(id, request, this.#known);
    this.counts.stoodIn += 1;
    this.#start(ownAct(bytes), channel, request, now);
    if (text === undefined || this.#told.has(text)) return [];
    this.#told.add(text);
    return [tell(text)];
  }

  #miss(request: Located<Request>, miss: Miss, channel: C, now: number): Effect<C>[] {
    const id = idText(request.message.id) ?? 'null';
    const isEmpty = this.#options.onMiss === 'empty';
    const bytes = isEmpty
      ? emptyReply(id, request.message.method, miss.question.isModern)
      : missReply(id, miss);
    this.counts.misses += 1;
    this.#start(ownAct(bytes), channel, request, now);
    return [tell(`${missText(miss)}${isEmpty ? ': answered with nothing' : ''}`)];
  }

  #notice(note: Located<Extract<Message, { kind: 'notification' }>>, channel: C, now: number) {
    const { method, params } = note.message;
    if (method === 'notifications/cancelled') {
      const id = rpcId(member(params, 'requestId'));
      const key = id && id.kind !== 'null' ? id.key : '';
      return [...this.#stage.cancel(key, now), pass(note, channel)];
    }
    this.#cue(noticeKey(note, note.bytes), channel, now);
    return [pass(note, channel)];
  }

  #stray(frame: Frame, why: string, channel: C, now: number): Effect<C>[] {
    if (why === 'blank') return [];
    const isKnown = this.#cue(noticeKey(undefined, frame.bytes), channel, now);
    return isKnown ? [] : [tell(`the client wrote a line that is no message (${why}): ignored`)];
  }

  /** Starts what the server said after the same of the client; repeats in order, then no more. */
  #cue(key: string, channel: C, now: number): boolean {
    const acts = this.#tape.ofNotice.get(key) ?? [];
    const nth = this.#notices.get(key) ?? 0;
    this.#notices.set(key, nth + 1);
    const act = acts[nth];
    if (act) this.#start(act, channel, undefined, now);
    return acts.length > 0;
  }

  #start(act: Act, channel: C, request: Located<Request> | undefined, now: number): void {
    const id = request?.message.id;
    const token = request && tokenIn(request.message.params, request.bytes);
    this.#stage.start(
      {
        act,
        channel,
        names: { id: idText(id), token },
        idKey: id && id.kind !== 'null' ? id.key : undefined,
        inBatch: request?.index !== undefined,
        fault: request && this.#faults.next(request),
      },
      now,
    );
  }

  /** A retry of a multi-round-trip call brings the client's answers with it. */
  #inputDifference({ message }: Located<Request>, { request }: Exchange): Effect<C>[] {
    const [old, now] = [request.message.params, message.params].map((each) =>
      member(each, 'inputResponses'),
    );
    const base = '/params/inputResponses';
    const changes = diffValues(old, now, { base, ignore: this.#options.ignore ?? [] });
    const pointers = changes.filter(({ kind }) => kind !== 'spelling').map((each) => each.pointer);
    if (pointers.length === 0) return [];
    const where = pointers.slice(0, 3).join(', ');
    return this.#differs(
      `the client gives ${message.method} other input than recorded (${seqText(request)}): ${where}`,
    );
  }

  #differs(text: string): Effect<C>[] {
    this.counts.differing += 1;
    return [tell(text)];
  }
}

function tell(text: string): Extract<Effect<never>, { kind: 'tell' }> {
  return { kind: 'tell', text };
}

function pass<C>(located: Located, channel: C): Effect<C> {
  return { kind: 'pass', channel, located };
}

function locate(
  { seq, at, from, bytes }: Frame,
  index: number | undefined,
  message: Message,
): Located {
  return { seq, index, at, from, bytes, message };
}
