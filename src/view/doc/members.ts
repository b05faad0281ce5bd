import type { MemberRow } from '../../document/members.ts';
import { type Block, type Code, code, type Inline, joined } from './blocks.ts';

/** Longest value in a cell, in characters. */
const LONGEST = 40;
const MOST_VALUES = 4;

/** Members as declared beside members as seen; a column that says nothing is left out. */
export function memberTable(rows: readonly MemberRow[]): Block[] {
  if (rows.length === 0) return [];
  const declared = rows.some((row) => row.declared);
  const head = ['member', ...(declared ? ['declared', 'required'] : []), 'seen', 'as', 'values'];
  return [{ kind: 'table', head, rows: rows.map((row) => cellsOf(row, declared)) }];
}

function cellsOf(row: MemberRow, declared: boolean): Inline[] {
  return [
    [code(row.path)],
    ...(declared ? declaredCells(row) : []),
    seenWords(row),
    row.kinds === '' ? '–' : [code(row.kinds)],
    valuesCell(row),
  ];
}

function declaredCells({ declared }: MemberRow): Inline[] {
  if (!declared) return ['not declared', '–'];
  const extra = [
    ...(declared.fallback === undefined ? [] : [`default ${declared.fallback}`]),
    ...declared.bounds,
  ];
  const type = [code(declared.type), ...extra.flatMap((each) => [', ', code(each)])];
  return [type, declared.required ? 'yes' : 'no'];
}

/** `always`, `3 of 12`, `never`. */
function seenWords({ seen }: MemberRow): string {
  if (!seen) return 'not called';
  if (seen.times === 0) return 'never';
  return seen.times === seen.of ? 'always' : `${seen.times} of ${seen.of}`;
}

function valuesCell({ values, isAll }: MemberRow): Inline {
  if (values.length === 0) return '';
  const shown = values.slice(0, MOST_VALUES).map((value): Code => code(shortened(value)));
  const more = !isAll || values.length > MOST_VALUES ? ['and others'] : [];
  return joined([...shown, ...more]);
}

function shortened(value: string): string {
  const characters = Array.from(value);
  return characters.length <= LONGEST ? value : `${characters.slice(0, LONGEST - 1).join('')}…`;
}
