import { straysOf } from '../../evidence/strays.ts';
import { defineRule } from '../../rule.ts';

/** JSON-RPC 2.0 section 6: an array without members is an invalid request. */
export const emptyBatch = defineRule({
  id: 'ids/empty-batch',
  severity: 'problem',
  summary: 'an empty batch',
  spec: { section: 'basic#batching', revision: '2025-03-26' },
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
