import type { Session } from '../../../model/session.ts';
import { answerOf } from '../../../model/session.ts';
import { SIDES, streamsOf } from '../../evidence/lines.ts';
import { count, duration, requestName } from '../../evidence/text.ts';
import { defineRule, type Found } from '../../rule.ts';

/** What the reader of the TypeScript SDKs takes before it throws. */
const LIMIT = 10 * 1024 * 1024;

export const largeMessage = defineRule({
  id: 'framing/large-message',
  severity: 'warning',
  summary: 'a line of more than 10 MiB',
  basis: 'the reader of both TypeScript SDKs takes 10 MiB a line',
  hosts:
    'Clients on the TypeScript SDKs close the connection at such a line; others read it slowly, and the model gets a few per cent of it.',
  fix: 'Send pages, or a link to a resource, instead of everything at once.',
  example: {
    bad: `
handshake
→ 1 tools/call {"name":"dump","arguments":{}}
← {"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"⟨10500000 × a⟩"}]}}
`,
    good: `
handshake
→ 1 tools/call {"name":"dump","arguments":{}}
← {"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"⟨1000 × a⟩"}]}}
`,
  },
  find: (session: Session) => SIDES.flatMap((side) => findLarge(session, side)),
});

function findLarge(session: Session, side: 'client' | 'server'): Found[] {
  const large = streamsOf(session)[side].filter(({ frame }) => frame.bytes.length > LIMIT);
  const [first] = large;
  if (!first) return [];
  const answered = session.exchanges.find((each) => answerOf(each)?.seq === first.frame.seq);
  const what = answered
    ? ` in answer to ${requestName(answered.request)}, ${duration(first.frame.at - answered.request.at)} after it`
    : '';
  const more = large.length === 1 ? '' : `; ${count(large.length, 'line')} in all`;
  return [
    {
      side,
      title: `a line of ${count(first.frame.bytes.length, 'byte')} from the ${side}${what}${more}`,
      places: large.map(({ frame: { seq } }) => ({ seq, index: undefined })),
    },
  ];
}
