import { type Misfit, misfitsOfKind } from '../../evidence/misfits.ts';
import { idText, requestName } from '../../evidence/text.ts';
import { defineRule, type Found } from '../../rule.ts';

export const orphanAnswer = defineRule({
  id: 'ids/orphan-answer',
  severity: 'problem',
  summary: 'answers to nothing that was asked',
  spec: {
    section: 'basic#responses',
    revision: '2025-06-18',
    says: 'A response carries the id of the request that it answers.',
  },
  // A reaction to a line that is no message is a consequence: that line has a finding of its own.
  hosts: 'Clients print "Received a response for an unknown message ID" and drop it.',
  fix: 'Answer with the id of the request, in the same JSON type.',
  example: {
    bad: `
handshake
← 99 result {}
`,
    good: `
handshake
→ 99 ping
← 99 result {}
`,
  },
  find: (session) => misfitsOfKind(session, 'orphan').map(describe),
});

function describe({ answer, exchange }: Misfit): Found {
  const { from, message } = answer;
  const open = exchange ? `; ${requestName(exchange.request)} was open` : '';
  return {
    side: from,
    title: `${what(message.kind)} ${idText(message.id)} from the ${from} answers no request${open}`,
    places: [answer, ...(exchange ? [exchange.request] : [])].map(({ seq, index }) => ({
      seq,
      index,
    })),
    fix: 'Answer with the id of the request, in the same JSON type.',
  };
}

function what(kind: 'result' | 'failure'): string {
  return kind === 'result' ? 'result with id' : 'error with id';
}
