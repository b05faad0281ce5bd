import type { Micros } from '../../model/frame.ts';
import type { Profile } from '../../model/profile.ts';
import { coverageOf, KNOWLEDGE, type Knowledge } from '../../reading/coverage.ts';
import { type ColourLevel, paletteOf } from './colour.ts';
import { escapeText } from './escape.ts';
import { age } from './format.ts';
import { cut, pad, widthOf } from './width.ts';
import { wrapWords } from './words.ts';

export interface HostsOptions {
  readonly width: number;
  readonly colour: ColourLevel;
  readonly now: Micros;
}

/**
 * A table of host profiles: name and number of variants, day and age, of the questions on which hosts
 * differ how many percent are answered by each kind of evidence, and versions. Kinds of evidence that
 * no profile has are left out.
 */
export function* renderHosts(
  profiles: readonly Profile[],
  { width, colour, now }: HostsOptions,
): Generator<string> {
  const palette = paletteOf(colour);
  const rows = profiles.map((profile) => rowOf(profile, now));
  const kinds = KNOWLEDGE.filter((kind) => rows.some((row) => row.percent[kind] > 0));
  const titles = ['host', 'verified', 'age', ...kinds.map((kind) => TITLES[kind]), 'versions'];
  const table = rows.map(({ id, day, age, percent, versions }) => [
    id,
    day,
    age,
    ...kinds.map((kind) => (percent[kind] === 0 ? '–' : String(percent[kind]))),
    versions,
  ]);
  const widths = titles.map((title, column) =>
    Math.max(title.length, ...table.map((cells) => widthOf(cells[column] ?? ''))),
  );
  const line = (cells: readonly string[]) => {
    const padded = cells.map((cell, column) => {
      const isText = column < 2 || column === cells.length - 1;
      return pad(cell, widths[column] ?? 0, isText ? 'left' : 'right');
    });
    return cut(padded.join('  ').trimEnd(), width);
  };
  yield palette.dim(line(titles));
  for (const cells of table) yield line(cells);
  yield '';
  for (const text of wrapWords(EXPLAINED, width)) yield palette.dim(text);
}

const TITLES: { readonly [kind in Knowledge]: string } = {
  measured: 'meas.',
  code: 'code',
  docs: 'docs',
  makers: 'makers',
  issue: 'issue',
  inferred: 'infer.',
  unknown: 'unkn.',
};

const EXPLAINED =
  'Percent of the questions on which hosts differ, by how the answer is known: measured, read from code, documentation or an issue, inferred, or unknown. +1: a variant. sadap hosts NAME explains every rule and names the variants.';

interface Row {
  readonly id: string;
  readonly day: string;
  readonly age: string;
  readonly versions: string;
  readonly percent: { readonly [kind in Knowledge]: number };
}

function rowOf(profile: Profile, now: Micros): Row {
  const { id, verifiedAt, versions, variants } = profile;
  const { questions, counts } = coverageOf(profile);
  const percent = Object.fromEntries(
    KNOWLEDGE.map((kind) => [kind, Math.round((100 * counts[kind]) / questions)]),
    // One entry for each kind.
  ) as Row['percent'];
  return {
    id: escapeText(variants.length === 0 ? id : `${id} +${variants.length}`),
    day: verifiedAt,
    age: age(verifiedAt, now).replace(/ days? old$/, ' d'),
    versions: escapeText(versions ?? '–'),
    percent,
  };
}
