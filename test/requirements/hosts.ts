import type { Requirement } from './types.ts';

export const hosts = {
  'hosts/list': {
    promise: 'The list of hosts shows versions, age, and how much is known by which evidence.',
    source: 'principle: a claim names its evidence and its age',
  },
  'hosts/detail': {
    promise: 'Of one host every rule is shown with its evidence.',
    source: 'principle: a claim names its evidence and its age',
  },
  'hosts/all': {
    promise: 'A recording by all hosts shows the members on which they differ, and nothing else.',
    source: 'design, "What the model reads": --host all compares',
  },
  'hosts/speed': {
    promise: 'The readings of the recorded everything server for all profiles take under 1 second.',
    source: 'design, "What the model reads"',
  },
  'hosts/reference': {
    promise: 'The reference page of hosts, with its coverage table, is made from the profiles.',
    source: 'principle: rules are data that documentation is generated from',
  },
  'hosts/why-page': {
    promise: 'The page about what the model did not see shows what the program prints.',
    source: 'principle: documentation comes from real runs',
  },
  'hosts/profile-file': {
    promise:
      'A profile from a file is used like one of our own; a fault in it is told with its place.',
    source: 'design, "What the model reads"',
  },
} as const satisfies Record<string, Requirement>;
