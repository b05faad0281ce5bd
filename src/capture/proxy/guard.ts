import { authorityOf, type ListenAddress, LOOPBACK } from './addresses.ts';

/** Which names this proxy goes by. */
export interface Names {
  /** Is the `Host` header one of ours? A missing one is: no browser leaves it out. */
  isOurHost(host: string | undefined): boolean;
  /** Does the `Origin` header name this very proxy? */
  isOurOrigin(origin: string): boolean;
}

/**
 * A web page may point a name of its own at this machine and so reach what listens here (DNS
 * rebinding); the `Host` header gives it away (MCP, Streamable HTTP, "Security Warning"). Ours are the
 * address that is listened on, the names of the loopback with its port, and what the user allows:
 * a name with any port, or with one.
 */
export function namesOf(listening: ListenAddress, allowed: readonly string[]): Names {
  const own = new Set<string>();
  for (const hostname of [listening.hostname, LOOPBACK, 'localhost', '::1']) {
    own.add(authorityOf({ hostname, port: listening.port }));
    if (listening.port === 80) own.add(authorityOf({ hostname, port: 80 }).slice(0, -':80'.length));
  }
  const extra = new Set(allowed.map((name) => name.toLowerCase()));
  const isOurs = (authority: string) =>
    own.has(authority) || extra.has(authority) || extra.has(authority.replace(/:\d+$/, ''));
  return {
    isOurHost: (host) => host === undefined || isOurs(host.toLowerCase()),
    isOurOrigin: (origin) => {
      const [, authority] = /^http:\/\/([^/]+)$/i.exec(origin) ?? [];
      return authority !== undefined && isOurs(authority.toLowerCase());
    },
  };
}
