import { hostNames } from '../../evidence/host-fates.ts';
import { limited } from '../../evidence/host-limits.ts';
import { plainText } from '../../evidence/text.ts';
import { defineRule } from '../../rule.ts';

export const cut = defineRule({
  id: 'host-limits/cut',
  severity: 'warning',
  side: 'host',
  summary: 'names, descriptions, instructions or results that a host cuts, by its profile',
  basis: 'the profiles of hosts (docs/reference/hosts.md), each with its evidence',
  hosts:
    'Claude Code cuts descriptions and instructions at 2,048 characters; names are cut or hashed at 60 to 64; results at 10,000 tokens, 8 kB or 2,000 lines.',
  fix: 'Put what matters first; keep descriptions below 2,000 characters and results below 8 kB, or send pages.',
  example: {
    bad: `
→ 0 initialize {"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"client-x","version":"1.0"}}
← 0 result {"protocolVersion":"2025-06-18","capabilities":{"tools":{}},"serverInfo":{"name":"server-x","version":"0.1"},"instructions":"⟨3000 × a⟩"}
→ notifications/initialized
`,
    good: `
handshake 2025-06-18 server {"instructions":"Ask for a room before you book it."}
`,
  },
  find: (session, { profiles, isHostChosen }) =>
    limited(session, profiles, 'cut').map(({ things, isOne, hosts, note, places }) => ({
      severity: isHostChosen ? 'warning' : 'note',
      title: `${things} ${isOne ? 'is' : 'are'} cut by ${hostNames(hosts)}${note === undefined ? '' : `; the first ${plainText(note, 100)}`}`,
      places,
    })),
});
