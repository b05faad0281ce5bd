import type { Requirement } from './types.ts';

export const stats = {
  'stats/agrees': {
    promise:
      'The numbers of sadap stats are those of the session: requests, answers, errors and latencies by method and tool.',
    source: 'asked for in the field: which tool is slow, which fails',
  },
  'scan/agrees': {
    promise:
      'Where a recording is read by a scan, the same is said of it as by the full reader: entries, damage, counts.',
    source: 'design, principle 3: nothing seen is lost',
  },
  'stats/percentiles': {
    promise:
      'Percentiles are values that occurred (nearest rank); past a thousand they are right to 1 %, in bounded memory.',
    source: 'design, principle 4: never guess silently',
  },
  'stats/unused': {
    promise:
      'Tools that were listed and never called are named, with the size of their definitions.',
    source: 'asked for in the field: the rent of tools that nobody calls',
  },
  'stats/repeated': {
    promise:
      'Calls of one session with the same tool and arguments are counted, in bounded memory; further rounds of one call are none.',
    source: 'asked for in the field: a model that asks the same again',
  },
  'stats/views': {
    promise: 'sadap stats fits any width, and has one pinned object a line for programs.',
    source: 'design, "Command surface"',
  },
} as const satisfies Record<string, Requirement>;
