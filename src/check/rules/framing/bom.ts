import type { Side } from '../../../model/frame.ts';
import type { Session } from '../../../model/session.ts';
import { SIDES } from '../../evidence/lines.ts';
import { explainedBy } from '../../evidence/open-requests.ts';
import { type StrayLine, strayNumbers, straysOfKind } from '../../evidence/strays.ts';
import { idText, requestName, streamOf } from '../../evidence/text.ts';
import { defineRule, type Found } from '../../rule.ts';

export const bom = defineRule({
  id: 'framing/bom',
  severity: 'problem',
  summary: 'a UTF-8 byte order mark before a message',
  spec: {
    section: 'basic/transports#stdio',
    revision: '2025-06-18',
    says: 'JSON-RPC messages are UTF-8 encoded. RFC 8259 forbids a byte order mark before a JSON text that is sent over a network.',
  },
  hosts:
    'JSON.parse refuses the first line only, so the handshake fails while everything after it looks fine.',
  fix: 'Write UTF-8 without a byte order mark (PowerShell 5.1: [Console]::OutputEncoding = [Text.UTF8Encoding]::new($false)).',
  example: {
    bad: `
→ 1 ping
← ⟨EF BB BF⟩{"jsonrpc":"2.0","id":1,"result":{}}
`,
    good: `
→ 1 ping
← {"jsonrpc":"2.0","id":1,"result":{}}
`,
  },
  find: (session) => SIDES.flatMap((side) => findBom(session, side)),
});

function findBom(session: Session, side: Side): Found[] {
  const marks = straysOfKind(session, side, 'bom');
  const [first] = marks;
  if (!first) return [];
  return [
    {
      side,
      title: `${where(marks, first)} of ${streamOf(side)} (EF BB BF)${consequence(session, marks, first)}`,
      places: marks.map(({ seq }) => ({ seq, index: undefined, offset: 0 })),
      fix: 'Write UTF-8 without a byte order mark (PowerShell 5.1: [Console]::OutputEncoding = [Text.UTF8Encoding]::new($false)).',
    },
  ];
}

function where(marks: readonly StrayLine[], first: StrayLine): string {
  return marks.length === 1 && first.line.number === 1
    ? 'BOM at byte 0'
    : `BOM at the start of ${strayNumbers(marks)}`;
}

/** What a strict peer makes of it, and what it would be without the mark. */
function consequence(session: Session, marks: readonly StrayLine[], first: StrayLine): string {
  const [request] = explainedBy(session, marks);
  if (request)
    return `: ${requestName(request.request)} is unanswered because of it, and would pair once it is removed`;
  const { almost } = first.stray;
  if (almost?.kind === 'request')
    return `: hides the request ${almost.method} (id ${idText(almost.id)})`;
  return almost ? ': hides a message' : '';
}
