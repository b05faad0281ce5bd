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
  'samples:shown': {
    promise: 'What `sadap show` prints of each sample is what a human has looked at.',
    source: README,
  },
  'samples:private': {
    promise: 'The samples hold no path, address or secret of the machine that made them.',
    source: README,
  },
  'samples:wire-page': {
    promise: 'The frames and the numbers of docs/wire are those of the sample recordings.',
    source: 'principle: documents are checked',
  },
  'samples:readme': {
    promise: 'recordings/README.md says of each sample which server and which command made it.',
    source: 'principle: documents are checked',
  },
} as const satisfies Record<string, Requirement>;
