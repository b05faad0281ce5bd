import type { Requirement } from './types.ts';

export const fuzzing = {
  'fuzz:any-bytes': {
    promise:
      'Whatever reads bytes of others keeps its promise for all bytes: the same in any chunks, the same by the quick way as by the slow one, back to the same bytes, no secret left; what it refuses it refuses in one line.',
    source: 'docs/architecture.md, "What holds everywhere"; test/fuzz/targets, a promise each',
  },
  'fuzz:kept-inputs': {
    promise:
      'Inputs that reach the most of the code, and all that ever broke it, are kept and tried again.',
    source: 'test/fuzz/corpus, test/fuzz/broken',
  },
  'fuzz:guided': {
    promise:
      'A fuzzer that is guided by the branches of the code finds what hides behind several of them.',
    source: 'CONTRIBUTING.md, `npm run fuzz`',
  },
} satisfies { readonly [id: string]: Requirement };
