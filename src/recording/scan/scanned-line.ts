import { isUtf8 } from 'node:buffer';
import type { Line, Micros, Side } from '../../model/frame.ts';
import type { AnswerKind } from '../stats/peek.ts';
import { type Hash, hashFrom, type Span } from '../text-hash.ts';
import { parseTime } from '../time.ts';
import type { Lane } from './lane.ts';
import { FLAG, PLACE, RECORD, SLOTS } from './layout.ts';

/** `,` and 19 bytes: a date and a time to the second. */
const SECOND = 19;

/**
 * The lines that a lane tells of, one after another in one object. What is said of a line holds until the
 * next one; it must be asked for all lines of a lane, in their order.
 */
export class ScannedLine {
  /** An entry as sadap writes it, whole and valid; `other`: only its bytes are known. */
  kind: 'message' | 'stderr' | 'other' = 'other';
  seq = 0;
  at: Micros = 0;
  from: Side = 'client';
  call: number | undefined;
  /** From the hint. */
  method: string | undefined;
  /** The tool that a request calls, as far as it is plainly spelled. */
  tool: string | undefined;
  /** Where in the file the line starts; who reads the file says it. */
  offset = 0;
  /** Of the line, with its line feed. */
  length = 0;
  /** Of the message; of a line of stderr that of its text as spelled, with the quotes. */
  messageLength = 0;
  #flags = 0;
  #record = 0;
  #second: Micros = Number.NaN;
  readonly #lane: Lane;
  readonly #ints: Int32Array;
  readonly #doubles: Float64Array;
  readonly #bytes: Buffer;
  readonly #names: string[] = Array.from({ length: SLOTS }, () => '');
  #isUtf8 = true;

  constructor(lane: Lane) {
    const { buffer } = lane.memory;
    this.#lane = lane;
    this.#ints = new Int32Array(buffer);
    this.#doubles = new Float64Array(buffer);
    this.#bytes = Buffer.from(buffer);
  }

  /** Call before the lines of a block, or of a further part of it. */
  begin(): void {
    this.#isUtf8 = this.#lane.isUtf8;
  }

  /** Goes to a line of those that the lane tells of. */
  go(index: number): void {
    const record = (PLACE.records + index * RECORD.size) / 4;
    const ints = this.#ints;
    this.#record = record;
    this.#flags = ints[record + RECORD.flags / 4] ?? 0;
    const end = ints[record + RECORD.end / 4] ?? 0;
    this.length = end + 1 - (ints[record] ?? 0);
    this.kind = 'other';
    if (this.#flags === 0) return;
    this.messageLength = end - 1 - (ints[record + RECORD.message / 4] ?? 0);
    this.seq = this.#doubles[(record * 4 + RECORD.seq) / 8] ?? 0;
    if (this.#has(FLAG.second)) this.#second = this.#newSecond();
    this.at = this.#second + (ints[record + RECORD.micros / 4] ?? 0);
    if (!this.#has(FLAG.stderr)) this.#readMessage();
    if (Number.isNaN(this.#second) || (!this.#isUtf8 && !isUtf8(this.#own()))) return;
    this.kind = this.#has(FLAG.stderr) ? 'stderr' : 'message';
  }

  #readMessage(): void {
    this.from = this.#has(FLAG.server) ? 'server' : 'client';
    const call = this.#int(RECORD.call);
    this.call = call < 0 ? undefined : call;
    this.method = this.#name(RECORD.method, FLAG.newMethod);
    this.tool = this.#has(FLAG.toolCall) ? this.#name(RECORD.tool, FLAG.newTool) : undefined;
  }

  /** An id that is a whole number, not negative; else undefined. */
  get numberId(): number | undefined {
    if (!this.#has(FLAG.numberId)) return undefined;
    return this.#doubles[(this.#record * 4 + RECORD.id) / 8];
  }

  /** Any other id as JSON text. */
  get textId(): string | undefined {
    if (!this.#has(FLAG.textId)) return undefined;
    return this.#bytes.toString('utf8', this.#int(RECORD.idStart), this.#int(RECORD.idEnd));
  }

  /** What the answer is, where that is plain; what else it may be, only a parser can tell. */
  get answer(): AnswerKind | undefined {
    if (this.#has(FLAG.failure)) return 'failure';
    if (!this.#has(FLAG.result)) return undefined;
    return this.#has(FLAG.toolError) ? 'tool-error' : 'result';
  }

  /** What a tool is called with, as spelled, when `tool` is known; only until the lane reads on. */
  get args(): Span {
    return this.#span(RECORD.argsStart, RECORD.argsEnd);
  }

  /** Where calls are looked at: a plain call of a tool, the plain result of one, a log notification (plain-code.ts). */
  get plain(): 'call' | 'result' | 'log' | undefined {
    if (this.#has(FLAG.plainResult)) return 'result';
    if (this.#has(FLAG.plainLog)) return 'log';
    return this.#has(FLAG.plainCall) && this.#has(FLAG.toolCall) ? 'call' : undefined;
  }

  /** Of the name of the tool, in bytes as spelled, when `tool` is known. */
  get toolLength(): number {
    return this.#int(RECORD.toolEnd) - this.#int(RECORD.toolStart);
  }

  /** Of a plain result: one of its texts may be JSON. */
  get mayHoldJson(): boolean {
    return this.#has(FLAG.mayHoldJson);
  }

  /** Of a plain result: a member of its structured content may tell of a failure. */
  get mayTell(): boolean {
    return this.#has(FLAG.mayTell);
  }

  /** Of a plain result: its first text as spelled, with the quotes. Of a plain call: its progress token. */
  get text(): Span {
    return this.#span(RECORD.textStart, RECORD.textEnd);
  }

  /** Of an ordinary result: its structured content. Of what can be compared: what the message carries. */
  get structured(): Span {
    return this.#span(RECORD.structuredStart, RECORD.structuredEnd);
  }

  /** `hashOf` of that, when `tool` is known; of an answer that can be compared: of what it carries. */
  get argsHash(): Hash {
    return hashFrom(this.#int(RECORD.argsOne), this.#int(RECORD.argsOther));
  }

  /** The message, or the text of a line of stderr; only until the lane reads on. */
  get message(): Buffer {
    const start = this.#int(RECORD.message);
    return this.#bytes.subarray(start, start + this.messageLength);
  }

  /** A copy of the line, as `LineSplitter` cuts it. */
  copy(): Line {
    return lineOf(Buffer.from(this.#own()));
  }

  #span(start: number, end: number): Span {
    return { bytes: this.#bytes, start: this.#int(start), end: this.#int(end) };
  }

  #own(): Buffer {
    return this.#bytes.subarray(this.#int(RECORD.start), this.#int(RECORD.end));
  }

  #newSecond(): Micros {
    const start = this.#int(RECORD.second);
    const text = this.#bytes.toString('latin1', start, start + SECOND);
    return parseTime(`${text}Z`) ?? Number.NaN;
  }

  /** A name is decoded when it comes into its slot. */
  #name(member: typeof RECORD.method | typeof RECORD.tool, flag: number): string | undefined {
    const slot = this.#int(member);
    if (slot < 0) return undefined;
    if (this.#has(flag)) {
      const isMethod = member === RECORD.method;
      const start = this.#int(isMethod ? RECORD.methodStart : RECORD.toolStart);
      const end = this.#int(isMethod ? RECORD.methodEnd : RECORD.toolEnd);
      this.#names[slot] = this.#bytes.toString('utf8', start, end);
    }
    return this.#names[slot];
  }

  #has(flag: number): boolean {
    return (this.#flags & flag) !== 0;
  }

  #int(member: number): number {
    return this.#ints[this.#record + member / 4] ?? 0;
  }
}

/** A line that ended with a line feed, without it. */
export function lineOf(bytes: Buffer): Line {
  return bytes.at(-1) === 0x0d
    ? { bytes: bytes.subarray(0, -1), eol: '\r\n' }
    : { bytes, eol: '\n' };
}
