import { stringMember } from '../../../model/json.ts';
import { answerOf, type Exchange, type Session } from '../../../model/session.ts';
import { isRevision } from '../../../protocol/revisions.ts';
import { type HttpCall, hasHeaders, headerOf, httpCallsOf, statusOf } from '../../evidence/http.ts';
import { count, plainText } from '../../evidence/text.ts';
import { defineRule, type Found } from '../../rule.ts';

/** Only where one client talks: whose request a later one is cannot be told otherwise. */
export const protocolVersion = defineRule({
  id: 'http/protocol-version',
  severity: 'problem',
  side: 'client',
  summary: 'requests after initialize without MCP-Protocol-Version, or with another than agreed on',
  spec: {
    section: 'basic/transports#protocol-version-header',
    revision: '2025-06-18',
    says: 'After initialization every HTTP request carries MCP-Protocol-Version with the revision agreed on; without it a server takes 2025-03-26.',
  },
  hosts: 'Servers on the SDKs answer a revision that they do not know with 400.',
  fix: 'Send the header with every request after initialize.',
  example: {
    bad: `
http 1 POST /mcp accept: application/json, text/event-stream
(call 1) → 0 initialize {"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"client-x","version":"1.0"}}
http 1 200 OK content-type: application/json
(call 1) ← 0 result {"protocolVersion":"2025-06-18","capabilities":{"tools":{}},"serverInfo":{"name":"server-x","version":"0.1"}}
response 1 ended
http 2 POST /mcp accept: application/json, text/event-stream
(call 2) → 1 tools/list
http 2 200 OK content-type: application/json
(call 2) ← 1 result {"tools":[]}
response 2 ended
`,
    good: `
http 1 POST /mcp accept: application/json, text/event-stream
(call 1) → 0 initialize {"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"client-x","version":"1.0"}}
http 1 200 OK content-type: application/json
(call 1) ← 0 result {"protocolVersion":"2025-06-18","capabilities":{"tools":{}},"serverInfo":{"name":"server-x","version":"0.1"}}
response 1 ended
http 2 POST /mcp accept: application/json, text/event-stream; mcp-protocol-version: 2025-06-18
(call 2) → 1 tools/list
http 2 200 OK content-type: application/json
(call 2) ← 1 result {"tools":[]}
response 2 ended
`,
  },
  find: findFlaws,
});

function findFlaws(session: Session): Found[] {
  const agreed = agreementOf(session);
  if (!agreed || agreed.revision < '2025-06-18') return [];
  const flawed = [...httpCallsOf(session)].flatMap(([number, call]) => {
    if (number <= agreed.call || !call.request || !/^(POST|GET|DELETE) /.test(call.request.start))
      return [];
    if (!hasHeaders(session, call.request)) return [];
    const sent = headerOf(call.request, 'mcp-protocol-version');
    // Other requests on the same address (OAuth, pages) are no part of the session.
    if (call.sent.length === 0 && sent === undefined) return [];
    return sent === agreed.revision ? [] : [{ call, sent }];
  });
  const [first] = flawed;
  if (!first) return [];
  const what =
    first.sent === undefined
      ? 'without MCP-Protocol-Version'
      : `with MCP-Protocol-Version ${plainText(first.sent, 30)}`;
  const refused = flawed.some(({ call }) => statusOf(call) === 400);
  return [
    {
      severity: refused ? 'problem' : 'warning',
      title: `${count(flawed.length, 'request')} after initialize came ${what}; the session agreed on ${agreed.revision}${refused ? '; the server answered 400' : ''}`,
      places: flawed.flatMap(({ call }: { call: HttpCall }) =>
        call.request ? [{ seq: call.request.seq, index: undefined }] : [],
      ),
    },
  ];
}

/** The revision of the only handshake of a recording. */
function agreementOf(session: Session): { revision: string; call: number } | undefined {
  const opened = session.exchanges.filter(
    (each: Exchange) => each.request.message.method === 'initialize',
  );
  const [first] = opened;
  const answer = first && answerOf(first);
  if (!first || opened.length !== 1 || answer?.message.kind !== 'result') return undefined;
  const revision = stringMember(answer.message.result, 'protocolVersion');
  const { call } = first.request;
  return isRevision(revision) && call !== undefined ? { revision, call } : undefined;
}
