import type { AtFault, Finding, Place, Severity } from '../model/finding.ts';
import type { Profile } from '../model/profile.ts';
import type { Session } from '../model/session.ts';
import type { SchemaChecker } from './schemas/checker.ts';

/** Where the specification says it: a page below `/specification/<revision>/`. */
export interface SpecRef {
  readonly section: string;
  readonly revision: string;
  /** One or two sentences, in our own words. */
  readonly says: string;
}

/** What a rule may look at besides the session. */
export interface CheckContext {
  /** Hosts whose limits are looked at. None: only what holds whoever the host is. */
  readonly profiles: readonly Profile[];
  /** Somebody uses these hosts: what they cannot take is a warning, not just worth knowing. */
  readonly isHostChosen: boolean;
  /** Absent where nobody needs it: it is large to load. */
  readonly schemas: SchemaChecker | undefined;
}

/**
 * One thing to look for in a session. Rules are data: help, the reference page and coverage tests are
 * made of them.
 */
export interface Rule {
  /** `family/name`, as the file under `rules` is called. Stable: users filter by it. */
  readonly id: string;
  /** The usual severity; a finding may be milder. */
  readonly severity: Severity;
  /** Whose fault it usually is; absent when either side can commit it. */
  readonly side?: AtFault;
  /** One line: what the rule finds. */
  readonly summary: string;
  /** What the specification says; absent where it is silent. */
  readonly spec?: SpecRef;
  /** What else the rule goes by: another standard, the API of a model, what was seen in the field. */
  readonly basis?: string;
  /** What hosts, clients and SDKs do about it, one or two sentences. */
  readonly hosts: string;
  /** One line: what to do in general; a finding says it for its case. */
  readonly fix: string;
  /** A session that has the fault, and the same without it (docs/reference/rules.md, "Notation"). */
  readonly example: { readonly bad: string; readonly good: string };
  /** Never changes the session; its time is linear in the session's size. */
  check(session: Session, context: CheckContext): Finding[];
}

/** What a rule found, without what the rule itself already says. */
export interface Found {
  readonly title: string;
  /** Absent: what the rule says in general. */
  readonly fix?: string;
  readonly places: readonly Place[];
  readonly severity?: Severity;
  readonly side?: AtFault;
}

interface Definition extends Omit<Rule, 'check'> {
  readonly find: (session: Session, context: CheckContext) => readonly Found[];
}

/** A finding shows where it is; that there are more is in its title. */
export const MOST_PLACES = 100;

/** Makes a rule of a function that finds: id, severity and side are filled in from the rule. */
export function defineRule(definition: Definition): Rule {
  const { find, ...rule } = definition;
  const check = (session: Session, context: CheckContext) =>
    find(session, context).map((found) => ({
      rule: rule.id,
      severity: found.severity ?? rule.severity,
      side: found.side ?? rule.side ?? 'nobody',
      title: found.title,
      places: found.places.slice(0, MOST_PLACES),
      fix: found.fix ?? rule.fix,
    }));
  return { ...rule, check };
}

/** The page of the specification that a rule cites. */
export function specUrl({ section, revision }: SpecRef): string {
  return `https://modelcontextprotocol.io/specification/${revision}/${section}`;
}
