import { member, stringMember } from '../../../model/json.ts';
import type { Located, Request } from '../../../model/message.ts';
import { isKind, type Session } from '../../../model/session.ts';
import {
  FIRST_MODERN,
  isRevision,
  methodInfo,
  NEWEST_LEGACY,
} from '../../../protocol/revisions.ts';
import { revisionAt } from '../../evidence/revision-of.ts';
import { requestName } from '../../evidence/text.ts';
import { defineRule, type Found } from '../../rule.ts';

export const requestParams = defineRule({
  id: 'content/request-params',
  severity: 'problem',
  summary: 'a request that lacks a parameter which its method must have',
  spec: {
    section: 'schema',
    revision: '2025-11-25',
    says: 'Each method has required parameters: name for tools/call, uri for resources/read, clientInfo for initialize.',
  },
  hosts:
    'Servers answer -32602, those on the TypeScript SDK of version 1 -32603 with a list of issues as its text.',
  fix: 'Send the parameter.',
  example: {
    bad: `
handshake
→ 1 tools/call {"arguments":{}}
← 1 error -32602 Invalid request parameters
`,
    good: `
handshake
→ 1 tools/call {"name":"find","arguments":{}}
← 1 result {"content":[]}
`,
  },
  find: (session) =>
    session.messages.flatMap((each) => (isKind(each, 'request') ? missingIn(session, each) : [])),
});

function missingIn(session: Session, request: Located<Request>): Found[] {
  const { method, params } = request.message;
  const revision = revisionOf(session, request);
  const info = revision && methodInfo(revision, method, request.from);
  // The `_meta` of the modern era has a rule of its own.
  const wanted = (info?.params ?? []).filter((each) => each !== '_meta');
  const missing = wanted.filter((each) => !member(params, each));
  if (missing.length === 0) return [];
  return [
    {
      side: request.from,
      title: `${requestName(request)} lacks ${missing.join(' and ')} in its params`,
      places: [{ seq: request.seq, index: request.index, pointer: params ? '/params' : '' }],
    },
  ];
}

/** An opening is judged by the revision that it asks for: none is agreed on before it is answered. */
function revisionOf(session: Session, request: Located<Request>) {
  if (request.message.method !== 'initialize') return revisionAt(session, request);
  const asked = stringMember(request.message.params, 'protocolVersion');
  return isRevision(asked) && asked < FIRST_MODERN ? asked : NEWEST_LEGACY;
}
