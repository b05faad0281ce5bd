import type { Profile, Rule } from '../../model/profile.ts';
import type { Stage } from '../../model/reading.ts';
import { coverageOf, KNOWLEDGE } from '../../reading/coverage.ts';
import { RULE_NAMES, type RuleName, STAGE_OF } from '../../reading/rules.ts';
import { type Palette, paletteOf } from './colour.ts';
import { escapeText } from './escape.ts';
import { age } from './format.ts';
import type { HostsOptions } from './hosts.ts';
import { cut, pad } from './width.ts';
import { wrapWords } from './words.ts';

/** One host: who and when, then every rule in the order of the pipeline, each with its evidence. */
export function* renderHost(profile: Profile, options: HostsOptions): Generator<string> {
  const { width, now } = options;
  const palette = paletteOf(options.colour);
  yield palette.strong(escapeText(profile.title));
  for (const line of factsOf(profile, now)) yield* wrapWords(line, width);
  let stage: Stage | undefined;
  for (const name of RULE_NAMES) {
    if (STAGE_OF[name] !== stage) {
      stage = STAGE_OF[name];
      yield '';
      yield palette.strong(stage);
    }
    yield* ruleLines(profile, name, width, palette);
  }
}

function factsOf(profile: Profile, now: number): string[] {
  const { id, about, versions, verifiedAt, api, variants } = profile;
  const { questions, counts } = coverageOf(profile);
  const known = KNOWLEDGE.filter((kind) => counts[kind] > 0).map(
    (kind) => `${counts[kind]} ${kind}`,
  );
  return [
    escapeText(about),
    `--host ${escapeText(id)}; versions ${escapeText(versions ?? 'not said')}; verified ${verifiedAt}, ${age(verifiedAt, now)}; API format ${api}`,
    `${questions} questions on which hosts differ: ${known.join(', ')}`,
    ...variants.map((each) => {
      const when = Object.entries(each.when).map(([key, value]) => `${key} ${value}`);
      return escapeText(
        `variant ${id.split(':')[0]}:${each.id}: ${each.title} (${when.join(', ')})`,
      );
    }),
  ];
}

const NAME = 24;
const FATE = 11;
/** Columns; with fewer, settings stand under the name. */
const NARROW = 70;

function* ruleLines(
  profile: Profile,
  name: RuleName,
  width: number,
  palette: Palette,
): Generator<string> {
  const rule = profile.rules[name] ?? { fate: 'unknown' };
  const evidence = profile.evidence[name];
  const isNarrow = width < NARROW;
  const indent = isNarrow ? 4 : 2 + NAME + FATE;
  const room = Math.max(1, width - indent);
  const settings = settingsText(rule);
  const lines = settings === '' ? [] : wrapWords(escapeText(settings), room);
  const word = palette.fate(rule.fate)(pad(rule.fate, FATE));
  const head = isNarrow ? cut(`  ${name} ${rule.fate}`, width) : `  ${pad(name, NAME)}${word}`;
  const beside = isNarrow ? '' : (lines.shift() ?? '');
  yield `${head}${beside}`.trimEnd();
  for (const line of lines) yield ' '.repeat(indent) + line;
  if (!evidence) return;
  const note = evidence.note === undefined ? '' : `: ${evidence.note}`;
  const source = `${evidence.kind} ${evidence.date}, ${evidence.ref}${note}`;
  for (const line of wrapWords(escapeText(source), room))
    yield ' '.repeat(indent) + palette.dim(line);
}

/** A rule's settings, without its fate, as one phrase. */
function settingsText({ fate: _fate, note, ...settings }: Rule): string {
  const parts = Object.entries(settings).map(
    ([key, value]) =>
      `${key} ${typeof value === 'string' ? JSON.stringify(value) : compact(value)}`,
  );
  return [...(note === undefined ? [] : [note]), ...parts].join('; ');
}

function compact(value: unknown): string {
  return JSON.stringify(value);
}
