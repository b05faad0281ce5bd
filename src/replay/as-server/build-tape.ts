import { requestKey } from '../../compare/normalise.ts';
import { rpcId } from '../../model/ids.ts';
import { member } from '../../model/json.ts';
import { append } from '../../model/lists.ts';
import type { Located, Stray } from '../../model/message.ts';
import type { Recording } from '../../model/recording.ts';
import { type Exchange, isKind, refKey } from '../../model/session.ts';
import { type Pairing, type Part, pair } from '../../protocol/pair.ts';
import { ActDraft, cueOf, type Said } from './act-draft.ts';
import { httpAnswersOf } from './http-answers.ts';
import type { Act, HttpAnswer, StepRole, Tape } from './tape.ts';
import { type Tie, tiesOf } from './ties.ts';

/**
 * Puts everything that the servers of some recordings said under its cue. Several count as one that goes
 * on: a client that looks for a server in a process of its own leaves two of one session.
 */
export function buildTape(recordings: readonly Recording[]): Tape {
  const drafts: ActDraft[] = [];
  let [conversation, place] = [0, 0];
  for (const recording of recordings) {
    const pairing = pair(recording);
    const said = saidIn(recording, pairing);
    const http = httpAnswersOf(recording);
    for (const [nth, part] of pairing.parts.entries()) {
      const reader = new PartReader(part, { conversation: conversation + nth, place }, http);
      append(drafts, reader.read(said[nth] ?? []));
    }
    conversation += pairing.parts.length;
    place += recording.items.length;
  }
  return tapeOf(drafts);
}

/** What a notification, or a line that is no message, says; equal exactly for the same. */
export function noticeKey(located: Located | undefined, bytes: Buffer): string {
  if (!located || !isKind(located, 'notification')) return `line ${bytes.toString('latin1')}`;
  return requestKey(located.message.method, located.message.params);
}

/** Everything in a conversation in the order said, lines that are no message included. */
function saidIn(recording: Recording, { parts }: Pairing): Said[][] {
  const located = new Map<string, { message: Located; part: number }>();
  for (const [part, { messages }] of parts.entries())
    for (const message of messages) located.set(refKey(message), { message, part });
  const said: Said[][] = parts.map(() => []);
  let current = 0;
  for (const item of recording.items) {
    if (item.type !== 'frame') continue;
    const { frame, content } = item;
    const members = content.kind === 'batch' ? content.members : [content];
    const batch = content.kind === 'batch' ? members.length : undefined;
    for (const [nth, each] of members.entries()) {
      const index = batch === undefined ? undefined : nth;
      const found = located.get(refKey({ seq: frame.seq, index }));
      if (found) current = found.part;
      const stray = each.kind === 'stray' ? each : undefined;
      said[current]?.push({ frame, message: found?.message, stray, batch });
    }
  }
  return said;
}

function tapeOf(drafts: readonly ActDraft[]): Tape {
  const acts = drafts.map((each) => each.act());
  const ofExchange = new Map<Exchange, Act>();
  const ofNotice = new Map<string, Act[]>();
  const beginnings = new Map<number, Act>();
  for (const [nth, act] of acts.entries()) {
    const notice = drafts[nth]?.notice;
    if (act.exchange) ofExchange.set(act.exchange, act);
    else if (notice === undefined) beginnings.set(act.conversation, act);
    else if (ofNotice.has(notice)) ofNotice.get(notice)?.push(act);
    else ofNotice.set(notice, [act]);
  }
  return { acts, ofExchange, ofNotice, beginnings };
}

/** Where a conversation stands among all that are played. */
interface Origin {
  readonly conversation: number;
  /** How many entries the recordings before its own have. */
  readonly place: number;
}

/** Goes through one conversation as it was said. */
class PartReader {
  readonly #origin: Origin;
  readonly #ties: ReadonlyMap<string, Tie>;
  readonly #http: ReadonlyMap<number, HttpAnswer>;
  readonly #acts: ActDraft[] = [];
  /** Requests that wait for their answer, oldest first. */
  readonly #open = new Set<ActDraft>();
  readonly #byExchange = new Map<Exchange, ActDraft>();
  /** Acts in which the server asked something. */
  readonly #asking = new Map<Exchange, ActDraft>();
  /** The act of what the client said last. */
  #latest: ActDraft;

  constructor(part: Part, origin: Origin, http: ReadonlyMap<number, HttpAnswer>) {
    this.#origin = origin;
    this.#ties = tiesOf(part.exchanges);
    this.#http = http;
    this.#latest = this.#begin(undefined, undefined, undefined);
  }

  read(said: readonly Said[]): readonly ActDraft[] {
    for (const each of said) {
      if (each.frame.from === 'client') this.#client(each);
      else this.#server(each);
    }
    return this.#acts;
  }

  #client(said: Said): void {
    const { message, frame } = said;
    const tie = message && this.#ties.get(refKey(message));
    if (message && isKind(message, 'request')) this.#ask(said, tie?.exchange);
    else if (message && isAnswer(message)) this.#answered(said, tie?.exchange);
    else if (tie?.part === 'cancel' && tie.exchange.request.from === 'client')
      this.#cancelled(said, tie.exchange);
    else {
      this.#arrive(said);
      this.#latest = this.#begin(undefined, noticeKey(message, frame.bytes), said);
    }
  }

  #ask(said: Said, exchange: Exchange | undefined): void {
    this.#arrive(said);
    if (!exchange) return;
    const act = this.#begin(exchange, undefined, said);
    this.#byExchange.set(exchange, act);
    this.#open.add(act);
    this.#latest = act;
  }

  #answered({ frame }: Said, exchange: Exchange | undefined): void {
    const act = exchange && this.#asking.get(exchange);
    if (!act || !exchange) return;
    act.need(exchange, frame.at);
    this.#latest = act;
  }

  #cancelled({ frame }: Said, exchange: Exchange): void {
    const act = this.#byExchange.get(exchange);
    if (!act) return;
    act.cancelled(frame.at);
    this.#latest = act;
  }

  #server(said: Said): void {
    const { message, stray } = said;
    // What the end of its stream cut off would swallow what comes after it.
    if (stray?.why === 'cut') return;
    const tie = message && this.#ties.get(refKey(message));
    if (!tie && this.#isRefusal(said)) {
      this.#sameCall(said)?.refuse(said.frame.bytes);
      return;
    }
    const almost = stray && this.#almost(stray);
    const role: StepRole = almost ? { kind: 'answer', answer: undefined } : roleOf(message, tie);
    const act = almost ?? this.#actFor(said, role, tie);
    const order = this.#origin.place + said.frame.seq + (message?.index ?? 0) / 1_000_000;
    act.say(said, role, order);
    if (role.kind === 'request') this.#asking.set(role.exchange, act);
    if (role.kind === 'answer' && message) this.#open.delete(act);
  }

  /** The request that a line which is nearly an answer means. */
  #almost({ almost }: Stray): ActDraft | undefined {
    if (almost?.kind !== 'result' && almost?.kind !== 'failure') return undefined;
    const key = almost.id && 'key' in almost.id ? almost.id.key : undefined;
    return [...this.#open].find(({ exchange }) => {
      const id = exchange?.request.message.id;
      return id && 'key' in id && id.key === key;
    });
  }

  #actFor(said: Said, role: StepRole, tie: Tie | undefined): ActDraft {
    const own = tie && tie.part !== 'request' ? this.#byExchange.get(tie.exchange) : undefined;
    if (own && role.kind !== 'subscription') return own;
    const asked = role.kind === 'cancel' ? this.#asking.get(role.of) : undefined;
    const sameCall = role.kind === 'subscription' ? undefined : this.#sameCall(said);
    return asked ?? sameCall ?? this.#during();
  }

  /** The body of an HTTP error, which is said to nobody who asked something by JSON-RPC. */
  #isRefusal({ frame: { call } }: Said): boolean {
    return call !== undefined && (this.#http.get(call)?.status ?? 200) >= 400;
  }

  /** The request that came by the same HTTP exchange. */
  #sameCall({ frame: { call } }: Said): ActDraft | undefined {
    if (call === undefined) return undefined;
    return [...this.#open].find(({ exchange }) => exchange?.request.call === call);
  }

  /** What is said while requests are open comes before the next of their answers. */
  #during(): ActDraft {
    const due = [...this.#open].filter((each) => each.answerAt !== undefined);
    const [first] = due.sort((a, b) => (a.answerAt ?? 0) - (b.answerAt ?? 0));
    return first ?? this.#latest;
  }

  #arrive(said: Said): void {
    const cue = cueOf(said, this.#origin.conversation);
    for (const act of this.#open) act.arrive(cue);
  }

  #begin(exchange: Exchange | undefined, notice: string | undefined, said: Said | undefined) {
    const call = exchange?.request.call;
    const http = call === undefined ? undefined : this.#http.get(call);
    const act = new ActDraft(this.#origin.conversation, exchange, notice, said, http);
    this.#acts.push(act);
    return act;
  }
}

function isAnswer({ message }: Located): boolean {
  return message.kind === 'result' || message.kind === 'failure';
}

function roleOf(message: Located | undefined, tie: Tie | undefined): StepRole {
  if (!message || !tie) return { kind: 'plain' };
  const { exchange } = tie;
  if (isKind(message, 'request')) return { kind: 'request', exchange };
  if (isKind(message, 'result') || isKind(message, 'failure'))
    return { kind: 'answer', answer: message };
  if (isKind(message, 'notification') && message.message.method === 'notifications/cancelled')
    return { kind: 'cancel', of: exchange };
  const { method } = exchange.request.message;
  if (method === 'subscriptions/listen') return { kind: 'subscription', listen: exchange };
  const names = isKind(message, 'notification') && member(message.message.params, 'progressToken');
  return names && rpcId(names) ? { kind: 'progress' } : { kind: 'plain' };
}
