import type { Upstream } from './addresses.ts';
import { OddAnswer } from './answer-head.ts';
import type { Names } from './guard.ts';
import type { HeaderField, HeaderFields, RawHeaders } from './header-fields.ts';

export interface Surroundings {
  readonly upstream: Upstream;
  readonly names: Names;
  readonly fields: HeaderFields;
}

/**
 * The header lines that the upstream gets: those of the client in their order, case and number. Only `Host`
 * becomes the upstream's, and an `Origin` that names this proxy the upstream's origin, so that its
 * own checks see what a direct client would have sent; any other `Origin` stays, to be refused there.
 */
export function upstreamLines(
  fields: readonly HeaderField[],
  { upstream, names, fields: all }: Surroundings,
): string {
  let lines = '';
  let hasHost = false;
  for (const field of endToEnd(fields, all)) {
    if (!field.isSendable)
      throw new OddAnswer('ERR_INVALID_CHAR', `the header ${field.name} cannot be sent`);
    if (field.key === 'host') {
      hasHost = true;
      lines += `${field.name}: ${upstream.authority}\r\n`;
    } else if (field.key === 'origin' && names.isOurOrigin(field.value))
      lines += `${field.name}: ${upstream.origin}\r\n`;
    else lines += field.line;
  }
  return hasHost ? lines : `Host: ${upstream.authority}\r\n${lines}`;
}

/**
 * The headers that the client gets, names and values in turn: those of the upstream in their order, case and
 * number. A client of HTTP/1.0 knows no chunks (RFC 9112 section 6.1): its body ends with the connection.
 */
export function clientHeaders(
  fields: readonly HeaderField[],
  all: HeaderFields,
  clientVersion = '1.1',
): string[] {
  const kept = endToEnd(fields, all);
  if (clientVersion !== '1.0' || !isChunked(fields)) return flat(kept);
  const plain = kept.filter(({ key }) => !OF_CHUNKS.has(key));
  return [...flat(plain), 'Connection', 'close'];
}

const OF_CHUNKS = new Set(['transfer-encoding', 'trailer', 'connection', 'keep-alive']);

/** The headers of an answer before the answer, several of one name as one. */
export function earlyHints(raw: RawHeaders, all: HeaderFields): Record<string, string | string[]> {
  const hints = new Map<string, string[]>();
  for (const { key, value } of endToEnd(all.of(raw), all))
    hints.set(key, [...(hints.get(key) ?? []), value]);
  return Object.fromEntries(hints);
}

/** Is a header of this name (in lower case) among them? */
export function has(fields: readonly HeaderField[], key: string): boolean {
  return fields.some((each) => each.key === key);
}

/** The value of the first header of this name (in lower case). */
export function headerOf(fields: readonly HeaderField[], key: string): string | undefined {
  return fields.find((each) => each.key === key)?.value;
}

/** Is the body a stream of Server-Sent Events? */
export function isEventStream(fields: readonly HeaderField[]): boolean {
  return /^\s*text\/event-stream\s*(;|$)/i.test(headerOf(fields, 'content-type') ?? '');
}

/**
 * Without what belongs to one connection only (RFC 9110 section 7.6.1). Both of our connections are
 * kept alive, or closed, as their ends ask; so `Connection: keep-alive`, `Keep-Alive` and
 * `Transfer-Encoding: chunked` hold on the other side too and stay where they are.
 */
function endToEnd(fields: readonly HeaderField[], all: HeaderFields): readonly HeaderField[] {
  if (fields.every(({ isPlain }) => isPlain)) return fields;
  const nominated = new Set(fields.flatMap(nominations));
  // Without chunks there are no trailers that it could announce, and Node refuses to send it.
  if (!isChunked(fields)) nominated.add('trailer');
  return fields.flatMap((field): HeaderField[] => {
    if (field.key !== 'connection')
      return nominated.has(field.key) || DROPPED.has(field.key) ? [] : [field];
    const kept = tokens(field.value).filter((token) => PERSISTENCE.has(token.toLowerCase()));
    if (kept.length === tokens(field.value).length) return [field];
    return kept.length === 0 ? [] : [all.one(field.name, kept.join(', '))];
  });
}

function isChunked(fields: readonly HeaderField[]): boolean {
  return fields.some(({ key, value }) => key === 'transfer-encoding' && /\bchunked\b/i.test(value));
}

const DROPPED = new Set(['proxy-connection', 'upgrade', 'http2-settings']);
const PERSISTENCE = new Set(['keep-alive', 'close']);
/** Headers that `Connection` may name without losing them: we keep what they say. */
const KEPT = new Set(['keep-alive', 'close', 'te', 'transfer-encoding', 'content-length', 'host']);

/** The headers that a `Connection` header declares to be for one connection. */
function nominations({ key, value }: HeaderField): string[] {
  if (key !== 'connection') return [];
  return tokens(value)
    .map((token) => token.toLowerCase())
    .filter((token) => !KEPT.has(token));
}

function tokens(value: string): string[] {
  return value
    .split(',')
    .map((token) => token.trim())
    .filter((token) => token !== '');
}

function flat(fields: readonly HeaderField[]): string[] {
  const raw: string[] = [];
  for (const { name, value } of fields) raw.push(name, value);
  return raw;
}
