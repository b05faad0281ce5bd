import type { Requirement } from './types.ts';

export const faults = {
  'faults:disk-full': {
    promise:
      'A disk that is full, fails or shrinks ends no traffic, and a recording of our own by one line; what was recorded stays readable.',
    source: 'design: an error is one line; looking can neither delay, alter nor break the traffic',
  },
} as const satisfies Record<string, Requirement>;
