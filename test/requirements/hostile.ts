import type { Requirement } from './types.ts';

export const hostile = {
  'hostile:text': {
    promise:
      'Text of a peer is text in every view and form: it moves no cursor, reorders no line, starts no markup, script, formula or diagram, and names that every object has are names.',
    source: 'SECURITY.md',
  },
  'hostile:paths': {
    promise:
      'No label leads out of the folder of the recordings, and no link, pipe or loop in it is written through or waited for.',
    source: 'SECURITY.md',
  },
  'hostile:size': {
    promise:
      'Values of 10,000 levels, schemas and patterns without end, and YAML that multiplies end every command in bounded time, in its usual way.',
    source: 'SECURITY.md',
  },
} satisfies { readonly [id: string]: Requirement };
