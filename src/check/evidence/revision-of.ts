import type { Located } from '../../model/message.ts';
import type { Revision, Session } from '../../model/session.ts';
import { isRevision, type RevisionTable, revisionTable } from '../../protocol/revisions.ts';
import { surelyIn } from './clients.ts';

/** The released revision that holds where a message stands; undefined when that is not sure. */
export function revisionAt(
  session: Session,
  located: Pick<Located, 'seq' | 'call'>,
): Revision | undefined {
  const revision = surelyIn(session, located)?.revision;
  return isRevision(revision) ? revision : undefined;
}

/** Its table. */
export function tableAt(
  session: Session,
  located: Pick<Located, 'seq' | 'call'>,
): RevisionTable | undefined {
  const revision = revisionAt(session, located);
  return revision && revisionTable(revision);
}
