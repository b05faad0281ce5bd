import { answerOf, asker, type Exchange, type Session } from '../../../model/session.ts';
import { requestName } from '../../evidence/text.ts';
import { defineRule, type Found } from '../../rule.ts';

export const reusedWhileOpen = defineRule({
  id: 'ids/reused-while-open',
  severity: 'problem',
  summary: 'an id is used again before the first request with it was answered',
  spec: {
    section: 'basic#requests',
    revision: '2025-06-18',
    says: 'A request id must not have been used by the same sender before in the session.',
  },
  hosts:
    'Which of the two requests an answer belongs to cannot be told; clients settle one and leave the other waiting.',
  fix: 'Give every request of a session an id of its own, for example by counting.',
  example: {
    bad: `
handshake
→ 1 ping
→ 1 tools/list
← 1 result {}
`,
    good: `
handshake
→ 1 ping
→ 2 tools/list
← 1 result {}
← 2 result {"tools":[]}
`,
  },
  find: (session) => findReused(session),
});

function findReused(session: Session): Found[] {
  const open = new Map<string, Exchange>();
  const found: Found[] = [];
  for (const exchange of session.exchanges) {
    const { id, method } = exchange.request.message;
    // Ids are counted anew after `initialize`; hosts that retry the handshake start again with 0.
    if (method === 'initialize') open.clear();
    if (id.kind === 'null') continue;
    const key = `${asker(exchange)} ${id.key}`;
    const before = open.get(key);
    if (before && isOpenAt(before, exchange.request.seq)) found.push(describe(before, exchange));
    open.set(key, exchange);
  }
  return found;
}

function isOpenAt({ outcome, cancel, ...exchange }: Exchange, seq: number): boolean {
  if (cancel && cancel.seq < seq) return false;
  if (outcome.kind === 'ambiguous') return !outcome.answers[0] || outcome.answers[0].seq > seq;
  const answer = answerOf({ outcome, cancel, ...exchange });
  return answer === undefined || answer.seq > seq;
}

function describe(before: Exchange, exchange: Exchange): Found {
  return {
    side: asker(exchange),
    title: `${requestName(exchange.request)} uses the id of ${requestName(before.request)}, which is still open`,
    places: [exchange.request, before.request].map(({ seq, index }) => ({ seq, index })),
    fix: 'Give every request of a session an id of its own, for example by counting.',
  };
}
