import { toolListsOf } from '../check/evidence/tool-lists.ts';
import type { SchemaChecker } from '../check/schemas/checker.ts';
import type { Session } from '../model/session.ts';

/** A checker of schemas for a session that has any; it is large, so it is loaded only then. */
export async function schemasFor(session: Session): Promise<SchemaChecker | undefined> {
  if (toolListsOf(session).length === 0) return undefined;
  const { ajvChecker } = await import('../check/schemas/ajv.ts');
  return ajvChecker();
}
