import { at, type JsonNode, member, stringMember } from '../../model/json.ts';
import type { Answer } from '../../model/message.ts';
import { parseJson } from '../../wire/json.ts';
import { type MemberSpan, memberSpans, valueText } from '../members.ts';
import type { Span } from '../text-hash.ts';

/** What `tools/call` asks for. */
export interface CallFacts {
  /** undefined: it names none. */
  readonly tool: string | undefined;
  /** As spelled; empty when there are none. */
  readonly arguments: Span;
  /** A further round of one call (2026-07-28, multi round-trip requests). */
  readonly isLaterRound: boolean;
}

/**
 * Tool and arguments of a `tools/call` request, found without parsing values where keys are spelled
 * plainly, as nearly all are. `bytes` is the whole request.
 */
export function peekCall(bytes: Buffer): CallFacts {
  const params = membersAt(bytes, 'params');
  if (!params) return parsedCall(bytes);
  const find = (key: string) => params.spans.findLast((each) => each.key === key);
  const [name, args] = [find('name'), find('arguments')];
  const has = (key: string) => params.spans.some((each) => each.key === key);
  return {
    tool: stringOf(name && valueText(params.bytes, name)),
    arguments: args ? trimmed(params.bytes, args) : NO_BYTES,
    isLaterRound: has('inputResponses') || has('requestState'),
  };
}

/** What an answer is. */
export type AnswerKind = 'result' | 'failure' | 'tool-error';

/**
 * Tells a JSON-RPC error, a result with `isError: true` and any other result apart. `bytes` is the whole
 * answer; what cannot be told without a parser is undefined.
 */
export function peekAnswer(bytes: Buffer): AnswerKind | undefined {
  if (!mayFail(bytes)) return bytes.includes('"result"') ? 'result' : undefined;
  const spans = plainSpans(bytes);
  const span = (key: string) => spans?.findLast((each) => each.key === key);
  const result = span('result');
  const error = span('error');
  // Beside a result, and without a value, an error is not always one: only a parser tells.
  if (error) return result || valueText(bytes, error) === 'null' ? undefined : 'failure';
  const inside = result && plainSpans(bytes.subarray(result.start, result.end));
  if (!result || !inside) return undefined;
  const flag = inside.findLast((each) => each.key === 'isError');
  const isError = flag && valueText(bytes.subarray(result.start, result.end), flag) === 'true';
  return isError ? 'tool-error' : 'result';
}

/** The same of an answer that was parsed. */
export function kindOf(answer: Answer): AnswerKind {
  if (answer.kind === 'failure') return 'failure';
  const flag = at(answer.result, 'isError');
  return flag?.kind === 'literal' && flag.value === true ? 'tool-error' : 'result';
}

/**
 * Only a look at the bytes. A quote inside a JSON string has a backslash before it, so what is found here
 * with its quotes is a key or a whole value, never a part of a text.
 */
function mayFail(bytes: Buffer): boolean {
  return (
    bytes.includes('"error"') ||
    hasSign(bytes, '"isError"', /^\s*:\s*t/) ||
    hasSign(bytes, '\\u00', /^[467]/)
  );
}

/** Is the sign somewhere followed by this? Letters may be spelled as escapes: `\u0065rror`. */
function hasSign(bytes: Buffer, sign: string, next: RegExp): boolean {
  for (let at = bytes.indexOf(sign); at >= 0; at = bytes.indexOf(sign, at + 1)) {
    const after = at + sign.length;
    // White space of any length may stand between; after so much of it a parser has to look.
    const text = bytes.toString('latin1', after, after + MOST_SPACE);
    if (next.test(text) || text.trim() === '') return true;
  }
  return false;
}

const MOST_SPACE = 32;

const NO_BYTES: Span = { bytes: Buffer.alloc(0), start: 0, end: 0 };

/** Without the white space around the value. */
function trimmed(bytes: Buffer, span: MemberSpan): Span {
  let { start, end } = span;
  while (isWhite(bytes[start])) start += 1;
  while (isWhite(bytes[end - 1])) end -= 1;
  return { bytes, start, end };
}

function isWhite(byte: number | undefined): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
}

/** The members of an object that is the value of one member. */
function membersAt(bytes: Buffer, key: string) {
  const span = plainSpans(bytes)?.findLast((each) => each.key === key);
  if (!span) return undefined;
  const inner = bytes.subarray(span.start, span.end);
  const spans = plainSpans(inner);
  return spans && { bytes: inner, spans };
}

/** undefined where a key is spelled with escapes: only a parser can read it. */
function plainSpans(bytes: Buffer): readonly MemberSpan[] | undefined {
  const spans = memberSpans(bytes);
  return spans?.some(({ key }) => key.includes('\\')) ? undefined : spans;
}

function stringOf(text: string | undefined): string | undefined {
  if (text === undefined || !text.startsWith('"')) return undefined;
  if (!text.includes('\\')) return text.slice(1, -1);
  const parsed = parseJson(Buffer.from(text));
  return parsed.ok && parsed.node.kind === 'string' ? parsed.node.value : undefined;
}

function parsedCall(bytes: Buffer): CallFacts {
  const parsed = parseJson(bytes);
  const params = parsed.ok ? member(parsed.node, 'params') : undefined;
  const args = member(params, 'arguments');
  const has = (key: string): JsonNode | undefined => member(params, key);
  return {
    tool: stringMember(params, 'name'),
    arguments: args ? { bytes, start: args.start, end: args.end } : NO_BYTES,
    isLaterRound: has('inputResponses') !== undefined || has('requestState') !== undefined,
  };
}
