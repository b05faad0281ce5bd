import type { Exchange, Session } from '../../../model/session.ts';
import { callOfRequest, type HttpCall } from '../../evidence/http.ts';
import { openRequestsOf } from '../../evidence/misfits.ts';
import { count, duration, headOf, quote, requestName } from '../../evidence/text.ts';
import { defineRule, type Found } from '../../rule.ts';

/** The answer to a POST comes as its response; when that is over, nobody needs to wait any more. */
export const noAnswer = defineRule({
  id: 'http/no-answer',
  severity: 'problem',
  side: 'server',
  summary: 'a POST with a request whose response ended without the answer',
  spec: {
    section: 'basic/transports#sending-messages-to-the-server',
    revision: '2025-06-18',
    says: 'A POST that holds a request is answered with JSON, or with an event stream that ends after the answer.',
  },
  hosts: 'Clients wait until their own time-out, because a stream that ends is no error to them.',
  fix: 'Write the answer before the stream is closed, and close it only then.',
  example: {
    bad: `
http 1 POST /mcp accept: application/json, text/event-stream
(call 1) → 1 tools/list
http 1 200 OK content-type: text/event-stream
response 1 ended
`,
    good: `
http 1 POST /mcp accept: application/json, text/event-stream
(call 1) → 1 tools/list
http 1 200 OK content-type: text/event-stream
(call 1, event) ← 1 result {"tools":[]}
response 1 ended
`,
  },
  find: (session) =>
    openRequestsOf(session).flatMap((exchange) => {
      const what = whyNone(session, exchange);
      return what === undefined ? [] : [found(exchange, what, fixFor(session, exchange))];
    }),
});

function whyNone(session: Session, exchange: Exchange): string | undefined {
  const call = callOfRequest(session, exchange);
  if (call?.failed !== undefined) return `the server could not be reached: ${call.failed}`;
  // A client that leaves gives up its request itself; 202 promises the answer elsewhere.
  if (call?.closed?.by !== 'server' || call.response?.start.startsWith('202')) return undefined;
  return call.closed.events === undefined
    ? answered(call)
    : `stream closed after ${count(call.closed.events, 'event')} and ${count(call.closed.answers ?? 0, 'answer')}, ${duration(call.closed.at - exchange.request.at)} after the request`;
}

function answered({ response, received, closed }: HttpCall): string {
  const [body] = received;
  const what = body ? `the body ${quote(headOf(body.frame.bytes))}` : 'no body';
  const cut = closed?.complete === false ? ', broken off' : '';
  return `answered with ${quote(response?.start ?? 'no status')}, ${what} and no answer${cut}`;
}

/** What is to be done about a server that was not there is not what one is to do that did not answer. */
function fixFor(session: Session, exchange: Exchange): string {
  const call = callOfRequest(session, exchange);
  if (call?.failed !== undefined)
    return 'Start the server, or look whether the address is the one at which it listens.';
  const status = Number(call?.response?.start.split(' ')[0]);
  if (status >= 400)
    return 'Answer a request that fails with a JSON-RPC error that has its id; look for a gateway in between whose page this is.';
  return 'End the response of a POST only after the answer to its request; the client must not wait, and sends it again under a new id.';
}

function found({ request }: Exchange, what: string, fix: string): Found {
  return {
    title: `${requestName(request)}: ${what}`,
    places: [{ seq: request.seq, index: request.index }],
    fix,
  };
}
