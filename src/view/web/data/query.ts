import type { Query } from '../contract.ts';
import type { Entry } from './rows.ts';

/** The rows that a query lets through. A search looks at what was sent, letters of either case alike. */
export function matching(entries: readonly Entry[], query: Query): readonly Entry[] {
  const text = query.text.trim().toLowerCase();
  if (text === '' && !query.method && !query.tool && !query.side && !query.errors) return entries;
  return entries.filter(
    (entry) =>
      (query.side === '' || entry.row.from === query.side) &&
      (query.method === '' || entry.method === query.method) &&
      (query.tool === '' || entry.tool === query.tool) &&
      (!query.errors || isTrouble(entry)) &&
      (text === '' || holds(entry, text)),
  );
}

function isTrouble({ row }: Entry): boolean {
  return row.trouble !== '' || row.kind === 'failure' || row.kind === 'stray' || row.findings > 0;
}

function holds({ row, bytes }: Entry, text: string): boolean {
  const words = `#${row.key} ${row.word} ${row.subject} ${row.trouble}`.toLowerCase();
  return words.includes(text) || bytes.toString('utf8').toLowerCase().includes(text);
}
