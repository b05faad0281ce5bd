import type { Session } from '../../../model/session.ts';
import { SIDES } from '../../evidence/lines.ts';
import { openRequestsOf } from '../../evidence/misfits.ts';
import { strayNumbers, straysOfKind } from '../../evidence/strays.ts';
import { count, streamOf } from '../../evidence/text.ts';
import { defineRule } from '../../rule.ts';

export const utf16 = defineRule({
  id: 'framing/utf-16',
  severity: 'problem',
  summary: 'a stream in UTF-16: a zero byte beside every letter',
  spec: {
    section: 'basic/transports#stdio',
    revision: '2025-06-18',
    says: 'JSON-RPC messages are UTF-8 encoded.',
  },
  hosts: 'No client reads a single message of it; the handshake times out.',
  fix: 'Write UTF-8 (PowerShell: $OutputEncoding and [Console]::OutputEncoding; .NET: new UTF8Encoding(false)).',
  example: {
    bad: `
→ 1 ping
← ⟨7B 00 22 00 69 00 64 00 22 00 3A 00 31 00 7D 00⟩
`,
    good: `
→ 1 ping
← 1 result {}
`,
  },
  find: (session: Session) =>
    SIDES.flatMap((side) => {
      const lines = straysOfKind(session, side, 'utf-16');
      if (lines.length === 0) return [];
      const open = openRequestsOf(session).filter(({ request }) => request.from !== side).length;
      const lost = open === 0 ? '' : `; ${count(open, 'request')} without an answer`;
      return [
        {
          side,
          title: `${count(lines.length, 'line')} on ${streamOf(side)} in UTF-16, ${strayNumbers(lines)}${lost}`,
          places: lines.map(({ seq }) => ({ seq, index: undefined, offset: 0 })),
        },
      ];
    }),
});
