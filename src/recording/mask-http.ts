import { createMask, type Mask, maskCredentials, maskText } from './mask-text.ts';
import { isSecretName } from './secret-names.ts';

type Header = readonly [name: string, value: string];

/** Masks the secrets of one recording's HTTP traffic, equal ones by equal placeholders. */
export interface HttpMask {
  /** A URL, or the target of a request: passwords, and query parameters that name a secret or session. */
  url(text: string): string;
  /** Header fields, in order; `raw` is a flat list of names and values as Node gives it. */
  headers(raw: readonly string[]): Header[];
}

/** A new numbering. Placeholders that a URL holds already are not used again. */
export function createHttpMask(): HttpMask {
  const mask = createMask([]);
  const known = new Map<string, string>();
  const urls = new Map<string, string>();
  const header = (name: string, value: string): Header => {
    if (PLAIN.has(name.toLowerCase())) return [name, value];
    const key = `${name}:${value}`;
    const masked = () => maskHeader(name.toLowerCase(), value, mask);
    return [name, remembered(known, key, masked)];
  };
  const url = (text: string) => maskSessions(maskText(text, mask), mask);
  return {
    url: (text) => remembered(urls, text, () => url(text)),
    headers: (raw) => pairsOf(raw).map(([name, value]) => header(name, value)),
  };
}

function remembered(known: Map<string, string>, key: string, compute: () => string): string {
  const before = known.get(key);
  if (before !== undefined) return before;
  const value = compute();
  if (known.size >= MOST_KNOWN) known.clear();
  known.set(key, value);
  return value;
}

/** Clients send the same headers with every request, and looking for secrets takes its time. */
const MOST_KNOWN = 1000;

/** Never a secret, and often different each time. */
const PLAIN = new Set(
  'accept accept-encoding accept-language cache-control connection content-encoding content-length content-type date host keep-alive mcp-method mcp-protocol-version mcp-name transfer-encoding user-agent vary'.split(
    ' ',
  ),
);

function maskHeader(name: string, value: string, mask: Mask): string {
  if (name === 'cookie') return value.replaceAll(COOKIE, (_, key, text) => `${key}=${mask(text)}`);
  if (name === 'set-cookie')
    return value.replace(FIRST_COOKIE, (_, key, text) => `${key}=${mask(String(text))}`);
  if (/^mcp-param-|session-?(id|token|key)?$/.test(name)) return mask(value);
  if (isSecretName(name) && !name.startsWith('access-control-'))
    return maskCredentials(value, mask);
  return maskSessions(maskText(value, mask), mask);
}

/** One pair of a cookie header (RFC 6265 section 4). */
const COOKIE = /([^\s=;]+)=([^;]*)/g;
/** What follows the first pair are attributes (RFC 6265 section 4.1). */
const FIRST_COOKIE = /^([^=;]*)=([^;]*)/;

/** `sessionId=…` as the transport with two endpoints has it in its URLs (2024-11-05, HTTP with SSE). */
function maskSessions(text: string, mask: Mask): string {
  return text.replaceAll(
    /([?&;])((?:mcp[_-]?)?session(?:[_-]?(?:id|token|key))?)=([^&#\s;"']+)/gi,
    (_, mark, name, value) => `${mark}${name}=${mask(String(value))}`,
  );
}

function pairsOf(raw: readonly string[]): Header[] {
  const pairs: Header[] = [];
  for (let at = 0; at + 1 < raw.length; at += 2) pairs.push([raw[at] ?? '', raw[at + 1] ?? '']);
  return pairs;
}
