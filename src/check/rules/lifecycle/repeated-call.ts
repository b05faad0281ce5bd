import { at, stringMember } from '../../../model/json.ts';
import type { Exchange, Session } from '../../../model/session.ts';
import { requestName } from '../../evidence/text.ts';
import { defineRule, type Found } from '../../rule.ts';

/** A host that gives up and tries again makes a tool run twice when the first call went through. */
export const repeatedCall = defineRule({
  id: 'lifecycle/repeated-call',
  severity: 'note',
  side: 'host',
  summary: 'a tool call is repeated after it was cancelled, and the first one was carried out',
  spec: {
    section: 'basic/utilities/cancellation',
    revision: '2025-06-18',
    says: 'Either side may cancel; the work may be done all the same, because messages cross on the way.',
  },
  hosts: 'Hosts repeat a call that timed out: what the tool does is then done twice.',
  fix: 'Wait longer, or make the tool safe to repeat (idempotentHint).',
  example: {
    bad: `
handshake
→ 1 tools/call {"name":"pay","arguments":{"sum":5}}
wait 60 s
→ notifications/cancelled {"requestId":1}
→ 2 tools/call {"name":"pay","arguments":{"sum":5}}
wait 3 s
← 1 result {"content":[]}
← 2 result {"content":[]}
`,
    good: `
handshake
→ 1 tools/call {"name":"pay","arguments":{"sum":5}}
wait 60 s
→ notifications/cancelled {"requestId":1}
→ 2 tools/call {"name":"pay","arguments":{"sum":7}}
wait 3 s
← 1 result {"content":[]}
← 2 result {"content":[]}
`,
  },
  find: (session) => findRepeated(session),
});

function findRepeated(session: Session): Found[] {
  const late = new Map<string, Exchange>();
  return session.exchanges.flatMap((exchange) => {
    const key = callKey(exchange);
    if (key === undefined) return [];
    const before = late.get(key);
    if (exchange.outcome.kind === 'late') late.set(key, exchange);
    if (before?.outcome.kind !== 'late') return [];
    const { cancel, answer } = before.outcome;
    const { request } = exchange;
    if (request.seq < cancel.seq) return [];
    return [
      {
        title: `${requestName(request)} has the same tool and arguments as ${requestName(before.request)}, a cancelled call whose answer arrived: it probably ran twice`,
        places: [request, before.request, answer].map(({ seq, index }) => ({ seq, index })),
        fix: 'Wait longer, or make the tool safe to repeat (idempotentHint).',
      },
    ];
  });
}

/** Tool and arguments, by their bytes. */
function callKey({ request }: Exchange): string | undefined {
  const { message, bytes } = request;
  const name = stringMember(message.params, 'name');
  if (message.method !== 'tools/call' || name === undefined) return undefined;
  const given = at(message.params, 'arguments');
  return `${name} ${given ? bytes.toString('latin1', given.start, given.end) : ''}`;
}
