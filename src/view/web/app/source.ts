import type { DataSource, Query } from '../contract.ts';

/** Data from the server that the page came from. Rejects with the reason when it does not answer. */
export function remoteSource(token: string): DataSource {
  const ask = async <T>(path: string, about: Readonly<Record<string, string>> = {}): Promise<T> => {
    const search = new URLSearchParams({ ...about, token });
    const response = await fetch(`/api/${path}?${search}`);
    if (!response.ok) throw new Error(`${response.status}: ${await response.text()}`);
    // Server and page are built together, from one contract.
    return (await response.json()) as T;
  };
  return {
    session: () => ask('session'),
    rows: (query, from, count) =>
      ask('rows', { ...words(query), from: String(from), count: String(count) }),
    indexOf: (query, key) => ask('index', { ...words(query), key }),
    bars: () => ask('bars'),
    frame: (key, host) => ask('frame', { key, host }),
    findings: () => ask('findings'),
    cost: (host) => ask('cost', { host }),
    changes: () => ask('changes'),
    watch: (grown) => {
      const events = new EventSource(`/api/watch?${new URLSearchParams({ token })}`);
      events.addEventListener('grown', grown);
      return () => events.close();
    },
  };
}

function words(query: Query): Record<string, string> {
  return { ...query, errors: String(query.errors) };
}
