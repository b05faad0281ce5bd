import { SadapError } from '../../errors.ts';

/** Where requests go: the origin alone. The path of each request is the client's own. */
export interface Upstream {
  readonly secure: boolean;
  /** Without brackets, as sockets take it. */
  readonly hostname: string;
  readonly port: number;
  /** As a `Host` header has it: the port is left out when it is the usual one. */
  readonly authority: string;
  /** `http://host:port`, as an `Origin` header has it. */
  readonly origin: string;
  /** Path and query of the URL that was given; where a client is told to go. */
  readonly path: string;
}

/** An address to listen on. Port 0: any free one. */
export interface ListenAddress {
  readonly hostname: string;
  readonly port: number;
}

/**
 * The upstream that a URL names.
 *
 * @throws SadapError `usage` when it is no http or https URL, or holds credentials.
 */
export function upstreamOf(text: string): Upstream {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || (url.protocol !== 'http:' && url.protocol !== 'https:'))
    throw new SadapError('usage', '--upstream wants an http or https URL', {
      hint: 'For example: sadap proxy --upstream http://127.0.0.1:3000/mcp',
    });
  if (url.username || url.password)
    throw new SadapError('usage', '--upstream must not hold a user or password', {
      hint: 'Let the client send them in its Authorization header; sadap passes it on.',
    });
  const secure = url.protocol === 'https:';
  return {
    secure,
    hostname: url.hostname.replace(/^\[|\]$/g, ''),
    port: url.port === '' ? (secure ? 443 : 80) : Number(url.port),
    authority: url.host,
    origin: url.origin,
    path: url.pathname + url.search,
  };
}

/**
 * `127.0.0.1:8765`, `[::1]:8765`, `localhost:0`, or a port alone.
 *
 * @throws SadapError `usage`.
 */
export function listenAddressOf(text: string): ListenAddress {
  const [, host, port] = /^(?:(\[[0-9a-f:.]+\]|[\w.-]+):)?(\d{1,5})$/i.exec(text) ?? [];
  if (port === undefined || Number(port) > 65_535)
    throw new SadapError('usage', `--listen wants HOST:PORT, not "${text}"`, {
      hint: 'For example: --listen 127.0.0.1:8765; port 0 takes a free one.',
    });
  return { hostname: (host ?? LOOPBACK).replace(/^\[|\]$/g, ''), port: Number(port) };
}

/** Nothing outside this machine reaches it. */
export const LOOPBACK = '127.0.0.1';

/** `host:port`, with brackets around an IPv6 address. */
export function authorityOf({ hostname, port }: ListenAddress): string {
  return `${hostname.includes(':') ? `[${hostname}]` : hostname}:${port}`;
}

/** A short name for the upstream, for the file name and the view. */
export function labelOfUpstream({ hostname, port }: Upstream): string {
  return /^(localhost|127\.|::1$)/.test(hostname) ? `localhost-${port}` : hostname;
}
