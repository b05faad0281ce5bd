import { type JsonNode, walk } from '../../model/json.ts';
import type { Message, Stray } from '../../model/message.ts';
import { valuesOnLine } from './brackets.ts';
import { answerId, isObject, parsed, plainId } from './plain-json.ts';
import { headOf } from './text.ts';

/** What a frame without a message is. Each stray has one kind, so no two rules report it. */
export type StrayKind =
  | 'blank'
  /** What a package manager prints before it runs a script. */
  | 'echo'
  /** Headers, blank lines and bodies of a stream that uses LSP framing. */
  | 'lsp'
  | 'bom'
  /** A message but for NaN or Infinity. */
  | 'not-a-number'
  /** The start of a message that the stream's end cut off. */
  | 'cut'
  /** A whole message, or batch, whose line the stream's end left without a line feed. */
  | 'unended'
  /** More than one message on the line. */
  | 'several'
  /** A part of a message that is spread over lines. */
  | 'spread'
  | 'empty-batch'
  /** An answer that says nothing: `{"jsonrpc":"2.0","id":1}`. */
  | 'empty-answer'
  /** A result without an id. */
  | 'answer-without-id'
  /** Both a result and an error. */
  | 'clash'
  /** A whole message with terminal codes or other text around it. */
  | 'wrapped'
  /** Two bytes for each character, one of them zero. */
  | 'utf-16'
  /** Other JSON: log lines, bare values. */
  | 'json'
  | 'text';

/** A stray's kind, and the ids of the answers that were meant (see `plainId`). */
export interface Verdict {
  readonly kind: StrayKind;
  readonly answers: readonly string[];
}

/** Judges a whole frame that holds no message, by itself. */
export function judge(stray: Stray, bytes: Buffer): Verdict {
  switch (stray.why) {
    case 'blank':
    case 'empty-batch':
      return { kind: stray.why, answers: [] };
    case 'bom':
      return { kind: 'bom', answers: almostAnswers(stray.almost) };
    case 'not-rpc':
      return judgeValue(parsed(bytes));
    case 'cut':
    case 'not-json':
      return judgeBroken(stray, bytes);
  }
}

/** Judges JSON that is no message. An object with an id and nothing else to say is meant as an answer. */
export function judgeValue(value: unknown): Verdict {
  if (!isObject(value)) return { kind: 'json', answers: [] };
  if (!('id' in value))
    return { kind: isAnswerLike(value) ? 'answer-without-id' : 'json', answers: [] };
  const answers = [answerId(value) ?? []].flat();
  if ('result' in value && 'error' in value) return { kind: 'clash', answers };
  const says = 'method' in value || 'result' in value || 'error' in value;
  // Log lines may carry an id too; `jsonrpc`, or nothing beside the id, tells an answer from them.
  const isBare = 'jsonrpc' in value || Object.keys(value).length === 1;
  return !says && isBare ? { kind: 'empty-answer', answers } : { kind: 'json', answers: [] };
}

/** Log lines may have a `result`; `jsonrpc` beside it tells an answer from them. */
function isAnswerLike(value: object): boolean {
  return 'jsonrpc' in value && 'result' in value && !('method' in value);
}

/** The numbers that JSON does not know, with their pointers. */
export function notNumbers(node: JsonNode): { pointer: string; text: string }[] {
  const found: { pointer: string; text: string }[] = [];
  for (const [pointer, each] of walk(node))
    if (each.kind === 'number' && /^-?(NaN|Infinity)$/.test(each.text))
      found.push({ pointer, text: each.text });
  return found;
}

function almostAnswers(almost: Message | undefined): string[] {
  const isAnswer = almost?.kind === 'result' || almost?.kind === 'failure';
  return isAnswer && almost.id && almost.id.kind !== 'null' ? [plainId(almost.id.text)] : [];
}

function judgeBroken(stray: Stray, bytes: Buffer): Verdict {
  if (stray.almost && notNumbers(stray.almost.node).length > 0)
    return { kind: 'not-a-number', answers: almostAnswers(stray.almost) };
  const whole = stray.why === 'cut' ? parsed(bytes) : undefined;
  if (whole !== undefined)
    return { kind: 'unended', answers: [whole].flat().flatMap((each) => answerId(each) ?? []) };
  if (isUtf16(bytes)) return { kind: 'utf-16', answers: [] };
  const wrapped = wrappedMessage(bytes);
  if (wrapped) return { kind: 'wrapped', answers: [answerId(wrapped) ?? []].flat() };
  if (!/^\s*[{[]/.test(headOf(bytes))) return { kind: 'text', answers: [] };
  if (stray.why === 'cut' && isCutShort(stray, bytes))
    return { kind: 'cut', answers: idInHead(bytes) };
  if (!secondValueStarts(stray, bytes)) return { kind: 'text', answers: [] };
  const values = valuesOnLine(bytes).map(parsed);
  return { kind: 'several', answers: values.flatMap((each) => answerId(each) ?? []) };
}

/** Text of Latin letters has a zero in every second byte; UTF-8 has none. A line may begin with one. */
function isUtf16(bytes: Buffer): boolean {
  const head = bytes.subarray(0, 200);
  return head.length > 0 && head.filter((byte) => byte === 0).length * 5 >= head.length * 2;
}

/** A longer line is data with a message in it, not a message with something around it. In bytes. */
const MOST_WRAPPED = 1024 * 1024;

/** The message of a line that has a log prefix, a prompt or terminal codes before or behind it. */
function wrappedMessage(bytes: Buffer): object | undefined {
  const start = bytes.indexOf('{"');
  const end = bytes.lastIndexOf('}') + 1;
  const isWhole = start === 0 && end === bytes.length;
  if (start < 0 || end <= start || isWhole || bytes.length > MOST_WRAPPED) return undefined;
  // What a log line quotes stands in quotes, and is nobody's message.
  if (start > 0 && /["'`=]\s*$/.test(headOf(bytes.subarray(0, start)))) return undefined;
  const around = headOf(bytes.subarray(0, start)) + headOf(bytes.subarray(end));
  // Headers of LSP have a rule of their own.
  if (/content-(length|type)\s*:/i.test(around)) return undefined;
  const value = parsed(bytes.subarray(start, end));
  return isObject(value) && value['jsonrpc'] === '2.0' ? value : undefined;
}

/** Broken nowhere but at its end: nothing is left, or the start of a word, number or escape. */
function isCutShort({ offset }: Stray, bytes: Buffer): boolean {
  const rest = bytes.subarray(offset ?? 0);
  return (
    rest.length <= 6 &&
    /^(|t|tr|tru|f|fa|fal|fals|n|nu|nul|-|\\|\\?u[\da-f]*)$/i.test(rest.toString('latin1'))
  );
}

/** Servers write the id near the start; further in, an `id` is somebody else's. */
function idInHead(bytes: Buffer): string[] {
  const head = headOf(bytes, 200);
  const [, id] = /^\s*\{[^{[]*?"id"\s*:\s*("(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*)\s*,/.exec(head) ?? [];
  return id === undefined || /"method"/.test(head) ? [] : [plainId(id)];
}

/** True where one whole JSON value ends and another begins. */
function secondValueStarts({ offset }: Stray, bytes: Buffer): boolean {
  if (offset === undefined || offset === 0) return false;
  const next = bytes[offset];
  if (next !== 0x7b && next !== 0x5b) return false;
  return parsed(bytes.subarray(0, offset)) !== undefined;
}
