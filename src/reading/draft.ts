import type { Profile, Rule } from '../model/profile.ts';
import type { Fate, FateKind, ModelMedia, ModelText } from '../model/reading.ts';
import { type RuleName, STAGE_OF } from './rules.ts';

/** A reading in the making: the stages append to it. */
export interface Draft {
  readonly profile: Profile;
  readonly fates: Fate[];
  readonly texts: ModelText[];
  readonly media: ModelMedia[];
  /** Texts that come behind all others, each one of its own. */
  readonly trails: ModelText[];
}

/** An empty draft under a profile. */
export function createDraft(profile: Profile): Draft {
  return { profile, fates: [], texts: [], media: [], trails: [] };
}

/**
 * Gives the subtree at `pointer` the fate that the profile's rule says. `note` is what this message
 * adds (a place, a name); the rule's own note follows it. Out: the rule that was applied.
 */
export function giveFate(draft: Draft, pointer: string, rule: RuleName, note?: string): Rule {
  const found = ruleOf(draft.profile, rule);
  giveKind(draft, pointer, rule, found.fate, joined(note, found.note));
  return found;
}

/** Gives a fate that the rule's settings lead to, whatever its own word is. */
export function giveKind(
  draft: Draft,
  pointer: string,
  rule: RuleName,
  kind: FateKind,
  note?: string,
): void {
  draft.fates.push({ pointer, kind, stage: STAGE_OF[rule], rule, note });
}

/** The profile's answer to one question. A validated profile has all of them. */
export function ruleOf(profile: Profile, rule: RuleName): Rule {
  const found = profile.rules[rule];
  if (!found) throw new Error(`profile ${profile.id} has no rule ${rule}`);
  return found;
}

/** How a member with this fate gets to the model; undefined: it does not. */
export function wayOf(fate: FateKind): ModelText['way'] | undefined {
  if (fate === 'wrote') return 'wrote';
  return ARRIVES.has(fate) ? 'read' : undefined;
}

/** Notes in one phrase. */
export function joined(...notes: readonly (string | undefined)[]): string | undefined {
  const said = notes.filter((each) => each !== undefined);
  return said.length > 0 ? said.join(', ') : undefined;
}

const ARRIVES: ReadonlySet<FateKind> = new Set([
  'reads',
  'renamed',
  'rewritten',
  'inlined',
  'truncated',
]);
