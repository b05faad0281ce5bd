import type { Row } from './place.ts';

/**
 * The lines of a message that serve only the protocol, with the brackets that stand around them and no
 * others.
 */
export function envelopeRows(rows: readonly Row[]): Row[] {
  const kept: Row[] = [];
  const open: Bracket[] = [];
  for (const row of rows) {
    if (isEnvelope(row)) keep(row, open, kept);
    else if (isOpening(row)) open.push({ row, indent: indentOf(row), isKept: false });
    else if (row.kinds.length === 0) close(row, open, kept);
  }
  return kept;
}

interface Bracket {
  readonly row: Row;
  readonly indent: number;
  isKept: boolean;
}

/** Brackets are printed once it is known that something stands in them. */
function keep(row: Row, open: readonly Bracket[], kept: Row[]): void {
  for (const bracket of open) {
    if (!bracket.isKept) kept.push(bracket.row);
    bracket.isKept = true;
  }
  kept.push(row);
}

/** An item opens on the line of its first member; when that was left out, its end is too. */
function close(row: Row, open: Bracket[], kept: Row[]): void {
  if (open.at(-1)?.indent !== indentOf(row)) return;
  if (open.pop()?.isKept) kept.push(row);
}

function isEnvelope({ kinds }: Row): boolean {
  return kinds.length > 0 && kinds.every((kind) => kind === 'envelope');
}

function isOpening({ kinds, text }: Row): boolean {
  return kinds.length === 0 && /[[{]$/.test(text);
}

function indentOf({ text }: Row): number {
  return text.length - text.trimStart().length;
}
