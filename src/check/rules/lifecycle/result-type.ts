import { member, stringMember } from '../../../model/json.ts';
import { answerOf, type Exchange, type Session } from '../../../model/session.ts';
import { methodInfo } from '../../../protocol/revisions.ts';
import { addTo } from '../../evidence/add-to.ts';
import { revisionAt, tableAt } from '../../evidence/revision-of.ts';
import { count, quote, requestName } from '../../evidence/text.ts';
import { defineRule, type Found } from '../../rule.ts';

/** Told once for each flaw: a server does it the same way everywhere. */
export const resultType = defineRule({
  id: 'lifecycle/result-type',
  severity: 'warning',
  side: 'server',
  summary: 'a result of the modern era without resultType, or with one that its method has not',
  spec: {
    section: 'basic#result-responses',
    revision: '2026-07-28',
    says: 'Every result says its resultType: complete, input_required for tools/call, resources/read and prompts/get, or that of an extension.',
  },
  hosts:
    'Clients take a result without it for complete; a question that does not say so is shown to the model as an empty answer.',
  fix: 'Send resultType with every result: "complete", or "input_required" with inputRequests or requestState.',
  example: {
    bad: `
→ 1 tools/list @2026-07-28
← 1 result {"tools":[],"ttlMs":0,"cacheScope":"private"}
`,
    good: `
→ 1 tools/list @2026-07-28
← 1 result {"resultType":"complete","tools":[],"ttlMs":0,"cacheScope":"private"}
`,
  },
  find: findFlaws,
});

function findFlaws(session: Session): Found[] {
  const byFlaw = new Map<string, Exchange[]>();
  for (const exchange of session.exchanges) {
    const flaw = flawOf(session, exchange);
    if (flaw !== undefined) addTo(byFlaw, flaw, exchange);
  }
  return [...byFlaw].flatMap(([flaw, all]) => {
    const [first] = all;
    const more = all.length === 1 ? '' : `; ${count(all.length, 'result')} in all`;
    const places = all.flatMap((each) => {
      const answer = answerOf(each);
      return answer ? [{ seq: answer.seq, index: answer.index, pointer: '/result' }] : [];
    });
    if (!first) return [];
    return [
      { title: `${requestName(first.request)} was answered with a result ${flaw}${more}`, places },
    ];
  });
}

function flawOf(session: Session, exchange: Exchange): string | undefined {
  const { request } = exchange;
  const answer = answerOf(exchange);
  if (request.from !== 'client' || answer?.message.kind !== 'result') return undefined;
  const table = tableAt(session, answer);
  const { result } = answer.message;
  if (table?.resultType !== 'required' || request.message.method === 'initialize') return undefined;
  const type = stringMember(result, 'resultType');
  if (type === undefined) return 'without resultType';
  if (type !== 'input_required') return undefined;
  const revision = revisionAt(session, answer);
  const info = revision && methodInfo(revision, request.message.method, 'client');
  if (info && !info.results.input_required)
    return `of type ${quote(type)}, which its method has not`;
  const asks = member(result, 'inputRequests') ?? member(result, 'requestState');
  return asks ? undefined : 'of type "input_required" that asks for nothing';
}
