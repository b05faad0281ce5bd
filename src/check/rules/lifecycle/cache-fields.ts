import { type JsonNode, member, stringMember } from '../../../model/json.ts';
import { answerOf, type Exchange, type Session } from '../../../model/session.ts';
import { methodInfo } from '../../../protocol/revisions.ts';
import { revisionAt } from '../../evidence/revision-of.ts';
import { count, requestName } from '../../evidence/text.ts';
import { defineRule, type Found } from '../../rule.ts';

export const cacheFields = defineRule({
  id: 'lifecycle/cache-fields',
  severity: 'warning',
  side: 'server',
  summary: 'a result of the modern era that does not say how long and for whom it may be kept',
  spec: {
    section: 'server/utilities/caching',
    revision: '2026-07-28',
    says: 'Complete results of discovery, lists and resources/read carry ttlMs, an integer from 0, and cacheScope, public or private.',
  },
  hosts: 'Clients that check results refuse them; others keep nothing, and ask again each time.',
  fix: 'Send "ttlMs": 0 and "cacheScope": "private" where nothing may be kept.',
  example: {
    bad: `
→ 1 tools/list @2026-07-28
← 1 result {"resultType":"complete","tools":[],"ttlMs":-1,"cacheScope":"shared"}
`,
    good: `
→ 1 tools/list @2026-07-28
← 1 result {"resultType":"complete","tools":[],"ttlMs":0,"cacheScope":"private"}
`,
  },
  find: findFlaws,
});

function findFlaws(session: Session): Found[] {
  const flawed = session.exchanges.flatMap((exchange) => {
    const flaw = flawOf(session, exchange);
    return flaw === undefined ? [] : [{ exchange, flaw }];
  });
  const [first] = flawed;
  if (!first) return [];
  const more = flawed.length === 1 ? '' : `; ${count(flawed.length, 'result')} in all`;
  return [
    {
      title: `${requestName(first.exchange.request)} was answered ${first.flaw}${more}`,
      places: flawed.flatMap(({ exchange }) => {
        const answer = answerOf(exchange);
        return answer ? [{ seq: answer.seq, index: answer.index, pointer: '/result' }] : [];
      }),
    },
  ];
}

function flawOf(session: Session, exchange: Exchange): string | undefined {
  const answer = answerOf(exchange);
  if (answer?.message.kind !== 'result' || answer.from !== 'server') return undefined;
  const revision = revisionAt(session, answer);
  const { result } = answer.message;
  const info = revision && methodInfo(revision, exchange.request.message.method, 'client');
  if (!info?.results.complete?.includes('ttlMs')) return undefined;
  if ((stringMember(result, 'resultType') ?? 'complete') !== 'complete') return undefined;
  const ttl = member(result, 'ttlMs');
  const scope = stringMember(result, 'cacheScope');
  if (!ttl && scope === undefined) return 'without ttlMs and cacheScope';
  if (!isWhole(ttl)) return 'with a ttlMs that is no whole number from 0';
  return scope === 'public' || scope === 'private'
    ? undefined
    : 'with a cacheScope that is neither public nor private';
}

function isWhole(node: JsonNode | undefined): boolean {
  return node?.kind === 'number' && /^\d+$/.test(node.text);
}
