import type { Side } from '../../../model/frame.ts';
import type { Session } from '../../../model/session.ts';
import { SIDES } from '../../evidence/lines.ts';
import { explainedBy } from '../../evidence/open-requests.ts';
import { strayNumbers, straysOfKind } from '../../evidence/strays.ts';
import { count, headOf, quote, requestName, streamOf } from '../../evidence/text.ts';
import { defineRule, type Found } from '../../rule.ts';

export const wrappedMessage = defineRule({
  id: 'framing/wrapped-message',
  severity: 'problem',
  summary: 'a message with terminal codes, a log prefix or other text on its line',
  spec: {
    section: 'basic/transports#stdio',
    revision: '2025-06-18',
    says: 'A line is one message and nothing else.',
  },
  hosts: 'Clients refuse the whole line, and the request that it answers times out.',
  fix: 'Switch colours, spinners and prompts off for stdout (NO_COLOR=1, TERM=dumb), and keep loggers away from it.',
  example: {
    bad: `
handshake
→ 1 ping
← ⟨1B⟩[?25h{"jsonrpc":"2.0","id":1,"result":{}}
`,
    good: `
handshake
→ 1 ping
← 1 result {}
`,
  },
  find: (session) => SIDES.flatMap((side) => findWrapped(session, side)),
});

function findWrapped(session: Session, side: Side): Found[] {
  const lines = straysOfKind(session, side, 'wrapped');
  const [first] = lines;
  if (!first) return [];
  const lost = explainedBy(session, lines).map((each) => requestName(each.request));
  const unread =
    lost.length === 0
      ? ''
      : `; unanswered because of it: ${lost.slice(0, 3).join(', ')}${lost.length > 3 ? ', …' : ''}`;
  const { bytes } = first.line.frame;
  const start = bytes.indexOf('{"');
  const around = start > 0 ? bytes.subarray(0, start) : bytes.subarray(bytes.lastIndexOf('}') + 1);
  return [
    {
      side,
      title: `${count(lines.length, 'message')} on ${streamOf(side)} with other text around it, ${strayNumbers(lines)}: ${quote(headOf(around, 60), 60)}${unread}`,
      places: lines.map(({ seq }) => ({ seq, index: undefined, offset: 0 })),
    },
  ];
}
