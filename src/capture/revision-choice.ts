import { isRevision, REVISIONS, revisionTable } from '../protocol/revisions.ts';
import type { WantedEra } from './script/types.ts';

/** Which revision belongs to which era, for hints. */
export const RELEASED = (['legacy', 'modern'] as const)
  .map((era) => {
    const own = REVISIONS.filter((each) => each.era === era).map((each) => each.revision);
    return `${era}: ${own.join(', ')}`;
  })
  .join('; ');

/**
 * Why an era and a revision cannot be asked for together: `the era modern has no revision 2024-11-05`.
 * Undefined when they can, or when the revision is not known: servers may be probed with any.
 */
export function contradiction(
  era: WantedEra | undefined,
  revision: string | undefined,
): string | undefined {
  if (era === undefined || era === 'auto' || !isRevision(revision)) return undefined;
  return revisionTable(revision).era === era
    ? undefined
    : `the era ${era} has no revision ${revision}`;
}

/** What a recording says about a revision that nobody released; undefined for those that are. */
export function unreleasedNote(revision: string | undefined): string | undefined {
  if (revision === undefined || isRevision(revision)) return undefined;
  return `revision ${JSON.stringify(revision)} is no released revision of MCP (${RELEASED}); it is asked for all the same`;
}
