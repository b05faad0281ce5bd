import type { Side } from '../model/frame.ts';
import { rpcId } from '../model/ids.ts';
import { at, childrenOf, type JsonNode, member, stringMember } from '../model/json.ts';
import type { Answer, Message, ParsedFrame, Request, RpcId } from '../model/message.ts';
import type { TimelineItem } from '../model/recording.ts';
import { isRevision, revisionTable } from '../protocol/revisions.ts';
import { CallScan } from './call-scan.ts';
import { type Call, Calls } from './calls.ts';
import { HeadScan } from './head-scan.ts';
import type { Key } from './id-set.ts';
import { Kept, type Spot } from './kept.ts';
import { LongResults } from './long-results.ts';
import { mayBeFailure, mayContradict } from './suspicion.ts';
import { isOrdinary, ToolTable } from './tool-table.ts';

/** Something that could mean that what was passed over matters: the recording has to be read as a whole. */
export class Unsure extends Error {}

/**
 * Goes through the lines of a recording and finds those that `sadap check` has to look at. What it passes
 * over are calls of listed tools that are over, and on which no rule has a word, alone or with others:
 * results of text, not failed, of tools without an outputSchema, in a session of the legacy era on stdio
 * that opened in order. All else is kept, and also a call that another line refers to.
 *
 * @throws Unsure when a line refers to what was passed over, or is something that it does not know.
 */
export class Sifter {
  readonly kept = new Kept();
  /** Lines of each side so far. */
  readonly lines: { [side in Side]: number } = { client: 0, server: 0 };
  readonly #calls = new Calls(this.kept);
  readonly #head = new HeadScan();
  readonly #scan = new CallScan();
  readonly #long = new LongResults();
  readonly #tools = new ToolTable();
  readonly #understand: (line: Buffer) => TimelineItem;
  #seq = 0;
  #hasStarted = false;
  #hasAgreed = false;
  #isReady = false;
  #serverAsks = false;

  /** @param understand what stands on a line; throws `Unsure` for what is no entry */
  constructor(understand: (line: Buffer) => TimelineItem) {
    this.#understand = understand;
  }

  /** Number of calls that were passed over. */
  get passedOver(): number {
    return this.#calls.passedOver;
  }

  /** The line from `start` to `end` of a buffer, without its line feed; `offset` is its place in the file. */
  line(bytes: Buffer, start: number, end: number, offset: number): void {
    if (!this.#isPlain(bytes, start, end, offset)) this.#other(bytes.subarray(start, end), offset);
    this.#seq += 1;
  }

  /** Call after the last line. */
  end(): void {
    this.#calls.keepOpen();
    this.#calls.keepLast();
  }

  #isPlain(bytes: Buffer, start: number, end: number, offset: number): boolean {
    const head = this.#head;
    if (!this.#isReady || !head.look(bytes, start, end) || head.seq !== this.#seq) return false;
    const kind = this.#scan.look(bytes, head.messageStart, end - 1);
    if (kind === 'call') return head.from === 'client' && this.#call(bytes, start, end, offset);
    if (kind !== 'result' || head.from !== 'server') return false;
    return this.#result(bytes, start, end, offset);
  }

  #call(bytes: Buffer, start: number, end: number, offset: number): boolean {
    const { nameStart, nameEnd, tokenStart, tokenEnd, idStart, idEnd } = this.#scan;
    if (!this.#hintsAgree(bytes, METHOD)) return false;
    const tool = this.#tools.get(bytes, nameStart, nameEnd);
    if (!tool || !isOrdinary(tool, bytes, this.#scan)) return false;
    const id = keyOf(bytes, idStart, idEnd);
    if (this.#calls.isUsed(id)) return false;
    const token = tokenEnd > tokenStart ? keyOf(bytes, tokenStart, tokenEnd) : undefined;
    if (token !== undefined && this.#calls.isTokenGone(token)) return false;
    const request = this.#spot('client', start, end, offset);
    const state = { answer: undefined, isKept: false, holds: 0 };
    this.#calls.ask({ id, token, method: 'tools/call', request, ...state });
    return true;
  }

  #result(bytes: Buffer, start: number, end: number, offset: number): boolean {
    if (!this.#hintsAgree(bytes, undefined)) return false;
    const call = this.#calls.open.get(keyOf(bytes, this.#scan.idStart, this.#scan.idEnd));
    if (!call || call.isKept || mayBeFailure(bytes, this.#scan)) return false;
    if (mayContradict(bytes, this.#scan)) return false;
    if (this.#long.isWanted(bytes, this.#head.messageStart, end - 1, call.request.seq))
      return false;
    this.#calls.settle(call, this.#spot('server', start, end, offset));
    return true;
  }

  /** Hints repeat the message; where they say something else, that has to be told. */
  #hintsAgree(bytes: Buffer, method: Buffer | undefined): boolean {
    const { methodStart, methodEnd, idStart, idEnd } = this.#head;
    const scan = this.#scan;
    if (methodEnd > methodStart) {
      if (!method || methodEnd - methodStart !== method.length) return false;
      for (let nth = 0; nth < method.length; nth += 1)
        if (bytes[methodStart + nth] !== method[nth]) return false;
    }
    if (idEnd === idStart) return true;
    if (idEnd - idStart !== scan.idEnd - scan.idStart) return false;
    for (let nth = 0; nth < idEnd - idStart; nth += 1)
      if (bytes[idStart + nth] !== bytes[scan.idStart + nth]) return false;
    return true;
  }

  #spot(side: Side, start: number, end: number, offset: number): Spot {
    this.lines[side] += 1;
    return { seq: this.#seq, offset, length: end - start, number: this.lines[side] };
  }

  /** Whatever is not plain is kept. */
  #other(line: Buffer, offset: number): void {
    // A copy: the buffer is that of the next lines too.
    const item = this.#understand(Buffer.from(line));
    const seq = item.type === 'frame' ? item.frame.seq : item.seq;
    if (seq !== this.#seq || item.type === 'http') throw new Unsure();
    const { length } = line;
    if (item.type === 'frame') {
      const spot = this.#spot(item.frame.from, 0, length, offset);
      this.#frame(item, { ...spot, item });
      return;
    }
    if (item.type === 'event' && item.event === 'started') {
      if (this.#hasStarted) throw new Unsure();
      this.#hasStarted = true;
    }
    this.kept.add({ seq, offset, length, number: 0, item });
  }

  #frame({ content, frame: { from, call, bytes } }: ParsedFrame, spot: Spot): void {
    if (call !== undefined || content.kind === 'batch') throw new Unsure();
    if (from === 'client' && content.kind === 'request') this.#asked(content, spot);
    else if (from === 'server' && (content.kind === 'result' || content.kind === 'failure'))
      this.#answered(content, bytes, spot);
    else this.#kept(content.kind === 'stray' ? undefined : content, from, spot);
  }

  #asked(request: Request, spot: Spot): void {
    const { method, params } = request;
    if (OPENINGS.has(method) && (this.#isReady || this.#calls.passedOver > 0)) throw new Unsure();
    const id = idKey(request.id);
    if (id === undefined) {
      this.#calls.hold('client', undefined);
      this.kept.add(spot);
      return;
    }
    if (this.#calls.isGone(id)) throw new Unsure();
    const before = this.#calls.atHand(id);
    if (before) this.#calls.keep(before);
    const token = idKey(rpcId(at(params, '_meta', 'progressToken')));
    const state = { answer: undefined, isKept: true, holds: 0 };
    this.#calls.ask({ id, token, method, request: spot, ...state });
  }

  #answered(answer: Answer, bytes: Buffer, spot: Spot): void {
    const id = idKey(answer.id);
    const call = id === undefined ? undefined : this.#calls.open.get(id);
    if (call) {
      this.#calls.keep(call);
      this.#calls.settle(call, spot);
      if (answer.kind === 'result') this.#learn(call, answer.result, bytes);
      return;
    }
    if (id !== undefined && this.#calls.isGone(id)) throw new Unsure();
    this.#alone('server', spot);
  }

  /** What the opening and the lists of tools say. */
  #learn({ method }: Call, result: JsonNode, bytes: Buffer): void {
    if (method === 'initialize') {
      const revision = stringMember(result, 'protocolVersion');
      this.#hasAgreed =
        isRevision(revision) &&
        revisionTable(revision).era === 'legacy' &&
        at(result, 'capabilities', 'tools') !== undefined;
    }
    const tools = method === 'tools/list' ? member(result, 'tools') : undefined;
    for (const [, tool] of tools ? childrenOf(tools, '') : []) this.#tools.add(tool, bytes);
  }

  #kept(message: Message | undefined, from: Side, spot: Spot): void {
    if (!message || message.kind === 'result' || message.kind === 'failure') {
      this.#alone(from, spot);
      return;
    }
    if (message.kind === 'request') {
      // Which request it is asked for is told by those that are open.
      this.#serverAsks = true;
      this.#calls.keepOpen();
    } else this.#notified(message.method, message.params, from);
    this.#calls.hold(from, undefined);
    this.kept.add(spot);
  }

  /** What belongs to no request, or to one of the server, is explained by the lines before it. */
  #alone(from: Side, spot: Spot): void {
    this.#calls.keepLast();
    this.#calls.hold(from, undefined);
    this.kept.add(spot);
  }

  #notified(method: string, params: JsonNode | undefined, from: Side): void {
    if (method === 'notifications/initialized' && from === 'client')
      this.#isReady = this.#hasAgreed;
    if (method === 'notifications/progress')
      this.#refersTo(idKey(rpcId(member(params, 'progressToken'))), from);
    if (method !== 'notifications/cancelled') return;
    // What came free with a request of the server may be any call.
    if (from === 'server' && this.#serverAsks) throw new Unsure();
    const id = idKey(rpcId(member(params, 'requestId')));
    if (id === undefined) return;
    const call = this.#calls.atHand(id);
    if (call) this.#calls.keep(call);
    else if (this.#calls.isGone(id)) throw new Unsure();
  }

  #refersTo(token: Key | undefined, from: Side): void {
    if (token === undefined || from === 'client') return;
    if (this.#calls.isTokenGone(token)) throw new Unsure();
    for (const call of this.#calls.withToken(token)) this.#calls.keep(call);
  }
}

const METHOD = Buffer.from('"tools/call"');
const OPENINGS: ReadonlySet<string> = new Set(['initialize', 'server/discover']);

/** The key of an id that the scan has recognised: digits, or a text without escapes. */
function keyOf(bytes: Buffer, start: number, end: number): Key {
  if (bytes[start] === 0x22) return `s:${bytes.toString('latin1', start + 1, end - 1)}`;
  let number = 0;
  for (let here = start; here < end; here += 1) number = number * 10 + (bytes[here] ?? 0) - 0x30;
  return number;
}

/** The same for any id; two keys are equal exactly when the ids are. Undefined for none. */
function idKey(id: RpcId | undefined): Key | undefined {
  if (!id || id.kind === 'null') return undefined;
  const [, digits] = /^n:(0|[1-9]\d{0,14})$/.exec(id.key) ?? [];
  return digits === undefined ? id.key : Number(digits);
}
