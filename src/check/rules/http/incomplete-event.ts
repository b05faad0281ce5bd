import type { Session } from '../../../model/session.ts';
import { streamsOf } from '../../evidence/lines.ts';
import { headOf, quote } from '../../evidence/text.ts';
import { defineRule, type Found } from '../../rule.ts';

export const incompleteEvent = defineRule({
  id: 'http/incomplete-event',
  severity: 'problem',
  side: 'server',
  summary: 'a stream ends inside of an event, which no client then gets',
  basis: 'WHATWG HTML, Server-sent events: an event without its blank line is not dispatched',
  hosts: 'Clients drop the event and go on waiting; nothing tells them that there was one.',
  fix: 'End every event with a blank line, the last one too, before the stream is closed.',
  example: {
    bad: `
http 1 POST /mcp accept: application/json, text/event-stream
(call 1) → 1 ping
http 1 200 OK content-type: text/event-stream
(call 1, cut event) ← data: {"jsonrpc":"2.0","id":1,"result":{}}
response 1 ended
`,
    good: `
http 1 POST /mcp accept: application/json, text/event-stream
(call 1) → 1 ping
http 1 200 OK content-type: text/event-stream
(call 1, event) ← 1 result {}
response 1 ended
`,
  },
  find: findCut,
});

function findCut(session: Session): Found[] {
  return streamsOf(session).server.flatMap(({ frame }) => {
    // Events without data are not dispatched either, and are none's loss.
    if (frame.sse?.dispatched !== false || !/^data/m.test(headOf(frame.bytes))) return [];
    return [
      {
        title: `the stream of call ${frame.call ?? 0} ended inside of an event (incomplete at end of stream): ${quote(headOf(frame.bytes, 80))}`,
        places: [{ seq: frame.seq, index: undefined, offset: frame.bytes.length }],
      },
    ];
  });
}
