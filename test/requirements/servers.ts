import type { Requirement } from './types.ts';

const SERVERS = 'servers that people use: filesystem, everything, memory, kubernetes';

export const servers = {
  'servers:recorded': {
    promise:
      'Published servers are recorded whole and answered, without a problem or a warning, and sadap ends with 0.',
    source: SERVERS,
  },
  'servers:explored': {
    promise:
      'Without a script the era of a published server is found out and all that it declares is listed.',
    source: SERVERS,
  },
  'servers:bytes': {
    promise: 'The raw export of each side equals what a tap in the pipe saw.',
    source: 'design section 3: the round trip is the central test',
  },
  'servers:asks-back': {
    promise: 'What a server asks of its client is answered from the script and tied to its call.',
    source: SERVERS,
  },
  'servers:tells': {
    promise: 'Progress is tied to its call by its token; log messages are recorded.',
    source: SERVERS,
  },
  'servers:environment': {
    promise: 'A server has the environment of sadap; no value of it is recorded.',
    source: 'design section 3: environment values are never stored',
  },
  'servers:ended': {
    promise:
      'A server is let go by the end of its input; one that stays is told to by SIGTERM; all is recorded.',
    source: 'MCP, basic/lifecycle, "Shutdown", stdio',
  },
} as const satisfies Record<string, Requirement>;
