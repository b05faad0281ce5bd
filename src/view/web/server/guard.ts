import { timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/** Why a request is not answered. */
export type Refusal = { readonly status: 400 | 403 | 405; readonly why: string };

/**
 * Who may ask. Another page in the same browser can send requests to 127.0.0.1, and by a name that it lets
 * resolve there it can even read the answers (DNS rebinding): so `Host` must be ours, `Origin` ours or none,
 * and every question for data carries the token of the address that was printed.
 *
 * @returns what is asked for, or why it is not answered. Never throws, whatever a stranger sends.
 */
export function admitted(request: IncomingMessage, port: number, token: string): URL | Refusal {
  const own = [`127.0.0.1:${port}`, `localhost:${port}`];
  const { host, origin } = request.headers;
  if (!own.includes(host ?? ''))
    return { status: 403, why: 'this is not the host that was asked for' };
  if (origin !== undefined && !own.some((name) => origin === `http://${name}`))
    return { status: 403, why: 'another page may not ask' };
  if (request.method !== 'GET' && request.method !== 'HEAD')
    return { status: 405, why: 'there is nothing to change here' };
  const [target, base] = [request.url ?? '/', `http://${own[0]}`];
  // `//` is a target that HTTP lets through and that is no address.
  if (!URL.canParse(target, base)) return { status: 400, why: 'this is no address' };
  const url = new URL(target, base);
  if (url.pathname.startsWith('/api/') && !isEqual(url.searchParams.get('token') ?? '', token))
    return { status: 403, why: 'open the address that sadap printed' };
  return url;
}

/** In the same time wherever they differ. */
function isEqual(a: string, b: string): boolean {
  const [one, other] = [Buffer.from(a), Buffer.from(b)];
  return one.length === other.length && timingSafeEqual(one, other);
}

/** What no page of ours needs, no text of a recording may use. */
export const HEADERS: Readonly<Record<string, string>> = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'cache-control': 'no-store',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
};
