import { straysOf } from '../../evidence/strays.ts';
import { defineRule } from '../../rule.ts';

/** JSON-RPC 2.0 section 6: an array without members is an invalid request. */
export const emptyBatch = defineRule({
  id: 'ids/empty-batch',
  severity: 'problem',
  summary: 'an empty batch',
  spec: {
    section: 'basic#batching',
    revision: '2025-03-26',
    says: 'A batch holds at least one request or notification.',
  },
  hosts: 'Servers answer -32600 with id null, or nothing.',
  fix: 'Send nothing when there is nothing to send.',
  example: {
    bad: `
handshake 2025-03-26
→ []
`,
    good: `
handshake 2025-03-26
→ [{"jsonrpc":"2.0","id":1,"method":"ping"}]
← [{"jsonrpc":"2.0","id":1,"result":{}}]
`,
  },
  find: (session) =>
    straysOf(session).flatMap(({ kind, from, seq, line }) =>
      kind === 'empty-batch'
        ? [
            {
              side: from,
              title: `the ${from} sent an empty batch \`[]\` (line ${line.number}): an invalid request`,
              places: [{ seq, index: undefined }],
              fix: 'Send nothing when there is nothing to send.',
            },
          ]
        : [],
    ),
});
