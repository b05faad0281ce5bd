import type { Finding, Severity } from '../model/finding.ts';
import type { Session } from '../model/session.ts';
import type { Rule } from './rule.ts';

/** A session with all that was found in it. */
export interface Checked {
  readonly session: Session;
  /** What was looked for. */
  readonly rules: readonly Rule[];
  /** Problems first, then warnings, then notes. */
  readonly findings: readonly Finding[];
  readonly suppressed: readonly Suppressed[];
}

/** A finding that somebody decided to live with. */
export interface Suppressed {
  readonly finding: Finding;
  readonly reason: string;
}

/** One entry of a file of suppressions. */
export interface Suppression {
  /** Id of a rule, or a family: `framing/*`. */
  readonly rule: string;
  readonly reason: string;
  /** Only in sessions of the server of this name, as it calls itself or as it was labelled. */
  readonly server?: string;
  /** Only findings whose title holds this text. */
  readonly text?: string;
  /** Last day on which it holds: `2027-01-31`. */
  readonly until?: string;
}

/** From the worst to the mildest. */
export const SEVERITIES: readonly Severity[] = ['problem', 'warning', 'note'];

/** Is this as bad as the limit, or worse? Without a limit nothing is. */
export function isAtLeast(severity: Severity, limit: Severity | undefined): boolean {
  return limit !== undefined && SEVERITIES.indexOf(severity) <= SEVERITIES.indexOf(limit);
}

/** Does a rule have this id, or belong to this family (`framing/*`)? */
export function isNamed(rule: string, pattern: string): boolean {
  return pattern.endsWith('/*') ? rule.startsWith(pattern.slice(0, -1)) : rule === pattern;
}

/**
 * Divides findings into those that stand and those that are suppressed, and says which suppressions
 * were of use. `today` is a date such as `2026-11-30`.
 */
export function suppress(
  findings: readonly Finding[],
  session: Session,
  suppressions: readonly Suppression[],
  today: string,
): Divided {
  const standing: Finding[] = [];
  const suppressed: Suppressed[] = [];
  const used = new Set<Suppression>();
  for (const finding of findings) {
    const by = suppressions.find((each) => holds(each, finding, session, today));
    if (!by) standing.push(finding);
    else {
      used.add(by);
      suppressed.push({ finding, reason: by.reason });
    }
  }
  return { findings: standing, suppressed, used };
}

interface Divided {
  readonly findings: readonly Finding[];
  readonly suppressed: readonly Suppressed[];
  readonly used: ReadonlySet<Suppression>;
}

function holds(by: Suppression, { rule, title }: Finding, session: Session, today: string) {
  if (!isNamed(rule, by.rule) || isOver(by, today)) return false;
  if (by.text !== undefined && !title.includes(by.text)) return false;
  return by.server === undefined || namesOf(session).includes(by.server);
}

/** Is its last day past? */
export function isOver({ until }: Suppression, today: string): boolean {
  return until !== undefined && until < today;
}

function namesOf({ server, recording }: Session): (string | undefined)[] {
  return [server?.name, recording.header.server.label];
}
