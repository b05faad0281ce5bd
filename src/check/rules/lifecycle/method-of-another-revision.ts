import type { Located } from '../../../model/message.ts';
import { isKind, type Session } from '../../../model/session.ts';
import { methodInfo, revisionsWith } from '../../../protocol/revisions.ts';
import { addTo } from '../../evidence/add-to.ts';
import { revisionAt } from '../../evidence/revision-of.ts';
import { count, plainText } from '../../evidence/text.ts';
import { defineRule, type Found } from '../../rule.ts';

/** Methods that no revision knows are an extension, which is nobody's business. */
export const methodOfAnotherRevision = defineRule({
  id: 'lifecycle/method-of-another-revision',
  severity: 'problem',
  summary: 'a method that the revision in force does not have: removed, or not there yet',
  spec: {
    section: 'changelog',
    revision: '2026-07-28',
    says: 'initialize, ping, logging/setLevel, resources/subscribe and requests of the server are gone; tasks became an extension.',
  },
  hosts:
    'Servers answer -32601; a server that asks something in the modern era gets no answer at all.',
  fix: 'Use what the revision has in its place, or agree on one that has the method.',
  example: {
    bad: `
→ 1 tools/list @2026-07-28
← 1 result {"resultType":"complete","tools":[],"ttlMs":0,"cacheScope":"private"}
→ 2 ping @2026-07-28
← 2 error -32601 Method not found
`,
    good: `
→ 1 tools/list @2026-07-28
← 1 result {"resultType":"complete","tools":[],"ttlMs":0,"cacheScope":"private"}
`,
  },
  find: findForeign,
});

/** How a client finds out what a server speaks: it has to be asked in another revision. */
const PROBES = /^(initialize|server\/discover|notifications\/initialized)$/;

function findForeign(session: Session): Found[] {
  const uses = new Map<string, Located[]>();
  for (const each of session.messages) {
    if (!isKind(each, 'request') && !isKind(each, 'notification')) continue;
    const { method } = each.message;
    const revision = revisionAt(session, each);
    if (revision === undefined || PROBES.test(method)) continue;
    if (methodInfo(revision, method, each.from)) continue;
    if (revisionsWith(method, each.from).length === 0) continue;
    const key = `${each.from} ${method} ${revision}`;
    addTo(uses, key, each);
  }
  return [...uses].flatMap(([key, all]) => describe(key, all));
}

function describe(key: string, all: readonly Located[]): Found[] {
  const [from = '', method = '', revision = ''] = key.split(' ');
  const [first] = all;
  if (!first) return [];
  const known = revisionsWith(method, first.from);
  const newest = known.at(-1) ?? '';
  const when = newest < revision ? `was removed after ${newest}` : `came with ${known[0] ?? ''}`;
  const times = all.length === 1 ? '' : ` (${count(all.length, 'time')})`;
  const isServerRequest = from === 'server' && first.message.kind === 'request';
  return [
    {
      side: first.from,
      severity: isServerRequest ? 'problem' : 'warning',
      title: `the ${from} uses ${plainText(method, 60)} in revision ${revision}${times}, which ${when}`,
      places: all.map(({ seq, index }) => ({ seq, index, pointer: '/method' })),
      ...(isServerRequest && {
        fix: 'Ask inside the result: resultType "input_required" with inputRequests; servers send no requests any more.',
      }),
    },
  ];
}
