import { type JsonNode, stringMember } from '../model/json.ts';
import { isRevision, revisionTable } from '../protocol/revisions.ts';

export const OPENINGS: ReadonlySet<string> = new Set(['initialize', 'server/discover']);

/** Does the result of `initialize` agree on a revision of the legacy era? */
export function isLegacy(result: JsonNode): boolean {
  const revision = stringMember(result, 'protocolVersion');
  return isRevision(revision) && revisionTable(revision).era === 'legacy';
}
