import type { Era } from '../model/session.ts';
import { buildSession } from '../protocol/session.ts';
import type { RecordingSummary } from '../recording/summarise.ts';

/** A recording of the list, or a file that could not be read and why. */
export type ListRow =
  | (RecordingSummary & {
      /** Values that are likely secrets; absent: it was not looked for them. */
      readonly secrets?: number;
    })
  | { readonly path: string; readonly problem: string };

/** What a list tells of one recording beyond its counts. */
export interface ListFacts {
  readonly era: Era;
  readonly revision: string | undefined;
  /** Failed exchanges: answered by a JSON-RPC error, with `isError`, or not at all; and a start that failed. */
  readonly errors: number;
}

/** Derives the facts, by the rules by which a whole session is understood. */
export function listFacts(row: RecordingSummary): ListFacts {
  const { path, size, header, opening } = row;
  const { era, revision } = buildSession({
    path,
    size,
    header,
    items: opening,
    damage: [],
    end: undefined,
  });
  const failedStarts = row.failed === 'not started' ? 1 : 0;
  const errors = row.failures + row.toolErrors + row.unanswered + failedStarts;
  return { era, revision, errors };
}
