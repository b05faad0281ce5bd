import type { Place } from '../../../model/finding.ts';
import type { JsonNode } from '../../../model/json.ts';
import { member } from '../../../model/json.ts';
import type { Exchange, Session } from '../../../model/session.ts';
import { isKind } from '../../../model/session.ts';
import { plainText, requestName } from '../../evidence/text.ts';
import { defineRule, type Found } from '../../rule.ts';

export const progressOrder = defineRule({
  id: 'content/progress-order',
  severity: 'warning',
  summary: 'progress that stands still or goes backwards, or passes its own total',
  spec: {
    section: 'basic/utilities/progress#progress-flow',
    revision: '2025-06-18',
    says: 'The progress value increases with each notification, even if the total is not known.',
  },
  hosts: 'Hosts draw a bar that jumps; some take progress that does not grow for a sign of a hang.',
  fix: 'Count up only, and send nothing when nothing was done.',
  example: {
    bad: `
handshake
→ 1 tools/call {"name":"slow","arguments":{},"_meta":{"progressToken":7}}
← notifications/progress {"progressToken":7,"progress":5,"total":10}
← notifications/progress {"progressToken":7,"progress":2,"total":10}
← 1 result {"content":[]}
`,
    good: `
handshake
→ 1 tools/call {"name":"slow","arguments":{},"_meta":{"progressToken":7}}
← notifications/progress {"progressToken":7,"progress":2,"total":10}
← notifications/progress {"progressToken":7,"progress":5,"total":10}
← 1 result {"content":[]}
`,
  },
  find: (session: Session) => session.exchanges.flatMap(judge),
});

function judge(exchange: Exchange): Found[] {
  let before = -Infinity;
  let wrong: Found | undefined;
  const places: Place[] = [];
  for (const each of exchange.notifications) {
    if (!isKind(each, 'notification') || each.message.method !== 'notifications/progress') continue;
    const value = numberOf(member(each.message.params, 'progress'));
    const total = numberOf(member(each.message.params, 'total'));
    if (value === undefined) continue;
    const flaw =
      value <= before
        ? `goes from ${text(before)} to ${text(value)}`
        : total !== undefined && value > total
          ? `is ${text(value)} of ${text(total)}`
          : undefined;
    before = Math.max(before, value);
    if (flaw === undefined) continue;
    places.push({ seq: each.seq, index: each.index, pointer: '/params/progress' });
    wrong ??= {
      side: each.from,
      title: `progress of ${requestName(exchange.request)} ${flaw}`,
      places,
    };
  }
  return wrong ? [wrong] : [];
}

function numberOf(node: JsonNode | undefined): number | undefined {
  return node?.kind === 'number' ? Number(node.text) : undefined;
}

function text(value: number): string {
  return plainText(String(value), 20);
}
