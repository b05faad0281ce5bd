import type { Fate } from '../../../model/reading.ts';
import { hostGroups, hostNames, type Thing } from '../../evidence/host-fates.ts';
import { plainText } from '../../evidence/text.ts';
import { defineRule } from '../../rule.ts';

/** Broken promises of an outputSchema, and errors, have rules of their own. */
export const refused = defineRule({
  id: 'host-limits/refused',
  severity: 'warning',
  side: 'host',
  summary: 'tools or results that a host refuses, by its profile',
  basis: 'the profiles of hosts (docs/reference/hosts.md), each with its evidence',
  hosts: 'A host that cannot take one block or tool drops the whole result, or the whole list.',
  fix: 'Send what all hosts take: text blocks, and images only where the host is known.',
  example: {
    bad: `
handshake
→ 1 tools/call {"name":"say","arguments":{}}
← 1 result {"content":[{"type":"audio","data":"UklGRg==","mimeType":"audio/wav"}]}
`,
    good: `
handshake
→ 1 tools/call {"name":"say","arguments":{}}
← 1 result {"content":[{"type":"text","text":"hello"}]}
`,
  },
  find: (session, { profiles, isHostChosen }) =>
    hostGroups(session, profiles, refusal).map(({ things, isOne, hosts, note, places }) => ({
      severity: isHostChosen ? 'warning' : 'note',
      title: `${things} ${isOne ? 'is' : 'are'} refused by ${hostNames(hosts)}${note === undefined ? '' : `: ${plainText(note, 120)}`}`,
      places,
    })),
});

function refusal({ kind, rule, stage }: Fate): Thing | undefined {
  if (kind !== 'fails' || stage === 'envelope' || stage === 'error') return undefined;
  if (rule === 'sdk.outputSchema') return undefined;
  if (stage === 'blocks' || stage === 'encoding') return ['block', ' of a result'];
  return stage === 'tool-name' ? ['tool name'] : ['part', ' of a definition'];
}
