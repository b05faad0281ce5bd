import { maxOf } from '../../model/lists.ts';
import type { Compared, Measured } from '../../model/measured.ts';
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
  const widest = Math.min(
    40,
    maxOf(
      rows.map(({ member }) => widthOf(member)),
      0,
    ),
  );
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

/** How the rules of a profile fare: what differs first, with examples. */
export function* comparedLines(
  { host, rules, differences }: Compared,
  { width, colour }: { readonly width: number; readonly colour: ColourLevel },
): Generator<string> {
  const palette = paletteOf(colour);
  const sum = (of: (rule: Compared['rules'][number]) => number) =>
    rules.reduce((total, rule) => total + of(rule), 0);
  yield cut(
    `against ${host}: ${sum(({ agrees }) => agrees)} as predicted, ` +
      `${sum(({ differs }) => differs)} not, ${sum(({ unknown }) => unknown)} unknown`,
    width,
  );
  const widest = Math.max(4, ...rules.map(({ rule }) => widthOf(rule)));
  yield '';
  yield palette.dim(cut(`  ${pad('rule', widest)}  agrees  differs  unknown`, width));
  for (const { rule, agrees, differs, unknown } of rules) {
    const numbers = [agrees, differs, unknown].map((each) => String(each || '–'));
    const [first = '', second = '', third = ''] = numbers;
    const line = `  ${pad(rule, widest)}  ${first.padStart(6)}  ${second.padStart(7)}  ${third.padStart(7)}`;
    yield differs > 0 ? palette.bad(cut(line, width)) : cut(line, width);
    const of = differences.filter((each) => each.rule === rule);
    for (const { about, at, predicted, seen } of of)
      yield cut(escapeText(`      ${about} ${at}: ${predicted}, but ${seen}`), width);
  }
}
