import type { Side } from '../../../model/frame.ts';
import type { Exchange, Session } from '../../../model/session.ts';
import { SIDES } from '../../evidence/lines.ts';
import { explainedOf } from '../../evidence/open-requests.ts';
import { notNumbers } from '../../evidence/stray-kinds.ts';
import { type StrayLine, straysOfKind } from '../../evidence/strays.ts';
import { jsonPath, requestName } from '../../evidence/text.ts';
import { defineRule, type Found } from '../../rule.ts';

/** Python writes and reads these words by default, JavaScript refuses the line: the ends disagree. */
export const notANumber = defineRule({
  id: 'framing/not-a-number',
  severity: 'problem',
  summary: 'NaN or Infinity in a message',
  spec: {
    section: 'basic',
    revision: '2025-06-18',
    says: 'All messages follow JSON-RPC 2.0, and so JSON, which has no NaN and no Infinity (RFC 8259 section 6).',
  },
  hosts:
    'The Python SDK reads these words, JavaScript clients refuse the line: the two ends disagree whether there was an answer.',
  fix: 'Send null or a string instead (Python: json.dumps(…, allow_nan=False) shows where they come from).',
  example: {
    bad: `
handshake
→ 1 tools/call {"name":"mean","arguments":{}}
← {"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"…"}],"structuredContent":{"mean":NaN}}}
`,
    good: `
handshake
→ 1 tools/call {"name":"mean","arguments":{}}
← 1 result {"content":[{"type":"text","text":"…"}],"structuredContent":{"mean":null}}
`,
  },
  find: (session) => SIDES.flatMap((side) => findWords(session, side)),
});

function findWords(session: Session, side: Side): Found[] {
  const lost = new Map<StrayLine, Exchange>();
  for (const [exchange, stray] of explainedOf(session).byStray) lost.set(stray, exchange);
  return straysOfKind(session, side, 'not-a-number').map((stray) => {
    const words = stray.stray.almost ? notNumbers(stray.stray.almost.node) : [];
    const shown = words.slice(0, 3).map((each) => `${each.text} at ${jsonPath(each.pointer)}`);
    const more = words.length > 3 ? ` and ${words.length - 3} more` : '';
    const exchange = lost.get(stray);
    const open = exchange
      ? `; ${requestName(exchange.request)} is unanswered for strict peers`
      : '';
    return {
      side,
      title: `not JSON, but accepted by lenient parsers (Python): ${shown.join(', ')}${more}${open}`,
      places: words
        .slice(0, 10)
        .map(({ pointer }) => ({ seq: stray.seq, index: undefined, pointer })),
      fix: 'Send null or a string instead (Python: json.dumps(…, allow_nan=False) shows where they come from).',
    };
  });
}
