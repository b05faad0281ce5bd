import { hostNames } from '../../evidence/host-fates.ts';
import { limited } from '../../evidence/host-limits.ts';
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
    limited(session, profiles, 'refused').map(({ things, isOne, hosts, note, places }) => ({
      severity: isHostChosen ? 'warning' : 'note',
      title: `${things} ${isOne ? 'is' : 'are'} refused by ${hostNames(hosts)}${note === undefined ? '' : `: ${plainText(note, 120)}`}`,
      places,
    })),
});
