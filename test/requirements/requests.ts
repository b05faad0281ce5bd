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
} as const satisfies Record<string, Requirement>;
