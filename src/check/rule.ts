import type { AtFault, Finding, Place, Severity } from '../model/finding.ts';
import type { Session } from '../model/session.ts';

/** Where the specification says it: a page below `/specification/<revision>/`. */
interface SpecRef {
  readonly section: string;
  readonly revision: string;
}

/** One thing to look for in a session. Rules are data: help pages and coverage tests list them. */
export interface Rule {
  /** `family/name`, as the file under `rules` is called. Stable: users filter by it. */
  readonly id: string;
  /** The usual severity; a finding may be milder. */
  readonly severity: Severity;
  /** Whose fault it usually is; absent when either side can commit it. */
  readonly side?: AtFault;
  /** One line: what the rule finds. */
  readonly summary: string;
  readonly spec?: SpecRef;
  /** Never changes the session; its time is linear in the session's size. */
  check(session: Session): Finding[];
}

/** What a rule found, without what the rule itself already says. */
export interface Found {
  readonly title: string;
  readonly fix: string;
  readonly places: readonly Place[];
  readonly severity?: Severity;
  readonly side?: AtFault;
}

interface Definition extends Omit<Rule, 'check'> {
  readonly find: (session: Session) => readonly Found[];
}

/** A finding shows where it is; that there are more is in its title. */
const MOST_PLACES = 100;

/** Makes a rule of a function that finds: id, severity and side are filled in from the rule. */
export function defineRule(definition: Definition): Rule {
  const { find, ...rule } = definition;
  const check = (session: Session) =>
    find(session).map((found) => ({
      rule: rule.id,
      severity: found.severity ?? rule.severity,
      side: found.side ?? rule.side ?? 'nobody',
      title: found.title,
      places: found.places.slice(0, MOST_PLACES),
      fix: found.fix,
    }));
  return { ...rule, check };
}
