import { at, stringMember } from '../../../model/json.ts';
import { answerOf, type Session } from '../../../model/session.ts';
import { quote, requestName } from '../../evidence/text.ts';
import { defineRule, type Found } from '../../rule.ts';

export const rpcError = defineRule({
  id: 'content/rpc-error',
  severity: 'note',
  side: 'server',
  summary: 'a tool call failed with a JSON-RPC error, which hosts often hide from the model',
  spec: { section: 'server/tools#error-handling', revision: '2025-06-18' },
  find: (session) => findErrors(session),
});

function findErrors(session: Session): Found[] {
  return session.exchanges.flatMap((exchange) => {
    const answer = answerOf(exchange);
    const isCall = exchange.request.message.method === 'tools/call';
    if (!isCall || answer?.message.kind !== 'failure') return [];
    const code = at(answer.message.error, 'code');
    const text = stringMember(answer.message.error, 'message') ?? '';
    return [
      {
        title: `${requestName(exchange.request)} failed with the JSON-RPC error ${code?.kind === 'number' ? code.text.slice(0, 20) : 'without code'}; the model probably did not see its text ${quote(text)}`,
        places: [{ seq: answer.seq, index: answer.index, pointer: '/error' }],
        fix: 'Report failures of the tool as a result with isError true; keep JSON-RPC errors for unknown tools and broken requests.',
      },
    ];
  });
}
