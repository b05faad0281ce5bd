import { type HttpCall, hasHeaders, headerOf, httpCallsOf, statusOf } from '../../evidence/http.ts';
import { quote } from '../../evidence/text.ts';
import { defineRule, type Found } from '../../rule.ts';

/** Many servers look for both words and refuse any other header, wildcards too. */
export const accept = defineRule({
  id: 'http/accept',
  severity: 'problem',
  side: 'client',
  summary: 'a POST whose Accept header does not name JSON and event streams',
  spec: {
    section: 'basic/transports#sending-messages-to-the-server',
    revision: '2025-06-18',
    says: 'A POST lists application/json and text/event-stream in its Accept header.',
  },
  hosts:
    'Servers on the SDKs answer 406, whose id pairs with nothing; clients take it for a question of rights and start OAuth.',
  fix: 'Send accept: application/json, text/event-stream with every POST.',
  example: {
    bad: `
http 1 POST /mcp accept: */*
(call 1) → 0 initialize {}
http 1 406 Not Acceptable
(call 1) ← {"jsonrpc":"2.0","id":"server-error","error":{"code":-32600,"message":"Not Acceptable"}}
response 1 ended
`,
    good: `
http 1 POST /mcp accept: application/json, text/event-stream
(call 1) → 1 ping
http 1 200 OK content-type: application/json
(call 1) ← 1 result {}
response 1 ended
`,
  },
  find: (session) =>
    [...httpCallsOf(session).values()]
      .filter(({ request }) => hasHeaders(session, request))
      .flatMap(check),
});

const NEEDED = ['application/json', 'text/event-stream'];

function check(call: HttpCall): Found[] {
  const { request, sent } = call;
  if (!request?.start.startsWith('POST ') || !sent.some(({ content }) => content.kind !== 'stray'))
    return [];
  const value = headerOf(request, 'accept');
  const missing = NEEDED.filter((type) => !value?.toLowerCase().includes(type));
  const isRefused = statusOf(call) === 406;
  // In the transport with two endpoints nothing comes back, so nothing is to be accepted.
  if (missing.length === 0 || (statusOf(call) === 202 && !isRefused)) return [];
  const header =
    value === undefined
      ? 'a POST without an Accept header'
      : `the header ${quote(`accept: ${value}`)}`;
  return [
    {
      severity: isRefused ? 'problem' : 'warning',
      title: `${header} lacks ${missing.join(' and ')}${isRefused ? '; the server refused it with 406' : ''}`,
      places: [{ seq: request.seq, index: undefined }],
      fix: `Send "Accept: ${NEEDED.join(', ')}" with every POST; this is no fault of authorisation.`,
    },
  ];
}
