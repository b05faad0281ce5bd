import type { Session } from '../../../model/session.ts';
import { addTo } from '../../evidence/add-to.ts';
import { type HttpCall, headerOf, httpCallsOf, statusOf } from '../../evidence/http.ts';
import { count } from '../../evidence/text.ts';
import { defineRule, type Found } from '../../rule.ts';

export const sessionId = defineRule({
  id: 'http/session-id',
  severity: 'problem',
  side: 'client',
  summary: 'a session id that the client does not send back, or goes on with after 404',
  spec: {
    section: 'basic/transports#session-management',
    revision: '2025-06-18',
    says: 'A client sends the Mcp-Session-Id of the answer to initialize with every further request, and opens a new session after 404.',
  },
  hosts:
    'Servers with sessions answer 400 without the id; many hosts show a lost server until they are restarted.',
  fix: 'Keep the header of the answer to initialize; after 404 send initialize again, without it.',
  example: {
    bad: `
http 1 POST /mcp accept: application/json, text/event-stream
(call 1) → 0 initialize {"protocolVersion":"2025-03-26","capabilities":{},"clientInfo":{"name":"client-x","version":"1.0"}}
http 1 200 OK content-type: application/json; mcp-session-id: s1
(call 1) ← 0 result {"protocolVersion":"2025-03-26","capabilities":{"tools":{}},"serverInfo":{"name":"server-x","version":"0.1"}}
response 1 ended
http 2 POST /mcp accept: application/json, text/event-stream
(call 2) → 1 tools/list
http 2 400 Bad Request content-type: application/json
(call 2) ← {"jsonrpc":"2.0","id":null,"error":{"code":-32000,"message":"Bad Request: no session"}}
response 2 ended
`,
    good: `
http 1 POST /mcp accept: application/json, text/event-stream
(call 1) → 0 initialize {"protocolVersion":"2025-03-26","capabilities":{},"clientInfo":{"name":"client-x","version":"1.0"}}
http 1 200 OK content-type: application/json; mcp-session-id: s1
(call 1) ← 0 result {"protocolVersion":"2025-03-26","capabilities":{"tools":{}},"serverInfo":{"name":"server-x","version":"0.1"}}
response 1 ended
http 2 POST /mcp accept: application/json, text/event-stream; mcp-session-id: s1
(call 2) → 1 tools/list
http 2 200 OK content-type: application/json
(call 2) ← 1 result {"tools":[]}
response 2 ended
`,
  },
  find: (session) => [...withoutId(session), ...afterExpiry(session)],
});

const HEADER = 'mcp-session-id';

/** One server gave ids, and a later request of the same session has none, and was refused for it. */
function withoutId(session: Session): Found[] {
  const calls = [...httpCallsOf(session)];
  const given = calls.find(([, call]) => headerOf(call.response, HEADER) !== undefined);
  if (!given) return [];
  const bare = calls.filter(([number, call]) => number > given[0] && isBare(call));
  if (bare.length === 0) return [];
  return [
    {
      title: `${count(bare.length, 'request')} came without the Mcp-Session-Id that the server had given, and the server answered 400`,
      places: bare.flatMap(([, { request }]) =>
        request ? [{ seq: request.seq, index: undefined }] : [],
      ),
    },
  ];
}

function isBare(call: HttpCall): boolean {
  const opens = call.sent.some(
    ({ content }) => content.kind === 'request' && content.method === 'initialize',
  );
  return (
    call.sent.length > 0 &&
    !opens &&
    headerOf(call.request, HEADER) === undefined &&
    statusOf(call) === 400
  );
}

/** 404 says that the session is over. One more request may have been on its way. */
function afterExpiry(session: Session): Found[] {
  const refused = new Map<string, HttpCall[]>();
  for (const call of httpCallsOf(session).values()) {
    const id = headerOf(call.request, HEADER);
    if (id === undefined || statusOf(call) !== 404 || call.sent.length === 0) continue;
    addTo(refused, id, call);
  }
  return [...refused.values()].flatMap((calls) => {
    if (calls.length < 3) return [];
    return [
      {
        title: `the client went on with a session that the server no longer has: ${count(calls.length, 'request')} answered with 404`,
        places: calls.flatMap(({ request }) =>
          request ? [{ seq: request.seq, index: undefined }] : [],
        ),
        fix: 'After 404 open a new session with initialize, without the old id.',
      },
    ];
  });
}
