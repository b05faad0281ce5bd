import type { Upstream } from './addresses.ts';
import type { Names } from './guard.ts';

/** Names and values in turn, as Node's `rawHeaders` has them. */
export type RawHeaders = readonly string[];

/**
 * The headers that the upstream gets: those of the client in their order, case and number. Only `Host`
 * becomes the upstream's, and an `Origin` that names this proxy the upstream's origin, so that its
 * own checks see what a direct client would have sent; any other `Origin` stays, to be refused there.
 */
export function requestHeaders(raw: RawHeaders, upstream: Upstream, names: Names): string[] {
  const headers = endToEnd(raw).flatMap(([name, value]) => {
    const lower = name.toLowerCase();
    if (lower === 'host') return [name, upstream.authority];
    if (lower === 'origin' && names.isOurOrigin(value)) return [name, upstream.origin];
    return [name, value];
  });
  return has(headers, 'host') ? headers : ['Host', upstream.authority, ...headers];
}

/**
 * The headers that the client gets: those of the upstream in their order, case and number. A client of
 * HTTP/1.0 knows no chunks (RFC 9112 section 6.1): its body ends with the connection.
 */
export function responseHeaders(raw: RawHeaders, clientVersion = '1.1'): string[] {
  const pairs = endToEnd(raw);
  if (clientVersion !== '1.0' || !isChunked(pairs)) return pairs.flat();
  const kept = pairs.filter(([name]) => !OF_CHUNKS.has(name.toLowerCase()));
  return [...kept.flat(), 'Connection', 'close'];
}

const OF_CHUNKS = new Set(['transfer-encoding', 'trailer', 'connection', 'keep-alive']);

/** The headers of an answer before the answer, several of one name as one. */
export function earlyHints(raw: RawHeaders): Record<string, string | string[]> {
  const hints = new Map<string, string[]>();
  for (const [name, value] of endToEnd(raw)) {
    const lower = name.toLowerCase();
    hints.set(lower, [...(hints.get(lower) ?? []), value]);
  }
  return Object.fromEntries(hints);
}

/** Is a header of this name (in lower case) among them? */
export function has(raw: RawHeaders, name: string): boolean {
  return raw.some((each, at) => at % 2 === 0 && each.toLowerCase() === name);
}

/** The value of the first header of this name (in lower case). */
export function headerOf(raw: RawHeaders, name: string): string | undefined {
  const at = raw.findIndex((each, index) => index % 2 === 0 && each.toLowerCase() === name);
  return at === -1 ? undefined : raw[at + 1];
}

type Pair = readonly [name: string, value: string];

/**
 * Without what belongs to one connection only (RFC 9110 section 7.6.1). Both of our connections are
 * kept alive, or closed, as their ends ask; so `Connection: keep-alive`, `Keep-Alive` and
 * `Transfer-Encoding: chunked` hold on the other side too and stay where they are.
 */
function endToEnd(raw: RawHeaders): Pair[] {
  const pairs = pairsOf(raw);
  const nominated = new Set(pairs.flatMap(nominations));
  // Without chunks there are no trailers that it could announce, and Node refuses to send it.
  if (!isChunked(pairs)) nominated.add('trailer');
  return pairs.flatMap(([name, value]): Pair[] => {
    const lower = name.toLowerCase();
    if (lower !== 'connection')
      return nominated.has(lower) || DROPPED.has(lower) ? [] : [[name, value]];
    const kept = tokens(value).filter((token) => PERSISTENCE.has(token.toLowerCase()));
    if (kept.length === tokens(value).length) return [[name, value]];
    return kept.length === 0 ? [] : [[name, kept.join(', ')]];
  });
}

function isChunked(pairs: readonly Pair[]): boolean {
  return pairs.some(
    ([name, value]) => name.toLowerCase() === 'transfer-encoding' && /\bchunked\b/i.test(value),
  );
}

const DROPPED = new Set(['proxy-connection', 'upgrade', 'http2-settings']);
const PERSISTENCE = new Set(['keep-alive', 'close']);
/** Headers that `Connection` may name without losing them: we keep what they say. */
const KEPT = new Set(['keep-alive', 'close', 'te', 'transfer-encoding', 'content-length', 'host']);

/** The headers that a `Connection` header declares to be for one connection. */
function nominations([name, value]: Pair): string[] {
  if (name.toLowerCase() !== 'connection') return [];
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

function pairsOf(raw: RawHeaders): Pair[] {
  const pairs: Pair[] = [];
  for (let at = 0; at + 1 < raw.length; at += 2) pairs.push([raw[at] ?? '', raw[at + 1] ?? '']);
  return pairs;
}
