import { rpcId } from '../model/ids.ts';
import { member } from '../model/json.ts';
import type { Message, ParsedFrame, Request } from '../model/message.ts';
import type { EndEntry, Entry, Header, TimelineItem } from '../model/recording.ts';
import { EntryReader, type ReadItem } from '../recording/read.ts';
import type { Job } from '../recording/scan/lane.ts';
import { type ScanTarget, scanFile } from '../recording/scan/scan-file.ts';
import type { ScannedLine } from '../recording/scan/scanned-line.ts';
import { type Hash, hashOf } from '../recording/text-hash.ts';
import { CallRows, STATE } from './call-rows.ts';
import type { Key } from './id-set.ts';
import { idKey, idOf } from './ids.ts';
import { OpenRequests } from './open-requests.ts';
import { isLegacy, OPENINGS } from './opening.ts';
import type { QuestionPrint } from './question-print.ts';
import { understood } from './read-line.ts';
import { Unsure } from './unsure.ts';

const JOB: Job = { kind: 'prints' };
/** A call that took longer is kept, in microseconds. */
const LONGEST = 2 ** 31 - 1;

/** A request of the client that has no answer yet. */
interface Open {
  readonly id: Key;
  /** Its row, and whether it stands there alone; a request that is kept has an item. */
  readonly row: number;
  readonly isPlain: boolean;
  readonly method: string;
  readonly at: number;
}

/**
 * Goes through a recording that is to be compared with another one: of plain calls of tools and their answers
 * it remembers a row of numbers, all else is kept, but for lines of stderr, which no rule compares.
 *
 * @throws Unsure for sessions over HTTP, batches, a second opening, ids that are used again while they are
 *   open, and damage.
 */
export class ComparedCalls implements ScanTarget {
  readonly rows = new CallRows();
  readonly items: TimelineItem[] = [];
  /** Of what is kept, by `seq`: its number among all messages; of requests of the client their row. */
  readonly numberOf = new Map<number, number>();
  readonly rankOf = new Map<number, number>();
  readonly #path: string;
  readonly #reader: EntryReader;
  readonly #print: QuestionPrint;
  readonly #open = new OpenRequests<Open>();
  #header: Header | undefined;
  #end: EndEntry | undefined;
  #messages = 0;
  #hasStarted = false;
  #hasAgreed = false;
  #isReady = false;

  constructor(path: string, print: QuestionPrint) {
    this.#path = path;
    this.#reader = new EntryReader(path);
    this.#print = print;
  }

  /** Reads the whole file. Undefined: it cannot be scanned. */
  read(): { header: Header; end: EndEntry | undefined; size: number } | undefined {
    const size = scanFile(this.#path, this.#reader, this, undefined, JOB);
    if (size === undefined || !this.#header) return undefined;
    return { header: this.#header, end: this.#end, size };
  }

  line(line: ScannedLine): boolean {
    if (line.kind === 'stderr') return true;
    if (!this.#isReady || line.plain === undefined) return false;
    if (line.plain === 'call') return line.from === 'client' && this.#call(line);
    return line.from === 'server' && this.#answer(line);
  }

  add(item: ReadItem): void {
    if (item.kind === 'damage') throw new Unsure();
    if (item.kind === 'header') {
      if (item.header.source) throw new Unsure();
      this.#header = item.header;
    } else this.#entry(item.entry);
  }

  #call(line: ScannedLine): boolean {
    const { tool, args } = line;
    if (tool === undefined || !this.#print.ofBytes(tool, args.bytes, args.start, args.end))
      return false;
    const id = idOf(line);
    if (this.#open.get(id)) throw new Unsure();
    const row = this.#row(STATE.asked);
    const content = contentOf(line);
    this.#messages += 1;
    this.rows.set(row, 'contentLow', content.low);
    this.rows.set(row, 'contentHigh', content.high);
    this.rows.set(row, 'request', this.#messages);
    this.rows.setPlace(row, 'request', line.offset);
    this.#open.add({ id, row, isPlain: true, method: 'tools/call', at: line.at });
    return true;
  }

  #answer(line: ScannedLine): boolean {
    const id = idOf(line);
    const open = this.#open.get(id);
    const took = open ? line.at - open.at : -1;
    if (!open?.isPlain || took < 0 || took > LONGEST) return false;
    const { row } = open;
    const { low, high } = line.argsHash;
    const kind = line.answer === 'failure' ? 1 : 0;
    this.#open.remove(id);
    this.#messages += 1;
    this.rows.set(row, 'state', STATE.answered);
    this.rows.set(row, 'contentLow', Math.imul(this.rows.get(row, 'contentLow'), 31) ^ low);
    this.rows.set(
      row,
      'contentHigh',
      Math.imul(this.rows.get(row, 'contentHigh'), 31) ^ high ^ kind,
    );
    this.rows.set(row, 'answer', this.#messages);
    this.rows.set(row, 'took', took);
    this.rows.setPlace(row, 'answer', line.offset);
    return true;
  }

  /** A row for what was asked by the print. */
  #row(state: number): number {
    const row = this.rows.add(state);
    this.rows.set(row, 'questionLow', this.#print.low);
    this.rows.set(row, 'questionHigh', this.#print.high);
    return row;
  }

  #entry(entry: Entry): void {
    if (entry.type === 'http') throw new Unsure();
    if (entry.type === 'stderr') return;
    const item = understood(entry);
    if (item.type === 'event' && item.event === 'started') {
      if (this.#hasStarted) throw new Unsure();
      this.#hasStarted = true;
    }
    if (item.type === 'end') this.#end = item;
    if (item.type === 'frame') this.#frame(item);
    this.items.push(item);
  }

  #frame({ content, frame: { from, call, seq, at } }: ParsedFrame): void {
    if (call !== undefined || content.kind === 'batch') throw new Unsure();
    if (content.kind === 'stray') return;
    this.#messages += 1;
    this.numberOf.set(seq, this.#messages);
    if (from === 'client') this.#said(content, seq, at);
    else if (content.kind === 'result' || content.kind === 'failure') this.#answered(content);
    else if (content.kind === 'notification') this.#cancelled(content);
  }

  #said(message: Message, seq: number, at: number): void {
    if (message.kind === 'request') this.#asked(message, seq, at);
    if (message.kind !== 'notification') return;
    if (message.method === 'notifications/initialized') this.#isReady = this.#hasAgreed;
    this.#cancelled(message);
  }

  #asked(request: Request, seq: number, at: number): void {
    const { method, params } = request;
    if (OPENINGS.has(method) && this.#isReady) throw new Unsure();
    const isKnown = method === 'tools/call' && this.#print.ofNode(params);
    const row = isKnown ? this.#row(STATE.keptQuestion) : this.rows.add(STATE.kept);
    this.rankOf.set(seq, row);
    const id = idKey(request.id);
    if (id === undefined) return;
    if (this.#open.get(id)) throw new Unsure();
    this.#open.add({ id, row, isPlain: false, method, at });
  }

  #answered(answer: Extract<Message, { kind: 'result' | 'failure' }>): void {
    const id = idKey(answer.id);
    const open = id === undefined ? undefined : this.#open.get(id);
    if (id === undefined || !open) return;
    this.#open.remove(id);
    this.#keep(open);
    if (open.method === 'initialize' && answer.kind === 'result')
      this.#hasAgreed = isLegacy(answer.result);
  }

  /** What became of a call that was cancelled, only its request tells. */
  #cancelled({ method, params }: Extract<Message, { kind: 'notification' }>): void {
    if (method !== 'notifications/cancelled') return;
    const id = idKey(rpcId(member(params, 'requestId')));
    const open = id === undefined ? undefined : this.#open.get(id);
    if (id === undefined || !open) return;
    this.#keep(open);
    this.#open.add({ ...open, isPlain: false });
  }

  #keep({ row, isPlain }: Open): void {
    if (isPlain) this.rows.set(row, 'state', STATE.keptQuestion);
  }
}

/** `{"name":"` and `","arguments":`, and what stands around a name alone. */
const [BEFORE_NAME, BEHIND_NAME, AROUND_NAME] = [9, 14, 11];

/**
 * A hash of the params of a call, byte for byte, but for a progress token. Nearly all are a name and arguments
 * in this order, without spaces, and then those of the arguments are enough beside the question.
 */
function contentOf(line: ScannedLine): Hash {
  const { args, argsHash, text, structured: params, toolLength } = line;
  const isUsual =
    args.start === args.end
      ? params.end - params.start === AROUND_NAME + toolLength
      : args.start - params.start === BEFORE_NAME + toolLength + BEHIND_NAME &&
        args.end === params.end - 1;
  if (isUsual) return argsHash;
  // Without a token all of it stands before none.
  const token = text.start === text.end ? { start: params.end, end: params.end } : text;
  const before = hashOf({ ...params, end: token.start });
  const behind = hashOf({ ...params, start: token.end });
  return {
    low: ~(Math.imul(before.low, 31) ^ behind.low),
    high: ~(Math.imul(before.high, 31) ^ behind.high),
  };
}
