import { asker, type Exchange, type Session } from '../../../model/session.ts';
import { addTo } from '../../evidence/add-to.ts';
import { isMixed } from '../../evidence/clients.ts';
import { count, requestName } from '../../evidence/text.ts';
import { defineRule, type Found } from '../../rule.ts';

/** Legal for JSON-RPC, not for MCP; what is reused while it is open has a rule of its own. */
export const reused = defineRule({
  id: 'ids/reused',
  severity: 'note',
  summary: 'an id is used again in the same session, after its request was answered',
  spec: {
    section: 'basic#requests',
    revision: '2025-06-18',
    says: 'A request id must not have been used by the same sender before in the session.',
  },
  hosts: 'Servers answer all the same; logs and tools that pair by id mix the two requests up.',
  fix: 'Count ids up, and never start anew within a session.',
  example: {
    bad: `
handshake
→ 1 ping
← 1 result {}
→ 1 tools/list
← 1 result {"tools":[]}
`,
    good: `
handshake
→ 1 ping
← 1 result {}
→ 2 tools/list
← 2 result {"tools":[]}
`,
  },
  find: findReused,
});

function findReused(session: Session): Found[] {
  const known = new Map<string, Exchange>();
  const again = new Map<string, Exchange[]>();
  for (const exchange of session.exchanges) {
    const { request } = exchange;
    const { id, method } = request.message;
    if (method === 'initialize') known.clear();
    if (id.kind === 'null' || isMixed(session, request)) continue;
    const key = `${asker(exchange)} ${id.key}`;
    const before = known.get(key);
    // Only what is surely over: while it is open, another rule tells it.
    if (before?.outcome.kind === 'answered' && before.outcome.answer.seq < request.seq)
      addTo(again, asker(exchange), exchange);
    known.set(key, exchange);
  }
  return [...again.values()].flatMap((all) => {
    const [first] = all;
    if (!first) return [];
    const more = all.length === 1 ? '' : `; ${count(all.length, 'id')} in all`;
    return [
      {
        side: asker(first),
        title: `${requestName(first.request)} has an id that was used before in this session${more}`,
        places: all.map(({ request: { seq, index } }) => ({ seq, index, pointer: '/id' })),
      },
    ];
  });
}
