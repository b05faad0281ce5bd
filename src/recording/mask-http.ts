import { maskOutside } from '../secrets/mask-outside.ts';
import { createMask, type Mask, maskPath } from '../secrets/mask-text.ts';
import { maskCredentials } from '../secrets/mask-values.ts';
import { isSecretHeader } from '../secrets/names.ts';
import type { RecordingRedactor } from './redact.ts';

type Header = readonly [name: string, value: string];

/** Masks the secrets of one recording's HTTP traffic, equal ones by equal placeholders. */
export interface HttpMask {
  /** A URL, or the target of a request: passwords, and query parameters that name a secret or session. */
  url(text: string): string;
  /** Header fields, in order; `raw` is a flat list of names and values as Node gives it. */
  headers(raw: readonly string[]): Header[];
}

/** A new numbering, unless there is one. Placeholders that a URL holds already are not used again. */
export function createHttpMask(mask: Mask = createMask([])): HttpMask {
  const known = new Map<string, string>();
  const urls = new Map<string, string>();
  const header = (name: string, value: string): Header => {
    if (PLAIN.has(name.toLowerCase())) return [name, value];
    const key = `${name}:${value}`;
    const masked = () => maskHeader(name.toLowerCase(), value, mask);
    return [name, remembered(known, key, masked)];
  };
  return {
    url: (text) => remembered(urls, text, () => maskUrl(text, mask)),
    headers: (raw) => pairsOf(raw).map(([name, value]) => header(name, value)),
  };
}

/** For a recording from which a redactor takes out the same values elsewhere, under the same placeholders. */
export function httpMaskFor(redactor: RecordingRedactor | undefined): HttpMask {
  return createHttpMask(
    createMask([], (secret, placeholder) => redactor?.know(secret, { placeholder })),
  );
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
  if (name === 'cookie') return value.replaceAll(/[^;]+/g, (pair) => maskCookie(pair, mask));
  if (name === 'set-cookie') return value.replace(/^[^;]+/, (pair) => maskCookie(pair, mask));
  if (/^mcp-param-|session-?(id|token|key)?$/.test(name)) return mask(value);
  if (isSecretHeader(name)) return maskCredentials(value, mask);
  return WITH_URL.has(name) ? maskUrl(value, mask) : maskSessions(maskOutside(value, mask), mask);
}

/** Headers that are one URL, which may be a path alone. */
const WITH_URL = new Set(['location', 'content-location', 'referer']);

/** `name=value`, or a value alone, as browsers send it (RFC 6265 section 4.1 and 5.2). */
function maskCookie(pair: string, mask: Mask): string {
  const [, name = '', value = pair] = /^([^=]*=)(.*)$/s.exec(pair) ?? [];
  const [space = ''] = name === '' ? (/^\s*/.exec(value) ?? []) : [];
  return name + space + mask(value.slice(space.length));
}

function maskUrl(text: string, mask: Mask): string {
  const masked = maskSessions(maskOutside(text, mask), mask);
  const [, path = '', rest = ''] = /^(\/[^?#]*)(.*)$/s.exec(masked) ?? [];
  return path === '' ? masked : maskPath(path, mask) + rest;
}

/** `sessionId=…` as the transport with two endpoints has it in its URLs (2024-11-05, HTTP with SSE). */
function maskSessions(text: string, mask: Mask): string {
  return text.replaceAll(
    /([?&;])((?:j|mcp[_-]?)?session(?:[_-]?(?:id|token|key))?)=([^&#\s;"']+)/gi,
    (_, mark, name, value) => `${mark}${name}=${mask(String(value))}`,
  );
}

function pairsOf(raw: readonly string[]): Header[] {
  const pairs: Header[] = [];
  for (let at = 0; at + 1 < raw.length; at += 2) pairs.push([raw[at] ?? '', raw[at + 1] ?? '']);
  return pairs;
}
