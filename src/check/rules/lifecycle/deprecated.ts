import type { Place } from '../../../model/finding.ts';
import { childrenOf, member, stringMember } from '../../../model/json.ts';
import { answerOf, isKind, type Session } from '../../../model/session.ts';
import type { Deprecation } from '../../../protocol/revisions/table.ts';
import { addTo } from '../../evidence/add-to.ts';
import { tableAt } from '../../evidence/revision-of.ts';
import { count } from '../../evidence/text.ts';
import { defineRule, type Found } from '../../rule.ts';

export const deprecated = defineRule({
  id: 'lifecycle/deprecated',
  severity: 'note',
  side: 'server',
  summary: 'a feature that the revision in force still has and is going to lose',
  spec: {
    section: 'basic/versioning#deprecated-features',
    revision: '2026-07-28',
    says: 'Roots, sampling and logging are deprecated; they stay legal until the first revision after 2027-07-28.',
  },
  hosts: 'Hosts that speak this revision may leave the feature out already.',
  fix: 'Plan to do without it: ask the user by elicitation, log to stderr, take folders as arguments.',
  example: {
    bad: `
→ 1 tools/call @2026-07-28 {"name":"sum_up","arguments":{}}
← notifications/message {"level":"info","data":"half way"}
← 1 result {"resultType":"complete","content":[]}
`,
    good: `
→ 1 tools/call @2026-07-28 {"name":"sum_up","arguments":{}}
stderr half way
← 1 result {"resultType":"complete","content":[]}
`,
  },
  find: findUses,
});

function findUses(session: Session): Found[] {
  const uses = new Map<string, Place[]>();
  const add = ({ feature }: Deprecation, place: Place) => addTo(uses, feature, place);
  for (const each of session.messages) {
    if (each.from !== 'server' || !isKind(each, 'notification')) continue;
    const found = featureOf(session, each, each.message.method);
    if (found) add(found, { seq: each.seq, index: each.index });
  }
  for (const exchange of session.exchanges) {
    const answer = answerOf(exchange);
    if (answer?.message.kind !== 'result') continue;
    const asked = member(answer.message.result, 'inputRequests');
    for (const [pointer, each] of asked ? childrenOf(asked, '/result/inputRequests') : []) {
      const found = featureOf(session, answer, stringMember(each, 'method') ?? '');
      if (found) add(found, { seq: answer.seq, index: answer.index, pointer });
    }
  }
  return [...uses].map(([feature, places]) => ({
    title: `${feature} is used ${count(places.length, 'time')}, and is deprecated in this revision`,
    places,
  }));
}

function featureOf(session: Session, at: { seq: number; call?: number }, method: string) {
  return tableAt(session, at)?.deprecated.find((each) => each.methods.includes(method));
}
