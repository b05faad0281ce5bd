import type { Measured } from '../../model/measured.ts';
import { type ColourLevel, paletteOf } from './colour.ts';
import { escapeText } from './escape.ts';
import { cut, pad, widthOf } from './width.ts';

/** One line of the table: members of one kind, and what became of them. */
export interface MeasuredLine {
  readonly section: string;
  readonly member: string;
  readonly outcome: string;
  readonly note: string | undefined;
}

/** A measurement as text: what was asked, then a table with a heading for each section. */
export function* measuredLines(
  { api, requests, tools }: Measured,
  rows: readonly MeasuredLine[],
  { width, colour }: { readonly width: number; readonly colour: ColourLevel },
): Generator<string> {
  const palette = paletteOf(colour);
  yield cut(`${api} · ${requests} requests · ${Object.keys(tools).length} tools offered`, width);
  const widest = Math.min(40, Math.max(0, ...rows.map(({ member }) => widthOf(member))));
  let section = '';
  for (const row of rows) {
    if (row.section !== section) {
      section = row.section;
      yield '';
      yield palette.dim(section);
    }
    const member = pad(cut(escapeText(row.member), widest), widest);
    const note = row.note === undefined ? '' : `  ${row.note}`;
    const line = cut(`  ${member}  ${escapeText(row.outcome + note)}`, width).trimEnd();
    yield row.outcome === 'absent' ? palette.dim(line) : line;
  }
}
