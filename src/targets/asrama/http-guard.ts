import type { IncomingHttpHeaders } from 'node:http';
import { carriesToken } from './bearer.ts';

/** Why a request is not passed on to the MCP server. */
export interface Refusal {
  readonly status: 401 | 403;
  readonly reason: string;
}

/**
 * Looks at the headers before anything else does (MCP, Streamable HTTP, "Security Warning"): a foreign
 * `Host` or `Origin` is a web page that reaches for this machine (DNS rebinding) and gets 403; a
 * missing or wrong bearer token gets 401. Undefined when the request may pass. Without a `token` none
 * is asked for.
 */
export function refusalOf(
  headers: IncomingHttpHeaders,
  token: string | undefined,
): Refusal | undefined {
  if (!isLocalAuthority(`http://${headers.host ?? ''}`)) {
    return { status: 403, reason: 'Host is not this machine' };
  }
  if (headers.origin !== undefined && !isLocalAuthority(headers.origin)) {
    return { status: 403, reason: 'Origin is not this machine' };
  }
  if (token !== undefined && !carriesToken(headers.authorization, token)) {
    return { status: 401, reason: 'Bearer token is missing or wrong' };
  }
  return undefined;
}

const LOCAL_NAMES: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Does an origin name this machine? Any port: a browser extension or a local tool may sit on another one. */
export function isLocalAuthority(origin: string): boolean {
  // Compared as spelled. A URL parser would also let through 127.1, user@localhost and 0x7f000001.
  const name = /^https?:\/\/([^/:@?#]+|\[[0-9a-f:]+\])(?::\d{1,5})?$/i.exec(origin)?.[1];
  return name !== undefined && LOCAL_NAMES.has(name.toLowerCase());
}
