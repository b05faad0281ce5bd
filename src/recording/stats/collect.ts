import type { Micros, Side } from '../../model/frame.ts';
import { rpcId } from '../../model/ids.ts';
import { at, type JsonNode, member, stringMember } from '../../model/json.ts';
import type { Answer, FrameContent, Message, RpcId } from '../../model/message.ts';
import type { Entry, FrameEntry } from '../../model/recording.ts';
import { isTimed } from '../../model/recording.ts';
import { isUnended, parseFrame } from '../../wire/parse.ts';
import { hintedId, type OpenRequest, OpenRequests } from '../open-requests.ts';
import type { ReadItem } from '../read.ts';
import { type AnswerKind, peekAnswer, peekCall } from './peek.ts';
import { Repeats } from './repeats.ts';
import { AmountCounter, RequestTally } from './tally.ts';
import type { Stats } from './types.ts';

/** What is remembered of a request until its answer. */
interface Asked extends OpenRequest {
  readonly at: Micros;
  readonly ref: string;
  /** Of its method, and of its tool. */
  readonly tallies: readonly RequestTally[];
  /** Takes the size of the answer when the same was asked before. */
  readonly again: ((bytes: number) => void) | undefined;
}

interface Tool {
  readonly server: string;
  readonly tool: string;
  readonly tally: RequestTally;
  isListed: boolean;
  isCalled: boolean;
  /** Of its newest definition. */
  bytes: number;
}

/** A message in a frame. */
interface Placed {
  readonly entry: FrameEntry;
  /** `7`, in a batch `7.1`. */
  readonly ref: string;
  readonly bytes: Buffer;
}

/**
 * Numbers of recordings, entry by entry. Hints tell requests, notifications and answers apart; what a
 * message holds is looked at only in calls of tools, answers that may be errors, and lists of tools.
 * Memory grows with methods, tools and open requests; durations and repeated calls are bounded.
 */
export class StatsCollector {
  readonly #methods = new Map<string, { from: Side; method: string; tally: RequestTally }>();
  readonly #notifications = new Map<
    string,
    { from: Side; method: string; amounts: AmountCounter }
  >();
  readonly #tools = new Map<string, Tool>();
  readonly #repeats = new Repeats();
  readonly #servers = new Set<string>();
  readonly #wire = { client: 0, server: 0 };
  readonly #counts = { recordings: 0, size: 0, duration: 0, orphans: 0, strays: 0, damage: 0 };
  #open = new OpenRequests<Asked>();
  #path = '';
  #server = '';
  #first: Micros | undefined;
  #last: Micros = 0;
  #isOver = false;
  #isTimed = true;

  /** Call before the first entry of a file. */
  startOfFile(path: string): void {
    this.#path = path;
  }

  add(item: ReadItem): void {
    if (item.kind === 'damage') this.#counts.damage += 1;
    else if (item.kind === 'entry') this.#entry(item.entry);
    else {
      this.#server = item.header.server.label;
      this.#isTimed = isTimed(item.header);
      this.#servers.add(this.#server);
    }
  }

  /** Call after the last entry of a file. `size` is that of the file in bytes. */
  endOfFile(size: number): void {
    for (const { method, tallies } of this.#open.left()) {
      if (method === PROBE || method === NEEDS_NO_ANSWER) continue;
      for (const tally of tallies) tally.ended(this.#isOver ? 'unanswered' : 'pending');
    }
    this.#counts.recordings += 1;
    this.#counts.size += size;
    this.#counts.duration += Math.max(0, this.#last - (this.#first ?? this.#last));
    this.#open = new OpenRequests();
    this.#first = undefined;
    this.#last = 0;
    this.#isOver = false;
  }

  stats(): Stats {
    const tools = [...this.#tools.values()];
    const unused = tools.filter((each) => each.isListed && !each.isCalled);
    return {
      ...this.#counts,
      servers: [...this.#servers],
      wire: { ...this.#wire },
      methods: [...this.#methods.values()].map(({ from, method, tally }) => ({
        from,
        method,
        ...tally.stats(),
      })),
      tools: tools
        .filter((each) => each.isCalled)
        .map(({ server, tool, isListed, tally }) => ({ server, tool, isListed, ...tally.stats() })),
      notifications: [...this.#notifications.values()].map(({ from, method, amounts }) => ({
        from,
        method,
        ...amounts.amounts(),
      })),
      listed: tools.filter((each) => each.isListed).length,
      unused: unused.map(({ server, tool, bytes }) => ({ server, tool, bytes })),
      repeats: this.#repeats.calls(),
      repeatsComplete: this.#repeats.isComplete,
    };
  }

  #entry(entry: Entry): void {
    this.#first ??= entry.at;
    this.#last = entry.at;
    if (entry.type === 'frame') this.#frame(entry);
    else if (entry.type === 'end' || (entry.type === 'event' && OVER.has(entry.event)))
      this.#isOver = true;
  }

  #frame(entry: FrameEntry): void {
    this.#wire[entry.from] += entry.bytes.length + entry.eol.length;
    if (!this.#hinted(entry)) this.#content(parseFrame(entry).content, entry, undefined);
  }

  /** Counts a message by its hints where they tell enough; else false. */
  #hinted(entry: FrameEntry): boolean {
    const { hints, bytes } = entry;
    if (!hints || hints.method === CANCELLED || isUnended(entry)) return false;
    const placed = { entry, bytes, ref: String(entry.seq) };
    const id = hints.id === undefined ? undefined : hintedId(hints.id);
    if (hints.method !== undefined) {
      if (id) this.#asked(hints.method, id, placed);
      else this.#notified(hints.method, placed);
      return true;
    }
    const kind = id && peekAnswer(bytes);
    if (!id || !kind) return false;
    this.#answered(kind, id, placed, undefined);
    return true;
  }

  #content(content: FrameContent, entry: FrameEntry, index: number | undefined): void {
    if (content.kind === 'batch') {
      for (const [nth, each] of content.members.entries()) this.#content(each, entry, nth);
    } else if (content.kind !== 'stray') this.#message(content, entry, index);
    else if (content.why !== 'blank') this.#counts.strays += 1;
  }

  #message(message: Message, entry: FrameEntry, index: number | undefined): void {
    const { start, end } = message.node;
    const ref = index === undefined ? String(entry.seq) : `${entry.seq}.${index}`;
    const placed = { entry, ref, bytes: entry.bytes.subarray(start, end) };
    if (message.kind === 'request') this.#asked(message.method, message.id, placed);
    else if (message.kind !== 'notification')
      this.#answered(kindOf(message), message.id, placed, message);
    else {
      this.#notified(message.method, placed);
      if (message.method !== CANCELLED) return;
      const given = this.#open.cancel(entry.from, rpcId(member(message.params, 'requestId')));
      for (const tally of given?.tallies ?? []) tally.ended('cancelled');
    }
  }

  #asked(method: string, id: RpcId, placed: Placed): void {
    const { entry, bytes, ref } = placed;
    const { from, call, at: asked } = entry;
    const own = this.#method(from, method);
    const found = method === CALL && from === 'client' ? this.#called(placed) : undefined;
    const tallies = found ? [own, found.tally] : [own];
    for (const tally of tallies) tally.asked(bytes.length);
    this.#open.ask({ from, method, call, at: asked, ref, tallies, again: found?.again }, id);
  }

  #called({ bytes, ref }: Placed) {
    const { tool = '', arguments: args, isLaterRound } = peekCall(bytes);
    const known = this.#tool(tool);
    known.isCalled = true;
    const call = { path: this.#path, server: this.#server, tool, arguments: args };
    const again = isLaterRound ? undefined : this.#repeats.call(call, ref);
    return { tally: known.tally, again };
  }

  #answered(
    kind: AnswerKind,
    id: RpcId | undefined,
    placed: Placed,
    parsed: Answer | undefined,
  ): void {
    const { entry, bytes } = placed;
    const request = this.#open.answer(entry.from, id, entry.call);
    if (!request) {
      this.#counts.orphans += 1;
      return;
    }
    const isRefusedProbe = request.method === PROBE && kind === 'failure';
    for (const tally of request.tallies)
      tally.answered(
        isRefusedProbe ? 'result' : kind,
        bytes.length,
        this.#isTimed ? entry.at - request.at : undefined,
        request.ref,
      );
    request.again?.(bytes.length);
    if (request.method === LIST && kind === 'result') this.#listed(parsed, entry);
  }

  #listed(parsed: Answer | undefined, entry: FrameEntry): void {
    const content = parsed ?? parseFrame(entry).content;
    const list = content.kind === 'result' ? at(content.result, 'tools') : undefined;
    if (list?.kind !== 'array') return;
    for (const definition of list.items) this.#define(definition);
  }

  #define(definition: JsonNode): void {
    const name = stringMember(definition, 'name');
    if (name === undefined) return;
    const known = this.#tool(name);
    known.isListed = true;
    known.bytes = definition.end - definition.start;
  }

  #notified(method: string, { entry: { from }, bytes }: Placed): void {
    const key = `${from} ${method}`;
    const known = this.#notifications.get(key) ?? { from, method, amounts: new AmountCounter() };
    this.#notifications.set(key, known);
    known.amounts.add(bytes.length);
  }

  #method(from: Side, method: string): RequestTally {
    const key = `${from} ${method}`;
    const known = this.#methods.get(key) ?? { from, method, tally: new RequestTally() };
    this.#methods.set(key, known);
    return known.tally;
  }

  #tool(tool: string): Tool {
    const key = `${this.#server}\0${tool}`;
    const known = this.#tools.get(key) ?? {
      server: this.#server,
      tool,
      tally: new RequestTally(),
      isListed: false,
      isCalled: false,
      bytes: 0,
    };
    this.#tools.set(key, known);
    return known;
  }
}

const CALL = 'tools/call';
const LIST = 'tools/list';
const PROBE = 'server/discover';
/** Stays open as long as its stream (2026-07-28, "Subscriptions"). */
const NEEDS_NO_ANSWER = 'subscriptions/listen';
const CANCELLED = 'notifications/cancelled';
const OVER: ReadonlySet<string> = new Set(['exit', 'stdout-closed', 'spawn-failed']);

function kindOf(answer: Answer): AnswerKind {
  if (answer.kind === 'failure') return 'failure';
  const flag = at(answer.result, 'isError');
  return flag?.kind === 'literal' && flag.value === true ? 'tool-error' : 'result';
}
