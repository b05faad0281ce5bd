import type { FrameContent } from '../../../model/message.ts';
import { type HttpCall, httpCallsOf, statusOf } from '../../evidence/http.ts';
import { headOf, quote } from '../../evidence/text.ts';
import { defineRule, type Found } from '../../rule.ts';

/** Strict clients (rmcp, and what is built on it) close the connection over it. */
export const notificationStatus = defineRule({
  id: 'http/notification-status',
  severity: 'problem',
  side: 'server',
  summary: 'a notification that was not answered with 202 and no body',
  spec: {
    section: 'basic/transports#sending-messages-to-the-server',
    revision: '2025-06-18',
    says: 'A POST of a notification is answered with 202 Accepted and no body.',
  },
  hosts:
    'Clients on the Rust SDK (Codex) close right after notifications/initialized; tests with curl look fine.',
  fix: 'Answer notifications with 202 and nothing else.',
  example: {
    bad: `
http 1 POST /mcp accept: application/json, text/event-stream
(call 1) → notifications/initialized
http 1 200 OK content-type: application/json
(call 1) ← null
response 1 ended
`,
    good: `
http 1 POST /mcp accept: application/json, text/event-stream
(call 1) → notifications/initialized
http 1 202 Accepted
response 1 ended
`,
  },
  find: (session) => [...httpCallsOf(session).values()].flatMap(check),
});

function check(call: HttpCall): Found[] {
  const { sent, received, response, closed } = call;
  const [first] = sent;
  const status = statusOf(call);
  if (!first || !response || !closed || status === undefined || status >= 300) return [];
  if (!sent.every(({ content }) => isNoRequest(content))) return [];
  const [body] = received;
  if (status === 202 && !body) return [];
  const got = `${status}${body ? ` with ${quote(headOf(body.frame.bytes), 60)}` : status === 204 ? '' : ' empty'}`;
  return [
    {
      title: `${nameOf(first.content)} must be answered with 202 and no body; got ${got}`,
      places: [{ seq: response.seq, index: undefined }],
      fix: 'Answer POSTs that hold only notifications or answers with status 202 and nothing else.',
    },
  ];
}

function isNoRequest(content: FrameContent): boolean {
  if (content.kind === 'batch') return content.members.every(isNoRequest);
  return content.kind !== 'request' && content.kind !== 'stray';
}

function nameOf(content: FrameContent): string {
  return content.kind === 'notification' ? quote(content.method) : 'what asks for no answer';
}
