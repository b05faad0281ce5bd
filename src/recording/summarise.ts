import type { Micros, Side } from '../model/frame.ts';
import { rpcId } from '../model/ids.ts';
import { at, member } from '../model/json.ts';
import type { Answer, FrameContent, Message, RpcId } from '../model/message.ts';
import type {
  Damage,
  Entry,
  FrameEntry,
  Header,
  RecordingState,
  TimelineItem,
} from '../model/recording.ts';
import { isUnended, parseFrame } from '../wire/parse.ts';
import { BySide } from './by-side.ts';
import { hintedId, type OpenRequest, OpenRequests } from './open-requests.ts';
import { OpeningItems } from './opening-items.ts';
import type { ReadItem } from './read.ts';
import { readInto } from './read-into.ts';
import type { ScannedLine } from './scan/scanned-line.ts';
import { type AnswerKind, peekAnswer } from './stats/peek.ts';

/** What a list of recordings shows of one file. */
export interface RecordingSummary {
  readonly path: string;
  /** Bytes of the file. */
  readonly size: number;
  readonly header: Header;
  /** From the first entry to the last, in microseconds. */
  readonly duration: Micros;
  /** Requests of both sides, members of batches each. */
  readonly requests: number;
  readonly answers: number;
  readonly notifications: number;
  /** Requests answered by a JSON-RPC error, but for `server/discover`. */
  readonly failures: number;
  /** Requests answered by a result that says `isError: true`. */
  readonly toolErrors: number;
  /** Requests that nobody can answer any more; `server/discover` only where nothing was answered at all. */
  readonly unanswered: number;
  /** The server did not start, or ended before it answered anything. Absent: neither. */
  readonly failed?: 'not started' | 'died';
  /** Requests whose answer may still come, but for `server/discover`. */
  readonly pending: number;
  /** `server/discover` answered by an error: how a client of both eras finds a legacy server. */
  readonly refusedProbes: number;
  /** Answers to nobody, second ones included. */
  readonly orphans: number;
  /** Frames, or members of a batch, that hold no message; blank lines apart. */
  readonly strays: number;
  /** How often each method was asked or notified; in the order first seen. */
  readonly methods: ReadonlyMap<string, number>;
  /** What shows the era of the session, a bounded number of items. */
  readonly opening: readonly TimelineItem[];
  /** `ended` or `unknown`: whether a recorder lives stands in no file. */
  readonly state: RecordingState;
  /** Damaged places. */
  readonly damage: number;
  /** One of them is a last line without its end. */
  readonly isTorn: boolean;
}

/**
 * Facts about a recording, at the price of reading it once: the hints tell requests, notifications and
 * answers apart, so a message is parsed only when it has none, is an error, or opens the session.
 * Memory grows with the number of requests that wait for an answer alone.
 *
 * @throws SadapError as `loadRecording`.
 */
export async function summariseRecording(path: string): Promise<RecordingSummary> {
  const counter = new RecordingCounter();
  const size = await readInto(path, counter);
  return { path, size, ...counter.result() };
}

const PROBE = 'server/discover';
/** Stays open as long as its stream (2026-07-28, "Subscriptions"). */
const NEEDS_NO_ANSWER = 'subscriptions/listen';

/** What is counted of a method. One object stands for all its requests: nothing more is remembered of them. */
interface Method {
  count: number;
  readonly request: OpenRequest;
}

/** The counting itself, without the reading: the items of one recording in order. */
export class RecordingCounter {
  #header: Header | undefined;
  #first: Micros | undefined;
  #last: Micros = 0;
  #state: RecordingState = 'unknown';
  /** Nothing can come from the server any more. */
  #isOver = false;
  #hasStarted = true;
  #hasExited = false;
  #answers = 0;
  #damage = 0;
  #isTorn = false;
  readonly #counts = {
    requests: 0,
    notifications: 0,
    failures: 0,
    toolErrors: 0,
    refusedProbes: 0,
    orphans: 0,
    strays: 0,
  };
  readonly #methods = new BySide(() => new Map<string, Method>());
  /** In the order first seen. */
  readonly #order: string[] = [];
  readonly #open = new OpenRequests();
  readonly #opening = new OpeningItems();

  add(item: ReadItem): void {
    if (item.kind === 'damage') this.#damaged(item.damage);
    else if (item.kind === 'header') this.#header = item.header;
    else this.#entry(item.entry);
  }

  /** The same of a message of which its line alone was looked at; false: it has to be read in full. */
  line(line: ScannedLine): boolean {
    const { method, from, call, at, answer } = line;
    if (line.kind === 'stderr') {
      this.#passes(at);
      return true;
    }
    const id = line.numberId ?? (line.textId === undefined ? undefined : hintedId(line.textId));
    if (method === undefined ? id === undefined || !answer : method === CANCELLED) return false;
    if (this.#opening.mayOpenBy(method, line.messageLength)) return false;
    this.#passes(at);
    if (method === undefined)
      this.#settledAs(answer, this.#answered(this.#open.answer(from, id, call)));
    else this.#called({ from, call }, method, id);
    return true;
  }

  result(): Omit<RecordingSummary, 'path' | 'size'> {
    const header = this.#header;
    if (!header) throw new Error('the reader gave neither a header nor an error');
    const failed = this.#failed();
    return {
      header,
      ...(failed && { failed }),
      duration: Math.max(0, this.#last - (this.#first ?? this.#last)),
      ...this.#counts,
      answers: this.#answers,
      unanswered: this.#isOver ? this.#waiting(this.#answers === 0) : 0,
      pending: this.#isOver ? 0 : this.#waiting(),
      methods: this.#countsByMethod(),
      opening: this.#opening.items,
      state: this.#state,
      damage: this.#damage,
      isTorn: this.#isTorn,
    };
  }

  #damaged({ why }: Damage): void {
    this.#damage += 1;
    this.#isTorn ||= why === 'torn';
  }

  #countsByMethod(): Map<string, number> {
    const { client, server } = this.#methods;
    const count = (method: string) =>
      (client.get(method)?.count ?? 0) + (server.get(method)?.count ?? 0);
    return new Map(this.#order.map((method) => [method, count(method)]));
  }

  /** A probe that a legacy server leaves unanswered is no fault; that a dead one does is all there is. */
  #waiting(withProbes = false): number {
    const isDue = (method: string) =>
      method !== NEEDS_NO_ANSWER && (withProbes || method !== PROBE);
    return this.#open.left().filter(({ method }) => isDue(method)).length;
  }

  #failed(): RecordingSummary['failed'] {
    if (!this.#hasStarted) return 'not started';
    const isDead = this.#hasExited && this.#answers === 0 && this.#counts.requests > 0;
    return isDead ? 'died' : undefined;
  }

  #passes(at: Micros): void {
    this.#first ??= at;
    this.#last = at;
  }

  #entry(entry: Entry): void {
    this.#passes(entry.at);
    if (entry.type === 'frame') {
      this.#frame(entry);
      return;
    }
    if (entry.type === 'end') this.#state = 'ended';
    if (entry.type === 'end' || (entry.type === 'event' && OVER.has(entry.event)))
      this.#isOver = true;
    if (entry.type !== 'event') return;
    if (entry.event === 'spawn-failed') this.#hasStarted = false;
    if (entry.event === 'exit') this.#hasExited = true;
    if (entry.event === 'not-captured') this.#open.hide(entry.call);
    this.#opening.event(entry);
  }

  #frame(entry: FrameEntry): void {
    if (!this.#opening.mayOpen(entry) && !isUnended(entry) && this.#hinted(entry)) return;
    const parsed = parseFrame(entry);
    this.#opening.frame(parsed, entry);
    this.#content(parsed.content, entry);
  }

  /** Counts a message by its hints where they tell enough; else false. */
  #hinted(entry: FrameEntry): boolean {
    const { hints, bytes, from, call } = entry;
    const id = hints?.id === undefined ? undefined : hintedId(hints.id);
    if (hints?.method === CANCELLED) return false;
    if (hints?.method !== undefined) this.#called(entry, hints.method, id);
    else {
      const kind = id && peekAnswer(bytes);
      if (!kind) return false;
      this.#settledAs(kind, this.#answered(this.#open.answer(from, id, call)));
    }
    return true;
  }

  #called(
    { from, call }: { readonly from: Side; readonly call?: number | undefined },
    method: string,
    id: RpcId | number | undefined,
  ): void {
    const known = this.#methods.of(from).get(method) ?? this.#newMethod(from, method);
    known.count += 1;
    if (id === undefined) {
      this.#counts.notifications += 1;
      return;
    }
    this.#counts.requests += 1;
    this.#open.ask(call === undefined ? known.request : { from, method, call }, id);
  }

  #newMethod(from: Side, method: string): Method {
    const known = { count: 0, request: { from, method, call: undefined } };
    this.#methods.of(from).set(method, known);
    if (!this.#order.includes(method)) this.#order.push(method);
    return known;
  }

  #answered(request: OpenRequest | undefined): OpenRequest | undefined {
    this.#answers += 1;
    if (!request) this.#counts.orphans += 1;
    return request;
  }

  #content(content: FrameContent, entry: FrameEntry): void {
    if (content.kind === 'batch') for (const each of content.members) this.#content(each, entry);
    else if (content.kind !== 'stray') this.#message(content, entry);
    else if (content.why !== 'blank') this.#counts.strays += 1;
  }

  #message(message: Message, entry: FrameEntry): void {
    if (message.kind === 'request') this.#called(entry, message.method, message.id);
    else if (message.kind === 'notification') this.#notified(message, entry);
    else this.#settled(message, entry);
  }

  #notified({ method, params }: Extract<Message, { kind: 'notification' }>, entry: FrameEntry) {
    this.#called(entry, method, undefined);
    if (method === CANCELLED) this.#open.cancel(entry.from, rpcId(member(params, 'requestId')));
  }

  #settled(answer: Answer, { from, call }: FrameEntry): void {
    const request = this.#answered(this.#open.answer(from, answer.id, call));
    const isFailed = answer.kind === 'result' && isTrue(at(answer.result, 'isError'));
    this.#settledAs(isFailed ? 'tool-error' : answer.kind, request);
  }

  #settledAs(kind: AnswerKind | undefined, request: OpenRequest | undefined): void {
    if (!request) return;
    if (kind === 'failure')
      this.#counts[request.method === PROBE ? 'refusedProbes' : 'failures'] += 1;
    else if (kind === 'tool-error') this.#counts.toolErrors += 1;
  }
}

const CANCELLED = 'notifications/cancelled';
const OVER: ReadonlySet<string> = new Set(['exit', 'stdout-closed', 'spawn-failed']);

function isTrue(node: ReturnType<typeof at>): boolean {
  return node?.kind === 'literal' && node.value === true;
}
