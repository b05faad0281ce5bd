import type { Session } from '../../../model/session.ts';
import { type HttpCall, hasHeaders, headerOf, httpCallsOf, statusOf } from '../../evidence/http.ts';
import { plainText } from '../../evidence/text.ts';
import { defineRule, type Found } from '../../rule.ts';

export const contentType = defineRule({
  id: 'http/content-type',
  severity: 'problem',
  side: 'server',
  summary: 'a request is answered with a body that is neither JSON nor an event stream',
  spec: {
    section: 'basic/transports#sending-messages-to-the-server',
    revision: '2025-06-18',
    says: 'The server answers a POST with a request by application/json or text/event-stream.',
  },
  hosts: 'Clients on the SDKs report an unexpected content type and give the server up.',
  fix: 'Set content-type: application/json, or text/event-stream for a stream; look for a proxy or login page in between.',
  example: {
    bad: `
http 1 POST /mcp accept: application/json, text/event-stream
(call 1) → 1 ping
http 1 200 OK content-type: text/plain
(call 1) ← 1 result {}
response 1 ended
`,
    good: `
http 1 POST /mcp accept: application/json, text/event-stream
(call 1) → 1 ping
http 1 200 OK content-type: application/json; charset=utf-8
(call 1) ← 1 result {}
response 1 ended
`,
  },
  find: (session: Session) =>
    [...httpCallsOf(session).values()]
      .filter(({ response }) => hasHeaders(session, response))
      .flatMap(judge),
});

function judge(call: HttpCall): Found[] {
  const asks = call.sent.some(({ content }) => content.kind === 'request');
  const status = statusOf(call) ?? 0;
  const { response } = call;
  // Errors of gateways have bodies of any kind, and their status says enough.
  if (!asks || !response || status < 200 || status > 299 || call.received.length === 0) return [];
  const type = headerOf(response, 'content-type');
  if (type !== undefined && /^(application\/json|text\/event-stream)\b/i.test(type.trim()))
    return [];
  const what = type === undefined ? 'no content-type' : `"content-type: ${plainText(type, 60)}"`;
  return [
    {
      title: `a request was answered with ${what}: clients take neither JSON nor events from it`,
      places: [{ seq: response.seq, index: undefined }],
    },
  ];
}
