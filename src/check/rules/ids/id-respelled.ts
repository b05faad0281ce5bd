import type { RpcId } from '../../../model/message.ts';
import { answerOf, type Exchange } from '../../../model/session.ts';
import { SIDES } from '../../evidence/lines.ts';
import { count, idText, requestName } from '../../evidence/text.ts';
import { defineRule } from '../../rule.ts';

/** 1 and 1.0 are the same JSON number, so they pair here; peers that compare text do not pair them. */
export const idRespelled = defineRule({
  id: 'ids/id-respelled',
  severity: 'note',
  summary: 'an answer spells the number of its id differently: 1.0 for 1',
  spec: {
    section: 'basic#responses',
    revision: '2025-06-18',
    says: 'A response carries the same id as its request.',
  },
  hosts: 'JSON parsers read 1 and 1.0 as one number; a peer that compares text does not pair them.',
  fix: 'Send the id back as it came.',
  example: {
    bad: `
handshake
→ 1 ping
← 1.0 result {}
`,
    good: `
handshake
→ 1 ping
← 1 result {}
`,
  },
  find: (session) =>
    SIDES.flatMap((side) => {
      const respelled = session.exchanges.filter((each) => isRespelled(each, side));
      const [first] = respelled;
      const answer = first && answerOf(first);
      if (!answer) return [];
      const more = respelled.length === 1 ? '' : `; ${count(respelled.length, 'answer')} in all`;
      return [
        {
          side,
          title: `${requestName(first.request)} was answered with id ${idText(answer.message.id)}, the same number in another spelling${more}`,
          places: respelled.map(({ request: { seq, index } }) => ({ seq, index })),
          fix: 'Send the id back as it came.',
        },
      ];
    }),
});

function isRespelled(exchange: Exchange, side: 'client' | 'server'): boolean {
  const answer = answerOf(exchange);
  if (answer?.from !== side) return false;
  const id: RpcId | undefined = answer.message.id;
  const asked = exchange.request.message.id;
  return id?.kind === 'number' && asked.kind === 'number' && id.text !== asked.text;
}
