import { at } from '../../../model/json.ts';
import { isKind, type Session } from '../../../model/session.ts';
import { tableAt } from '../../evidence/revision-of.ts';
import { count, requestName } from '../../evidence/text.ts';
import { defineRule, type Found } from '../../rule.ts';

export const requestMeta = defineRule({
  id: 'lifecycle/request-meta',
  severity: 'problem',
  side: 'client',
  summary: 'a request of the modern era without the _meta that every request must carry',
  spec: {
    section: 'basic#meta',
    revision: '2026-07-28',
    says: 'Every request names the protocol version and the client’s capabilities in _meta, because there is no handshake.',
  },
  hosts: 'Servers on the SDKs answer -32602 and name the missing key.',
  fix: 'Send io.modelcontextprotocol/protocolVersion and io.modelcontextprotocol/clientCapabilities in params._meta.',
  example: {
    bad: `
→ 1 tools/list @2026-07-28
← 1 result {"resultType":"complete","tools":[],"ttlMs":0,"cacheScope":"private"}
→ 2 prompts/list {"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28"}}
← 2 error -32602 Invalid _meta envelope
`,
    good: `
→ 1 tools/list @2026-07-28
← 1 result {"resultType":"complete","tools":[],"ttlMs":0,"cacheScope":"private"}
`,
  },
  find: findMissing,
});

function findMissing(session: Session): Found[] {
  const bare = session.messages.flatMap((each) => {
    if (!isKind(each, 'request') || each.from !== 'client') return [];
    const { method, params } = each.message;
    if (method === 'initialize') return [];
    const wanted = tableAt(session, each)?.requestMeta ?? [];
    const missing = wanted.filter((key) => !at(params, '_meta', key));
    return missing.length === 0 ? [] : [{ each, missing }];
  });
  const [first] = bare;
  if (!first) return [];
  const more = bare.length === 1 ? '' : `; ${count(bare.length, 'request')} in all`;
  return [
    {
      title: `${requestName(first.each)} lacks ${first.missing.join(' and ')} in its _meta${more}`,
      places: bare.map(({ each: { seq, index } }) => ({ seq, index, pointer: '/params' })),
    },
  ];
}
