import type { Fate } from '../../../model/reading.ts';
import { hostGroups, hostNames, type Thing } from '../../evidence/host-fates.ts';
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
    hostGroups(session, profiles, thing).map(({ things, isOne, hosts, note, places }) => ({
      severity: isHostChosen ? 'warning' : 'note',
      title: `${things} ${isOne ? 'is' : 'are'} cut by ${hostNames(hosts)}${note === undefined ? '' : `; the first ${plainText(note, 100)}`}`,
      places,
    })),
});

/** By the end of the place where the text stands. */
const THINGS: readonly (readonly [RegExp, Thing])[] = [
  [/^\/result\/tools\/\d+\/name$/, ['tool name']],
  [/^\/result\/tools\/\d+\/description$/, ['description']],
  [/^\/result\/tools\/\d+\/inputSchema/, ['part', ' of a schema']],
  [/^\/result\/instructions$/, ['text', ' of instructions']],
];

/** What is deferred may be cut as well, and has one fate for both: its note says how much is left. */
const CUT_LATER = /\b\d+ of \d+ (chars|bytes|tokens)/;

function thing({ kind, note, pointer }: Fate): Thing | undefined {
  const isCut = kind === 'truncated' || (kind === 'deferred' && CUT_LATER.test(note ?? ''));
  if (!isCut) return undefined;
  return THINGS.find(([place]) => place.test(pointer))?.[1] ?? ['part', ' of a result'];
}
