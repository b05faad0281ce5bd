import { hostNames } from '../../evidence/host-fates.ts';
import { limited } from '../../evidence/host-limits.ts';
import { defineRule } from '../../rule.ts';

export const leftOut = defineRule({
  id: 'host-limits/left-out',
  severity: 'warning',
  side: 'host',
  summary: 'tools that a host never offers to its model, by its profile',
  basis: 'the profiles of hosts (docs/reference/hosts.md), each with its evidence',
  hosts:
    'Some hosts read the first page alone, take a number of tools and no more, or leave out tools without a description or with a schema that they cannot use.',
  fix: 'List the most important tools first, on one page, each with a description and a plain schema.',
  example: {
    bad: `
handshake
→ 1 tools/list
← 1 result {"tools":[{"name":"a","description":"Finds a room.","inputSchema":{"type":"object"}}],"nextCursor":"c2"}
→ 2 tools/list {"cursor":"c2"}
← 2 result {"tools":[{"name":"b","description":"Finds a child.","inputSchema":{"type":"object"}}]}
`,
    good: `
handshake
→ 1 tools/list
← 1 result {"tools":[{"name":"a","description":"Finds a room.","inputSchema":{"type":"object"}},{"name":"b","description":"Finds a child.","inputSchema":{"type":"object"}}]}
`,
  },
  find: (session, { profiles, isHostChosen }) =>
    limited(session, profiles, 'leftOut').map(({ things, isOne, hosts, places }) => ({
      severity: isHostChosen ? 'warning' : 'note',
      title: `${things} ${isOne ? 'is' : 'are'} not offered to the model by ${hostNames(hosts)}`,
      places,
    })),
});
