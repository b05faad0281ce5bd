import type { ChangeInfo, DataSource, Embedded, Query } from '../contract.ts';

/** Data that the page itself holds. */
export function embeddedSource(data: Embedded): DataSource {
  const matching = (query: Query) => data.rows.filter((each) => matches(each, query, data));
  return {
    session: () => Promise.resolve(data.session),
    rows: (query, from, count) => {
      const all = matching(query);
      const rows = all.slice(from, from + count).map(({ row }) => row);
      return Promise.resolve({ total: all.length, from, rows });
    },
    indexOf: (query, key) =>
      Promise.resolve(matching(query).findIndex(({ row }) => row.key === key)),
    bars: () => Promise.resolve(data.bars),
    frame: (key) => {
      const frame = data.frames[key];
      return frame ? Promise.resolve(frame) : Promise.reject(new Error('no such entry'));
    },
    findings: () => Promise.resolve(data.findings),
    cost: () => Promise.resolve(data.cost),
    changes: (): Promise<readonly ChangeInfo[]> => Promise.resolve([]),
  };
}

function matches(
  { row, method, tool }: Embedded['rows'][number],
  query: Query,
  { frames }: Embedded,
): boolean {
  const text = query.text.trim().toLowerCase();
  if (query.side !== '' && row.from !== query.side) return false;
  if (query.method !== '' && method !== query.method) return false;
  if (query.tool !== '' && tool !== query.tool) return false;
  const isTrouble =
    row.trouble !== '' || row.kind === 'failure' || row.kind === 'stray' || row.findings > 0;
  if (query.errors && !isTrouble) return false;
  const words = `#${row.key} ${row.word} ${row.subject} ${row.trouble}`;
  return (words + (frames[row.key]?.wire.text ?? '')).toLowerCase().includes(text);
}
