import type { Fate, FateKind, ModelMedia, ModelText, Profile, Rule } from '../model/reading.ts';
import { type RuleName, STAGE_OF } from './rules.ts';

/** A reading in the making: the stages append to it. */
export interface Draft {
  readonly profile: Profile;
  readonly fates: Fate[];
  readonly texts: ModelText[];
  readonly media: ModelMedia[];
}

/** An empty draft under a profile. */
export function createDraft(profile: Profile): Draft {
  return { profile, fates: [], texts: [], media: [] };
}

/**
 * Gives the subtree at `pointer` the fate that the profile's rule says. `note` is what this message
 * adds (a place, a name); the rule's own note follows it. Out: the rule that was applied.
 */
export function giveFate(draft: Draft, pointer: string, rule: RuleName, note?: string): Rule {
  const found = ruleOf(draft.profile, rule);
  const notes = [note, found.note].filter((each) => each !== undefined);
  draft.fates.push({
    pointer,
    kind: found.fate,
    stage: STAGE_OF[rule],
    rule,
    note: notes.length > 0 ? notes.join(', ') : undefined,
  });
  return found;
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
  return fate === 'reads' || fate === 'renamed' || fate === 'rewritten' ? 'read' : undefined;
}
