import type { Compared, Difference, RuleCompared } from '../model/measured.ts';
import type { Profile } from '../model/profile.ts';
import type { Reading } from '../model/reading.ts';
import { readMessage } from '../reading/read.ts';
import { compareMembers } from './against-members.ts';
import { compareFound, compareOffers } from './against-offers.ts';
import { compareResults } from './against-results.ts';
import type { Located } from './locate.ts';
import { measure, SCHEMA_KEYS } from './measure.ts';
import { recordCanary } from './session.ts';

/** One thing that was compared: as predicted when it has no difference. */
export interface Verdict {
  readonly rule: string;
  readonly difference?: Difference;
  /** The answer and the pointer of a schema that arrived as predicted in all its parts. */
  readonly exact?: string;
  /** The profile says nothing of it. */
  readonly isUnknown?: boolean;
}

/** The readings of what the canary says, by the name that a measurement has for each answer. */
export type CanaryReadings = ReadonlyMap<string, Reading>;

/**
 * Compares a capture with what a profile says of the same messages: of every member how it fared, and
 * to the character what each tool offers and what the model reads of each result. `label` is the key
 * that the measured host knew the canary by.
 */
export function compareWith(located: Located, profile: Profile, label?: string): Compared {
  const { session, messages } = recordCanary(label, located.isModern);
  const readingsBy = (by: Profile): CanaryReadings =>
    new Map([...messages].map(([about, each]) => [about, readMessage(each, session, by)]));
  const afterSearch = withAllFound(profile);
  const readings = readingsBy(isFound(located) ? afterSearch : profile);
  const { members } = measure(located);
  const offers = compareOffers(located.tools, readings, profile);
  const exact = new Set(offers.flatMap((each) => each.exact ?? []));
  const verdicts = [
    ...compareMembers(members, readings, exact),
    ...offers,
    ...compareFound(located.found, readingsBy(afterSearch), profile),
    ...compareResults(located, readings, profile),
  ];
  return {
    host: profile.id,
    rules: byRule(verdicts),
    differences: alike(verdicts.flatMap(({ difference }) => difference ?? [])),
  };
}

/** Do the offered tools have schemas, and not only the lines that announce them before a search? */
function isFound({ tools }: Located): boolean {
  return [...tools.values()].some(({ entry }) => SCHEMA_KEYS.some((key) => key in entry));
}

/** A profile for tools that a search has found. */
function withAllFound(profile: Profile): Profile {
  return { ...profile, rules: { ...profile.rules, 'listing.deferral': { fate: 'reads' } } };
}

function byRule(verdicts: readonly Verdict[]): RuleCompared[] {
  const rules = new Map<string, RuleCompared>();
  for (const { rule, difference, isUnknown } of verdicts) {
    const before = rules.get(rule) ?? { rule, agrees: 0, differs: 0, unknown: 0 };
    const kind = isUnknown ? 'unknown' : difference ? 'differs' : 'agrees';
    rules.set(rule, { ...before, [kind]: before[kind] + 1 });
  }
  return [...rules.values()].toSorted(
    (a, b) => b.differs - a.differs || (a.rule < b.rule ? -1 : 1),
  );
}

/** Tools of which the same differs are told together. */
function alike(differences: readonly Difference[]): Difference[] {
  const groups = new Map<string, Difference[]>();
  for (const each of differences) {
    const { rule, about, at, predicted, seen } = each;
    const part = about.startsWith('tools/list') ? partOf(at) : undefined;
    const key = JSON.stringify([rule, part === undefined ? [about, at] : part, predicted, seen]);
    groups.set(key, [...(groups.get(key) ?? []), each]);
  }
  return [...groups.values()].flatMap(([first, ...more]) => {
    if (!first || more.length < 3) return [first ?? [], more].flat();
    return [{ ...first, at: `${partOf(first.at)} of ${more.length + 1} tools` }];
  });
}

/** What of a tool it is: `canary_full/description` and `/result/tools/3/description` are alike. */
function partOf(at: string): string {
  return at.replace(/^(\/result\/tools\/\d+|canary[^ ]* )/i, '');
}
