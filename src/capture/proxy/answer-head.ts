import type { RawHeaders } from './header-fields.ts';

/** The head of an answer. */
export interface AnswerHead {
  readonly status: number;
  /** The reason after the status, as it came. */
  readonly message: string;
  readonly headers: RawHeaders;
  readonly body: BodyEnd;
  /** The connection ends with this answer. */
  readonly isLast: boolean;
}

/** What tells where the body ends; a number: its length in bytes. */
export type BodyEnd = number | 'chunks' | 'connection';

/** An answer that cannot be passed on; the code is the one that Node has for it, where it has one. */
export class OddAnswer extends Error {
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

/**
 * Reads the head of an answer (RFC 9112), without the empty line that ends it. Strict: what two readers may
 * read differently is refused, since one of them is us.
 *
 * @throws OddAnswer
 */
export function answerHead(text: string, method: string): AnswerHead {
  const lines = text.split('\r\n');
  const [, minor, digits, message = ''] = STATUS.exec(lines[0] ?? '') ?? [];
  const status = Number(digits);
  if (digits === undefined || status < 100)
    throw new OddAnswer('HPE_INVALID_CONSTANT', 'it does not begin with a status line of HTTP/1');
  if (!/^[\t\x20-\x7e\x80-\xff]*$/.test(message))
    throw new OddAnswer('ERR_INVALID_CHAR', 'its reason holds a control character');
  const headers: string[] = [];
  const seen = { chunked: false, coded: false, length: -1, close: minor === '0' };
  for (let at = 1; at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    const colon = line.indexOf(':');
    const name = line.slice(0, Math.max(0, colon));
    if (!TOKEN.test(name))
      throw new OddAnswer('HPE_INVALID_HEADER_TOKEN', 'one of its headers has no name');
    const value = trimmed(line, colon + 1);
    headers.push(name, value);
    look(name, value, seen);
  }
  if (seen.coded && seen.length >= 0)
    throw new OddAnswer(
      'HPE_UNEXPECTED_CONTENT_LENGTH',
      'it has a Content-Length and a Transfer-Encoding',
    );
  const body = hasNone(status, method) ? 0 : bodyEnd(seen);
  return { status, message, headers, body, isLast: seen.close || body === 'connection' };
}

interface Seen {
  chunked: boolean;
  /** There is a Transfer-Encoding. */
  coded: boolean;
  length: number;
  close: boolean;
}

const STATUS = /^HTTP\/1\.([01]) (\d{3})(?: (.*))?$/;
const TOKEN = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;

/** Fields that decide how the answer goes on, by the length of their names. */
function look(name: string, value: string, seen: Seen): void {
  switch (name.length) {
    case 'content-length'.length:
      if (name.toLowerCase() === 'content-length') seen.length = lengthOf(value, seen.length);
      return;
    case 'transfer-encoding'.length:
      if (name.toLowerCase() !== 'transfer-encoding') return;
      seen.coded = true;
      seen.chunked = /(^|,)\s*chunked\s*$/i.test(value);
      return;
    case 'connection'.length:
      if (name.toLowerCase() !== 'connection') return;
      if (/(^|,)\s*close\s*(,|$)/i.test(value)) seen.close = true;
      else if (/(^|,)\s*keep-alive\s*(,|$)/i.test(value)) seen.close = false;
  }
}

function lengthOf(value: string, before: number): number {
  if (before >= 0)
    throw new OddAnswer('HPE_UNEXPECTED_CONTENT_LENGTH', 'it has two Content-Lengths');
  if (!/^\d{1,15}$/.test(value))
    throw new OddAnswer('HPE_INVALID_CONTENT_LENGTH', 'its Content-Length is no number');
  return Number(value);
}

/** RFC 9112 section 6.3. */
function bodyEnd({ chunked, coded, length }: Seen): BodyEnd {
  if (chunked) return 'chunks';
  return coded || length < 0 ? 'connection' : length;
}

function hasNone(status: number, method: string): boolean {
  return method === 'HEAD' || status < 200 || status === 204 || status === 304;
}

const SPACE = 0x20;
const TAB = 0x09;

/** A value without the white space around it, which is no part of it (RFC 9110 section 5.5). */
function trimmed(line: string, from: number): string {
  let start = from;
  let end = line.length;
  while (start < end && isBlank(line.charCodeAt(start))) start += 1;
  while (end > start && isBlank(line.charCodeAt(end - 1))) end -= 1;
  return line.slice(start, end);
}

function isBlank(code: number): boolean {
  return code === SPACE || code === TAB;
}

/** Lines of trailers; the same rules as for headers. @throws OddAnswer */
export function trailersOf(lines: readonly string[]): RawHeaders {
  return lines.flatMap((line) => {
    const colon = line.indexOf(':');
    const name = line.slice(0, Math.max(0, colon));
    if (!TOKEN.test(name))
      throw new OddAnswer('HPE_INVALID_HEADER_TOKEN', 'one of its trailers has no name');
    return [name, trimmed(line, colon + 1)];
  });
}
