import type { Side } from '../model/frame.ts';
import { rpcId } from '../model/ids.ts';
import { at, childrenOf, type JsonNode, member } from '../model/json.ts';
import type { Answer, Message, ParsedFrame, Request } from '../model/message.ts';
import type { PassedOver, TimelineItem } from '../model/recording.ts';
import type { ScannedLine } from '../recording/scan/scanned-line.ts';
import { type Call, Calls } from './calls.ts';
import type { Key } from './id-set.ts';
import { idKey, idOf } from './ids.ts';
import { Kept, type Spot } from './kept.ts';
import { Logs } from './logs.ts';
import { LongResults } from './long-results.ts';
import { isLegacy, OPENINGS } from './opening.ts';
import { mayBeFailure, mayContradict } from './suspicion.ts';
import { isOrdinary, ToolTable } from './tool-table.ts';
import { Unsure } from './unsure.ts';

/**
 * Goes through the lines of a recording and finds those that `sadap check` has to look at. What it passes
 * over are calls of listed tools that are over, and on which no rule has a word, alone or with others:
 * results of text, not failed, of tools without an outputSchema, in a session of the legacy era on stdio
 * that opened in order; and in between log notifications and lines of standard error. All else is kept, and also
 * a call that another line refers to.
 *
 * @throws Unsure when a line refers to what was passed over, or is something that it does not know.
 */
export class Sifter {
  readonly kept = new Kept();
  /** Lines of each side so far. */
  readonly lines: { [side in Side]: number } = { client: 0, server: 0 };
  readonly #calls = new Calls(this.kept);
  readonly #logs = new Logs(this.kept);
  readonly #long = new LongResults();
  readonly #tools = new ToolTable();
  #hasStarted = false;
  #hasAgreed = false;
  #isReady = false;
  #serverAsks = false;

  get passedOver(): Pick<PassedOver, 'calls' | 'logs' | 'stderr'> {
    const { passedOver: calls, stderr } = this.#calls;
    return { calls, logs: this.#logs.passedOver, stderr: stderr.passedOver };
  }

  /** A line that was scanned. @returns false: it is not plain; `add` is to take it */
  line(line: ScannedLine): boolean {
    if (!this.#isReady) return false;
    if (line.kind === 'stderr') return this.#stderr(line);
    const { plain } = line;
    if (plain === undefined) return false;
    if (plain === 'log') return line.from === 'server' && this.#log(line);
    if (plain === 'call') return line.from === 'client' && this.#call(line);
    return line.from === 'server' && this.#result(line);
  }

  /** Any other entry is kept, as it is understood already. */
  add(item: TimelineItem): void {
    if (item.type === 'http') throw new Unsure();
    if (item.type === 'frame') {
      const { seq, from } = item.frame;
      this.#frame(item, { ...this.#spot(from, seq, 0, 0), item });
      return;
    }
    if (item.type === 'event' && item.event === 'started') {
      if (this.#hasStarted) throw new Unsure();
      this.#hasStarted = true;
    }
    this.kept.add({ seq: item.seq, offset: 0, length: 0, number: 0, item });
  }

  /** Call after the last line. */
  end(): void {
    this.#calls.keepOpen();
    this.#keepLast();
    this.#calls.stderr.end();
  }

  #stderr({ seq, offset, length, message }: ScannedLine): boolean {
    this.#calls.stderr.add({ seq, offset, length, number: 0 }, message);
    return true;
  }

  #log({ method, seq, offset, length }: ScannedLine): boolean {
    if (method !== 'notifications/message') return false;
    this.#calls.hold('server', undefined);
    this.#logs.add(this.#spot('server', seq, offset, length));
    return true;
  }

  #call(line: ScannedLine): boolean {
    const tool = line.tool === undefined ? undefined : this.#tools.get(line.tool);
    if (!tool || !isOrdinary(tool, line.args)) return false;
    const id = idOf(line);
    if (this.#calls.isUsed(id)) return false;
    const { bytes, start, end } = line.text;
    const token = end > start ? keyOf(bytes, start, end) : undefined;
    if (token !== undefined && this.#calls.isTokenGone(token)) return false;
    const request = this.#spot('client', line.seq, line.offset, line.length);
    this.#calls.ask(callOf(id, token, 'tools/call', request, false));
    return true;
  }

  #result(line: ScannedLine): boolean {
    const call = this.#calls.open.get(idOf(line));
    if (!call || call.isKept || mayBeFailure(line) || mayContradict(line)) return false;
    if (this.#long.isWanted(line, call.request.seq)) return false;
    this.#calls.settle(call, this.#spot('server', line.seq, line.offset, line.length));
    return true;
  }

  #spot(side: Side, seq: number, offset: number, length: number): Spot {
    this.lines[side] += 1;
    return { seq, offset, length, number: this.lines[side] };
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
    this.#calls.ask(callOf(id, token, method, spot, true));
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
      this.#hasAgreed = isLegacy(result) && at(result, 'capabilities', 'tools') !== undefined;
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
    this.#keepLast();
    this.#calls.hold(from, undefined);
    this.kept.add(spot);
  }

  #keepLast(): void {
    this.#calls.keepLast();
    this.#logs.keepNewest();
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

function callOf(
  id: Key,
  token: Key | undefined,
  method: string,
  request: Spot,
  isKept: boolean,
): Call {
  return { id, token, method, request, answer: undefined, isKept, holds: 0, stderr: undefined };
}

/** The key of a token that the scan has recognised. */
function keyOf(bytes: Buffer, start: number, end: number): Key {
  if (bytes[start] === 0x22) return `s:${bytes.toString('latin1', start + 1, end - 1)}`;
  let number = 0;
  for (let here = start; here < end; here += 1) number = number * 10 + (bytes[here] ?? 0) - 0x30;
  return number;
}
