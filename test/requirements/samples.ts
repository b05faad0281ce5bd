import type { Requirement } from './types.ts';

const README = 'recordings/README.md';

export const samples = {
  'samples:whole': {
    promise: 'Each sample recording is undamaged, and is written again byte for byte.',
    source: README,
  },
  'samples:answered': {
    promise: 'Each request of each sample has one answer; nothing in them answers nobody.',
    source: README,
  },
  'samples:fates': {
    promise:
      'Each member of each message of the samples has one fate, unknown only where the profile says so.',
    source: 'design section 5',
  },
  'samples:findings': {
    promise: 'Servers that behave give no finding that their makers would call wrong.',
    source: 'principle: a false alarm is a bug',
  },
  'samples:private': {
    promise: 'The samples hold no path, address or secret of the machine that made them.',
    source: README,
  },
} as const satisfies Record<string, Requirement>;
