import type { Micros, Side } from '../../model/frame.ts';
import { rpcId } from '../../model/ids.ts';
import { at, type JsonNode, member, stringMember } from '../../model/json.ts';
import type { FrameContent, Message, RpcId } from '../../model/message.ts';
import type { Entry, FrameEntry } from '../../model/recording.ts';
import { isTimed } from '../../model/recording.ts';
import { isUnended, parseFrame } from '../../wire/parse.ts';
import { BySide } from '../by-side.ts';
import { hintedId, type OpenRequest, OpenRequests } from '../open-requests.ts';
import type { ReadItem } from '../read.ts';
import type { ScannedLine } from '../scan/scanned-line.ts';
import { type AnswerKind, kindOf, peekAnswer } from './peek.ts';
import { CALL, frameOf, type Placed, placedOf, type Wanted, wantedOf } from './placed.ts';
import { type Ref, Repeats } from './repeats.ts';
import { AmountCounter, RequestTally } from './tally.ts';
import type { Stats } from './types.ts';

/** What is remembered of a request until its answer. */
interface Asked extends OpenRequest {
  readonly at: Micros;
  readonly ref: Ref;
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
  /** The same without a key to be put together: by side, and for the server of this file. */
  readonly #tallies = new BySide(() => new Map<string, RequestTally>());
  readonly #toolsHere = new Map<string, Tool>();
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
      this.#toolsHere.clear();
      this.#isTimed = isTimed(item.header);
      this.#servers.add(this.#server);
    }
  }

  /** The same of a message of which its line alone was looked at; false: it has to be read in full. */
  line(line: ScannedLine): boolean {
    if (line.kind === 'message' && !this.#scanned(line)) return false;
    this.#passes(line.at);
    return true;
  }

  #scanned(line: ScannedLine): boolean {
    const { method, from, at: sent, call, messageLength: size, answer, tool } = line;
    const id = line.numberId ?? (line.textId === undefined ? undefined : hintedId(line.textId));
    const placed = { from, at: sent, call, ref: line.seq, size };
    if (method === undefined) {
      if (id === undefined || !answer) return false;
      this.#answered(answer, id, placed, () => parseFrame(frameOf(line)).content);
    } else if (method === CANCELLED) return false;
    else if (id === undefined) this.#notified(method, placed);
    else if (method !== CALL || from !== 'client') this.#asked(method, id, placed, undefined);
    else if (tool === undefined) return false;
    else
      this.#asked(method, id, placed, {
        tool,
        args: line.args,
        hash: line.argsHash,
        isLaterRound: false,
      });
    this.#wire[from] += size + (call === undefined ? 1 : 0);
    return true;
  }

  #passes(at: Micros): void {
    this.#first ??= at;
    this.#last = at;
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
    this.#passes(entry.at);
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
    const placed = placedOf(entry, bytes);
    const id = hints.id === undefined ? undefined : hintedId(hints.id);
    if (hints.method !== undefined) {
      if (id) this.#asked(hints.method, id, placed, wantedOf(hints.method, entry, bytes));
      else this.#notified(hints.method, placed);
      return true;
    }
    const kind = id && peekAnswer(bytes);
    if (!id || !kind) return false;
    this.#answered(kind, id, placed, () => parseFrame(entry).content);
    return true;
  }

  #content(content: FrameContent, entry: FrameEntry, index: number | undefined): void {
    if (content.kind === 'batch') {
      for (const [nth, each] of content.members.entries()) this.#content(each, entry, nth);
    } else if (content.kind !== 'stray') this.#message(content, entry, index);
    else if (content.why !== 'blank') this.#counts.strays += 1;
  }

  #message(message: Message, entry: FrameEntry, index: number | undefined): void {
    const bytes = entry.bytes.subarray(message.node.start, message.node.end);
    const placed = placedOf(entry, bytes, index);
    if (message.kind === 'request')
      this.#asked(message.method, message.id, placed, wantedOf(message.method, entry, bytes));
    else if (message.kind !== 'notification')
      this.#answered(kindOf(message), message.id, placed, () => message);
    else {
      this.#notified(message.method, placed);
      if (message.method !== CANCELLED) return;
      const given = this.#open.cancel(entry.from, rpcId(member(message.params, 'requestId')));
      for (const tally of given?.tallies ?? []) tally.ended('cancelled');
    }
  }

  #asked(method: string, id: RpcId | number, placed: Placed, wanted: Wanted | undefined): void {
    const { from, call, at: asked, ref, size } = placed;
    const own = this.#method(from, method);
    const found = wanted && this.#called(wanted, ref);
    own.asked(size);
    found?.known.tally.asked(size);
    const tallies = found ? [own, found.known.tally] : [own];
    this.#open.ask({ from, method, call, at: asked, ref, tallies, again: found?.again }, id);
  }

  #called({ tool, args, hash, isLaterRound }: Wanted, ref: Ref) {
    const known = this.#tool(tool);
    known.isCalled = true;
    const call = { path: this.#path, server: this.#server, tool };
    return { known, again: isLaterRound ? undefined : this.#repeats.call(call, args, hash, ref) };
  }

  #answered(
    kind: AnswerKind,
    id: RpcId | number | undefined,
    { from, call, at: sent, size }: Placed,
    content: () => FrameContent,
  ): void {
    const request = this.#open.answer(from, id, call);
    if (!request) {
      this.#counts.orphans += 1;
      return;
    }
    const told = request.method === PROBE && kind === 'failure' ? 'result' : kind;
    const latency = this.#isTimed ? sent - request.at : undefined;
    for (const tally of request.tallies) tally.answered(told, size, latency, request.ref);
    request.again?.(size);
    if (request.method === LIST && kind === 'result') this.#listed(content());
  }

  #listed(content: FrameContent): void {
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

  #notified(method: string, { from, size }: Placed): void {
    const key = `${from} ${method}`;
    const known = this.#notifications.get(key) ?? { from, method, amounts: new AmountCounter() };
    this.#notifications.set(key, known);
    known.amounts.add(size);
  }

  #method(from: Side, method: string): RequestTally {
    const near = this.#tallies.of(from).get(method);
    if (near) return near;
    const key = `${from} ${method}`;
    const known = this.#methods.get(key) ?? { from, method, tally: new RequestTally() };
    this.#methods.set(key, known);
    this.#tallies.of(from).set(method, known.tally);
    return known.tally;
  }

  #tool(tool: string): Tool {
    const near = this.#toolsHere.get(tool);
    if (near) return near;
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
    this.#toolsHere.set(tool, known);
    return known;
  }
}

const LIST = 'tools/list';
const PROBE = 'server/discover';
/** Stays open as long as its stream (2026-07-28, "Subscriptions"). */
const NEEDS_NO_ANSWER = 'subscriptions/listen';
const CANCELLED = 'notifications/cancelled';
const OVER: ReadonlySet<string> = new Set(['exit', 'stdout-closed', 'spawn-failed']);
