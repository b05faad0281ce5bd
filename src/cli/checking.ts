import { type Checked, isNamed, isOver, type Suppression, suppress } from '../check/checked.ts';
import { rules, runRules } from '../check/registry.ts';
import type { Rule } from '../check/rule.ts';
import { SadapError } from '../errors.ts';
import type { Profile } from '../model/profile.ts';
import type { Recording } from '../model/recording.ts';
import { buildSession } from '../protocol/session.ts';
import { profileIds, profileOf } from '../reading/profiles.ts';
import { ALL_HOSTS } from './profile.ts';
import type { Options } from './program.ts';
import { schemasFor } from './schemas.ts';
import { didYouMean, readSuppressions } from './suppressions.ts';
import { tell } from './tell.ts';
import { listOption, textOption } from './values.ts';

/** How sessions are to be checked, as the command line and the file of suppressions say. */
export interface Checking {
  readonly rules: readonly Rule[];
  readonly profiles: readonly Profile[];
  readonly isHostChosen: boolean;
  readonly suppressions: readonly Suppression[];
  /** Findings of one rule beyond this many are folded into one. */
  readonly most: number;
}

/** Throws `usage` for a rule or host that there is none of, and what `readSuppressions` throws. */
export async function checkingOf(options: Options): Promise<Checking> {
  const isData = ['json', 'sarif', 'junit', 'full'].some((each) => options[each] === true);
  const named = listOption(options, 'host');
  const hosts = named.includes(ALL_HOSTS) ? [] : named;
  return {
    rules: rulesNamed(listOption(options, 'rule')),
    profiles: (hosts.length === 0 ? profileIds() : hosts).map((id) => profileOf(id)),
    isHostChosen: hosts.length > 0,
    suppressions: await readSuppressions(textOption(options, 'suppressions')),
    most: isData ? Infinity : 5,
  };
}

/** The rules of these names and families; all when there are none. Throws `usage`. */
function rulesNamed(patterns: readonly string[]): readonly Rule[] {
  if (patterns.length === 0) return rules;
  for (const pattern of patterns)
    if (!rules.some(({ id }) => isNamed(id, pattern)))
      throw new SadapError('usage', `there is no rule ${pattern}`, { hint: didYouMean(pattern) });
  return rules.filter(({ id }) => patterns.some((pattern) => isNamed(id, pattern)));
}

/** Checks recordings, and tells of suppressions that are of no use. */
export async function checkAll(
  recordings: readonly Recording[],
  checking: Checking,
): Promise<Checked[]> {
  const today = new Date().toISOString().slice(0, 10);
  const used = new Set<Suppression>();
  const all: Checked[] = [];
  for (const recording of recordings) {
    const session = buildSession(recording);
    const { profiles, isHostChosen, most, suppressions } = checking;
    const schemas = await schemasFor(session);
    const found = runRules(checking.rules, session, { most, profiles, isHostChosen, schemas });
    const divided = suppress(found, session, suppressions, today);
    for (const each of divided.used) used.add(each);
    all.push({ session, rules: checking.rules, ...divided });
  }
  for (const each of checking.suppressions) tellOfUse(each, used, today);
  return all;
}

function tellOfUse(each: Suppression, used: ReadonlySet<Suppression>, today: string): void {
  if (isOver(each, today))
    tell(`the suppression of ${each.rule} ended on ${each.until}: ${each.reason}`);
  else if (!used.has(each)) tell(`the suppression of ${each.rule} met nothing: ${each.reason}`);
}
