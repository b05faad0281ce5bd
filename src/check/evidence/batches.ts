import type { Session } from '../../model/session.ts';
import { SIDES, type StreamLine, streamsOf } from './lines.ts';
import { perSession } from './per-session.ts';

/** The one revision that has batches: they came with it and went with the next. */
const WITH_BATCHES = '2025-03-26';

export interface ForbiddenBatch {
  readonly line: StreamLine;
  /** The revision in force where it stands. */
  readonly revision: string;
}

/** Batches under a revision without them. Before a revision is known, nothing is forbidden. */
export const forbiddenBatchesOf = perSession((session: Session): readonly ForbiddenBatch[] =>
  SIDES.flatMap((side) => {
    const { conversations } = session;
    let current = -1;
    return streamsOf(session)[side].flatMap((line) => {
      if (line.content.kind !== 'batch') return [];
      while ((conversations[current + 1]?.from ?? Infinity) <= line.frame.seq) current += 1;
      const revision = conversations[current]?.revision;
      return revision === undefined || revision === WITH_BATCHES ? [] : [{ line, revision }];
    });
  }),
);
