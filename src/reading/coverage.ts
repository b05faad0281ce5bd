import type { Evidence, Profile } from '../model/profile.ts';
import { COMMON_RULES } from './profiles.ts';
import { RULE_NAMES } from './rules.ts';

/** How a rule is known: by a kind of evidence, or not at all. */
export type Knowledge = Exclude<Evidence['kind'], 'silent'> | 'unknown';

/** From the firmest to the weakest. */
export const KNOWLEDGE: readonly Knowledge[] = [
  'measured',
  'code',
  'docs',
  'makers',
  'issue',
  'inferred',
  'unknown',
];

/** How many of the questions on which hosts differ a profile answers, by kind of evidence. */
export interface Coverage {
  readonly questions: number;
  readonly counts: { readonly [kind in Knowledge]: number };
}

/**
 * The coverage of a profile. What the protocol settles for every host is no question, unless the
 * profile answers it in its own way.
 */
export function coverageOf(profile: Profile): Coverage {
  const counts = { measured: 0, code: 0, docs: 0, makers: 0, issue: 0, inferred: 0, unknown: 0 };
  const names = RULE_NAMES.filter((name) => profile.own.has(name) || !COMMON_RULES.has(name));
  for (const name of names) {
    const kind = profile.evidence[name]?.kind ?? 'silent';
    counts[kind === 'silent' ? 'unknown' : kind]++;
  }
  return { questions: names.length, counts };
}
