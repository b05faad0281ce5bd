import type { Requirement } from './types.ts';

const DESIGN = 'design, "What the model reads"';

export const requests = {
  'requests/turns': {
    promise:
      'The requests of a host are rebuilt turn by turn: each holds the history before it, and calls that were in flight together are of one turn.',
    source: DESIGN,
  },
  'requests/valid': {
    promise: 'A rebuilt request is a body that its API takes.',
    source: 'references of the Claude, OpenAI and Gemini APIs',
  },
  'requests/as-read': {
    promise:
      'Every text of a result in a request is that of its reading, and nothing that a reading drops is in any.',
    source: DESIGN,
  },
  'requests/measured': {
    promise:
      'Of measured hosts, two of each API, the rebuilt tools and results have the form of those that were sent.',
    source: 'measurement of 13 hosts and libraries with a canary server, 2026-11-30',
  },
} as const satisfies Record<string, Requirement>;
