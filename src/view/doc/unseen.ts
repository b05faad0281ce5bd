import type { Source, UnseenRow, WireDocument } from '../../document/document.ts';
import { count } from '../terminal/format.ts';
import { type Block, code, type Inline, methodWord } from './blocks.ts';

/** What never reaches the model: members by place, and what is no message at all. */
export function unseenBlocks({ unseen, sources }: WireDocument): Block[] {
  const unknown = unseen.filter(({ kind }) => kind === 'unknown');
  return [
    { kind: 'heading', level: 2, text: 'What never reaches the model' },
    ...table(unseen.filter(({ kind }) => kind !== 'unknown')),
    { kind: 'list', items: beside(sources) },
    ...(unknown.length === 0
      ? []
      : [{ kind: 'heading', level: 3, text: 'Of which it is not known' } as const]),
    ...table(unknown),
  ];
}

function table(rows: readonly UnseenRow[]): Block[] {
  if (rows.length === 0) return [];
  const head = ['in', 'member', 'what becomes of it', 'why', 'times'];
  const cells = rows.map((row): Inline[] => [
    [row.message, ...(row.method === undefined ? [] : [methodWord(row.method)])]
      .filter((part) => part !== '')
      .flatMap((part, nth) => (nth === 0 ? [part] : [' ', part])),
    [code(row.pointer === '' ? 'all of it' : row.pointer)],
    row.kind,
    row.note === undefined ? '' : [code(row.note)],
    String(row.times),
  ]);
  // A column without a word in it is none.
  const hasWhy = rows.some(({ note }) => note !== undefined);
  const without = (line: readonly Inline[]) => line.filter((_, index) => hasWhy || index !== 3);
  return [
    {
      kind: 'table',
      head: head.filter((_, index) => hasWhy || index !== 3),
      rows: cells.map(without),
    },
  ];
}

function beside(sources: readonly Source[]): Inline[] {
  const items = sources.flatMap(({ session }) => session.recording.items);
  const stderr = items.filter(({ type }) => type === 'stderr').length;
  const names = new Set(
    sources.flatMap(({ session }) => session.recording.header.server.envNames ?? []),
  );
  const variables = [...names].flatMap((name, index) => [index === 0 ? '' : ', ', code(name)]);
  return [
    `the server's standard error: ${stderr === 0 ? 'nothing was written to it' : count(stderr, 'line')}`,
    variables.length === 0
      ? 'environment variables of the server: none were set for it'
      : [
          'environment variables of the server, of which not even recordings hold the values: ',
          ...variables,
        ],
    'members that the server removed before it answered: they are in no recording either',
  ];
}
