import type { Micros } from '../model/frame.ts';
import { rpcId } from '../model/ids.ts';
import { at, member } from '../model/json.ts';
import type { Answer, FrameContent, Message, RpcId } from '../model/message.ts';
import type {
  Entry,
  FrameEntry,
  Header,
  RecordingState,
  TimelineItem,
} from '../model/recording.ts';
import { isUnended, parseFrame } from '../wire/parse.ts';
import { openRecording, readError } from './load.ts';
import { hintedId, type OpenRequest, OpenRequests } from './open-requests.ts';
import { OpeningItems } from './opening-items.ts';
import { EntryReader, type ReadItem } from './read.ts';

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
  /** Requests that nobody can answer any more, but for `server/discover`. */
  readonly unanswered: number;
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
}

/**
 * Facts about a recording, at the price of reading it once: the hints tell requests, notifications and
 * answers apart, so a message is parsed only when it has none, may be an error, or opens the session.
 * Memory grows with the number of requests that wait for an answer alone.
 *
 * @throws SadapError as `loadRecording`.
 */
export async function summariseRecording(path: string): Promise<RecordingSummary> {
  const reader = new EntryReader(path);
  const counter = new RecordingCounter();
  let size = 0;
  try {
    for await (const chunk of openRecording(path)) {
      size += chunk.length;
      for (const item of reader.push(chunk)) counter.add(item);
    }
  } catch (error) {
    throw readError(path, error);
  }
  for (const item of reader.end()) counter.add(item);
  return { path, size, ...counter.result() };
}

const PROBE = 'server/discover';
/** Stays open as long as its stream (2026-07-28, "Subscriptions"). */
const NEEDS_NO_ANSWER = 'subscriptions/listen';

/** The counting itself, without the reading: the items of one recording in order. */
export class RecordingCounter {
  #header: Header | undefined;
  #first: Micros | undefined;
  #last: Micros = 0;
  #state: RecordingState = 'unknown';
  /** Nothing can come from the server any more. */
  #isOver = false;
  #answers = 0;
  #damage = 0;
  readonly #counts = {
    requests: 0,
    notifications: 0,
    failures: 0,
    toolErrors: 0,
    refusedProbes: 0,
    orphans: 0,
    strays: 0,
  };
  readonly #methods = new Map<string, number>();
  readonly #open = new OpenRequests();
  readonly #opening = new OpeningItems();

  add(item: ReadItem): void {
    if (item.kind === 'damage') this.#damage += 1;
    else if (item.kind === 'header') this.#header = item.header;
    else this.#entry(item.entry);
  }

  result(): Omit<RecordingSummary, 'path' | 'size'> {
    const header = this.#header;
    if (!header) throw new Error('the reader gave neither a header nor an error');
    return {
      header,
      duration: Math.max(0, this.#last - (this.#first ?? this.#last)),
      ...this.#counts,
      answers: this.#answers,
      unanswered: this.#isOver ? this.#waiting() : 0,
      pending: this.#isOver ? 0 : this.#waiting(),
      methods: this.#methods,
      opening: this.#opening.items,
      state: this.#state,
      damage: this.#damage,
    };
  }

  #waiting(): number {
    return this.#open.left().filter(({ method }) => method !== PROBE && method !== NEEDS_NO_ANSWER)
      .length;
  }

  #entry(entry: Entry): void {
    this.#first ??= entry.at;
    this.#last = entry.at;
    if (entry.type === 'frame') {
      this.#frame(entry);
      return;
    }
    if (entry.type === 'end') this.#state = 'ended';
    if (entry.type === 'end' || (entry.type === 'event' && OVER.has(entry.event)))
      this.#isOver = true;
    if (entry.type !== 'event') return;
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
    else if (id && !mayBeError(bytes)) this.#answered(this.#open.answer(from, id, call));
    else return false;
    return true;
  }

  #called(entry: FrameEntry, method: string, id: RpcId | undefined): void {
    const { from, call } = entry;
    this.#counts[id ? 'requests' : 'notifications'] += 1;
    this.#methods.set(method, (this.#methods.get(method) ?? 0) + 1);
    this.#open.ask({ from, method, call }, id);
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
    if (!request) return;
    if (answer.kind === 'failure')
      this.#counts[request.method === PROBE ? 'refusedProbes' : 'failures'] += 1;
    else if (isTrue(at(answer.result, 'isError'))) this.#counts.toolErrors += 1;
  }
}

const CANCELLED = 'notifications/cancelled';
const OVER: ReadonlySet<string> = new Set(['exit', 'stdout-closed', 'spawn-failed']);

function isTrue(node: ReturnType<typeof at>): boolean {
  return node?.kind === 'literal' && node.value === true;
}

/** Only a look at the bytes; whether it is one, the parser decides. */
function mayBeError(bytes: Buffer): boolean {
  return bytes.includes('"error"') || bytes.includes('"isError"') || !bytes.includes('"result"');
}
