import { DEFINITION_RULES } from './definition-table.ts';
import { READING_RULES } from './reading-table.ts';
import { SESSION_RULES } from './session-table.ts';

/**
 * How much a difference matters to somebody who uses the server.
 * breaking: what worked fails; dangerous: it may fail, or be trusted wrongly; minor: worth reading;
 * info: no change of meaning.
 */
export type Tier = 'breaking' | 'dangerous' | 'minor' | 'info';

/** All tiers, the worst first. */
export const TIERS: readonly Tier[] = ['breaking', 'dangerous', 'minor', 'info'];

export interface Rule {
  readonly tier: Tier;
  /** One line: what the rule says of B, compared with A. */
  readonly says: string;
  /** The rule that finds the same when A and B change places. Absent: the rule itself. */
  readonly inverse?: string;
}

/**
 * Every kind of difference that is told, by its stable id. Ids may be added; a tier changes with a
 * major version only. docs/reference/diff-rules.md is made from this table.
 */
export const RULES = { ...DEFINITION_RULES, ...SESSION_RULES, ...READING_RULES } as const;

export type RuleId = keyof typeof RULES;

/** The tier of a rule. */
export function tierOf(rule: RuleId): Tier {
  return RULES[rule].tier;
}

/** The rule that finds the same difference when A and B change places. */
export function inverseOf(id: RuleId): RuleId {
  const rule: Rule = RULES[id];
  return rule.inverse !== undefined && isRule(rule.inverse) ? rule.inverse : id;
}

/** Is this the id of a rule? */
export function isRule(id: string): id is RuleId {
  return Object.hasOwn(RULES, id);
}
