import { SadapError } from '../../errors.ts';
import type { Entry } from './entries.ts';

/** Addresses of proxies: one without a name, or one for each of some servers. */
export interface Proxies {
  readonly any?: string;
  readonly byName: ReadonlyMap<string, string>;
}

/**
 * Reads the values of `--http`: `http://127.0.0.1:PORT` or `SERVER=http://127.0.0.1:PORT`, each with
 * or without a path. Throws a usage error.
 */
export function parseProxies(values: readonly string[]): Proxies {
  const byName = new Map<string, string>();
  const unnamed: string[] = [];
  for (const value of values) {
    const [, name, named] = /^([^=]*[^=:/])=(https?:.*)$/s.exec(value) ?? [];
    const address = checked(named ?? value, value);
    if (name === undefined) unnamed.push(address);
    else byName.set(name, address);
  }
  const [any, ...more] = unnamed;
  if (more.length > 0)
    throw new SadapError('usage', '--http was given several addresses', {
      hint: 'a proxy stands for one server; say which: --http SERVER=http://127.0.0.1:PORT',
    });
  return any === undefined ? { byName } : { any, byName };
}

function checked(address: string, value: string): string {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (/^https?:$/.test(url?.protocol ?? '') && !/[?#"'\\\s]/.test(address)) return address;
  throw new SadapError('usage', `--http wants the address of a proxy, not "${value}"`, {
    hint: 'for instance --http http://127.0.0.1:8765 or --http github=http://127.0.0.1:8765/mcp',
  });
}

/**
 * The proxy for each server that has one. A proxy forwards to one server, so an address without a
 * name is refused when several servers could be meant.
 *
 * @param entries the servers that the user chose
 */
export function assignProxies(
  { any, byName }: Proxies,
  entries: readonly Entry[],
): (entry: Entry) => string | undefined {
  const open = entries.filter((entry) => {
    return entry.transport === 'http' && entry.state === 'direct' && !byName.has(entry.name);
  });
  if (any !== undefined && open.length > 1)
    throw new SadapError(
      'usage',
      `${open.length} servers are reached by URL, and one proxy is given`,
      {
        hint: `say which server it is for: --http ${open[0]?.name}=${any}`,
      },
    );
  return (entry) => byName.get(entry.name) ?? any;
}
