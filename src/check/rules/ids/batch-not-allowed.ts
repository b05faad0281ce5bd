import { otherSide, type Side } from '../../../model/frame.ts';
import type { Session } from '../../../model/session.ts';
import { forbiddenBatchesOf } from '../../evidence/batches.ts';
import { SIDES } from '../../evidence/lines.ts';
import { misfitsOfKind, openRequestsOf } from '../../evidence/misfits.ts';
import { count, plainText } from '../../evidence/text.ts';
import { defineRule, type Found } from '../../rule.ts';

/** Batches came with revision 2025-03-26 and went with 2025-06-18. */
export const batchNotAllowed = defineRule({
  id: 'ids/batch-not-allowed',
  severity: 'problem',
  summary: 'a batch under a revision without batches',
  spec: {
    section: 'changelog',
    revision: '2025-06-18',
    says: 'JSON-RPC batching was removed in this revision; it was part of 2025-03-26 alone.',
  },
  hosts:
    'Both TypeScript SDKs drop an array on stdio without a word; over HTTP version 1 still answers it.',
  fix: 'Send each message on a line of its own.',
  example: {
    bad: `
handshake 2025-06-18
→ [{"jsonrpc":"2.0","id":1,"method":"ping"},{"jsonrpc":"2.0","id":2,"method":"ping"}]
wait 2 s
closed by client
`,
    good: `
handshake 2025-06-18
→ 1 ping
→ 2 ping
← 1 result {}
← 2 result {}
`,
  },
  find: (session) => SIDES.flatMap((side) => findBatches(session, side)),
});

function findBatches(session: Session, side: Side): Found[] {
  const batches = forbiddenBatchesOf(session).filter((each) => each.line.frame.from === side);
  const [first] = batches;
  if (first?.line.content.kind !== 'batch') return [];
  const members = count(first.line.content.members.length, 'message');
  const revision = plainText(first.revision, 20);
  const answers = misfitsOfKind(session, 'to-batch').filter((each) => each.answer.from !== side);
  const refused = answers.length === 0 ? '' : `; the ${otherSide(side)} refused it`;
  const more = batches.length === 1 ? '' : `; ${batches.length} batches in all`;
  const places = [...batches.map(({ line }) => line.frame), ...answers.map(({ answer }) => answer)];
  return [
    {
      side,
      title: `batch of ${members} from the ${side} (line ${first.line.number}): not allowed in revision ${revision}${refused}${unanswered(session, batches)}${more}`,
      places: places.map(({ seq }) => ({ seq, index: undefined })),
      fix: 'Send each message on a line of its own.',
    },
  ];
}

/** Peers drop what they do not know, so the requests inside stay open. */
function unanswered(session: Session, batches: ReturnType<typeof forbiddenBatchesOf>): string {
  const seqs = new Set(batches.map(({ line }) => line.frame.seq));
  const open = openRequestsOf(session).filter((each) => seqs.has(each.request.seq)).length;
  return open === 0 ? '' : `; ${count(open, 'request')} in it without an answer`;
}
