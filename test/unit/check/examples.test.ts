import { describe, expect, it } from 'vitest';
import { SEVERITIES } from '../../../src/check/checked.ts';
import { rules, runRules } from '../../../src/check/registry.ts';
import type { Rule } from '../../../src/check/rule.ts';
import { ajvChecker } from '../../../src/check/schemas/ajv.ts';
import type { Finding } from '../../../src/model/finding.ts';
import { profileIds, profileOf } from '../../../src/reading/profiles.ts';
import { exampleOf } from '../../support/example.ts';
import { verifies } from '../../support/verifies.ts';

const profiles = profileIds().map((id) => profileOf(id));

describe.each(rules.map((each) => [each.id, each] as const))('%s', (id, rule: Rule) => {
  verifies('check-examples');

  it('finds its bad example', () => {
    const own = checked(rule.example.bad).filter((each) => each.rule === id);
    expect(own).not.toEqual([]);
    // What the page says: milder, never worse.
    for (const { severity } of own)
      expect(SEVERITIES.indexOf(severity)).toBeGreaterThanOrEqual(
        SEVERITIES.indexOf(rule.severity),
      );
  });

  it('finds nothing in its good example, where nothing is worse than a note', () => {
    const session = exampleOf(rule.example.good).session();
    const found = runRules(rules, session, { profiles, schemas: ajvChecker() });
    expect(found.filter((each) => each.rule === id)).toEqual([]);
    expect(found.filter((each) => each.severity !== 'note')).toEqual([]);
  });

  it('says what hosts do, what to do, and by what it goes', () => {
    const { hosts, fix, spec, basis } = rule;
    for (const text of [hosts, fix, spec?.says ?? basis ?? '']) {
      expect(text).toMatch(/^\S[^\n]{10,320}$/);
      expect(text).toMatch(/[.!?)$]$|\d$|[a-z]$/);
    }
  });
});

function checked(example: string): Finding[] {
  const session = exampleOf(example).session();
  return runRules(rules, session, { profiles, schemas: ajvChecker() });
}
