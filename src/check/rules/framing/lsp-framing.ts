import type { Side } from '../../../model/frame.ts';
import type { Session } from '../../../model/session.ts';
import { SIDES } from '../../evidence/lines.ts';
import { openRequestsOf } from '../../evidence/misfits.ts';
import { explainedBy } from '../../evidence/open-requests.ts';
import { lspHeader, speaksLsp, straysOfKind } from '../../evidence/strays.ts';
import { count, quote, streamOf } from '../../evidence/text.ts';
import { defineRule, type Found } from '../../rule.ts';

/** One diagnosis for the stream, instead of a finding for each header, blank line and body. */
export const lspFraming = defineRule({
  id: 'framing/lsp-framing',
  severity: 'problem',
  summary: 'messages framed by Content-Length headers, as the Language Server Protocol does',
  spec: {
    section: 'basic/transports#stdio',
    revision: '2025-06-18',
    says: 'On stdio a message is one line; there are no headers.',
  },
  hosts: 'Clients wait for a line that is JSON and time out without any hint.',
  fix: 'Write each message as one line of JSON that ends in a line feed, without headers.',
  example: {
    bad: `
→ 1 ping
← Content-Length: 36⟨CR⟩
← ⟨CR⟩
← {"jsonrpc":"2.0","id":1,"result":{}}⟨no line feed⟩
`,
    good: `
→ 1 ping
← {"jsonrpc":"2.0","id":1,"result":{}}
`,
  },
  find: (session) => SIDES.flatMap((side) => findLsp(session, side)),
});

function findLsp(session: Session, side: Side): Found[] {
  const lines = straysOfKind(session, side, 'lsp');
  const headers = lines.flatMap((each) => lspHeader(each.line.frame.bytes) ?? []);
  const [first] = headers;
  if (first === undefined) return [];
  const open = speaksLsp(session, side)
    ? unansweredBy(session, side)
    : explainedBy(session, lines).length;
  const lost = open === 0 ? '' : `; ${count(open, 'request')} without an answer`;
  return [
    {
      side,
      title: `LSP Content-Length framing on ${streamOf(side)} (${count(headers.length, 'header')}, the first ${quote(first)}); MCP stdio wants one JSON message per line${lost}`,
      places: lines.map(({ seq }) => ({ seq, index: undefined })),
      fix: 'Write each message as one line of JSON that ends in a line feed, without headers.',
    },
  ];
}

function unansweredBy(session: Session, side: Side): number {
  return openRequestsOf(session).filter((each) => each.request.from !== side).length;
}
