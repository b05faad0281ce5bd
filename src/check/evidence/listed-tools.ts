import { childrenOf, member, stringMember } from '../../model/json.ts';
import { answerOf, type Session } from '../../model/session.ts';
import { perSession } from './per-session.ts';

/** Names of the tools that the server listed, on all pages; none when it was never asked. */
export const listedTools = perSession((session: Session): ReadonlySet<string> => {
  const results = session.exchanges.flatMap((exchange) => {
    const answer = answerOf(exchange);
    if (exchange.request.message.method !== 'tools/list' || !answer) return [];
    return answer.message.kind === 'result' ? [answer.message.result] : [];
  });
  const tools = results.flatMap((result) => {
    const list = member(result, 'tools');
    return list?.kind === 'array' ? childrenOf(list, '') : [];
  });
  return new Set(tools.flatMap(([, tool]) => stringMember(tool, 'name') ?? []));
});
