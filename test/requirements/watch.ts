import type { Requirement } from './types.ts';

export const watch = {
  'watch:same-items': {
    promise:
      'Following a recording finds what reading it at the end finds, however it grows, each item once.',
    source: 'docs/reference/recording-format.md, "The promise"',
  },
  'watch:shrinks': {
    promise: 'A recording that gets shorter is followed on: nothing is given twice.',
    source: 'A full disk: half an entry is taken back, the reason follows',
  },
  'watch:ends': {
    promise:
      'Following ends with the end entry, when the recorder is gone, and when the file is removed.',
    source: 'docs/reference/commands.md, "show"',
  },
  'watch:pairs': {
    promise: 'At every moment messages are paired as in a recording that stops there.',
    source: 'JSON-RPC 2.0 section 5; answers come later than what follows their request',
  },
  'watch:constant': {
    promise: 'A message costs the same after thousands of others.',
    source: 'docs/decisions/0010-how-a-reader-knows-an-open-recording.md',
  },
  'watch:view': {
    promise:
      'A request is printed when it comes, its answer when that comes, as in the whole session.',
    source: 'docs/reference/commands.md, "show"',
  },
  'watch:errors': {
    promise: 'With --errors a request is printed once it has failed, before its answer.',
    source: 'docs/reference/commands.md, "show"',
  },
  'watch:live': {
    promise:
      'show --follow waits for a recording, prints it while it is written, and ends with it or with Ctrl-C, status 0.',
    source: 'docs/reference/commands.md, "show"',
  },
  'watch:states': {
    promise:
      'list tells a recording that is being written from one whose recorder was killed; what waits for an answer there is no error.',
    source: 'docs/decisions/0010-how-a-reader-knows-an-open-recording.md',
  },
  'watch:runs': {
    promise: 'Recordings of servers that one process started at one time stand together in list.',
    source: 'docs/decisions/0010-how-a-reader-knows-an-open-recording.md',
  },
  'watch:private-marks': {
    promise: 'What tells recorders and hosts apart names no machine, user or program.',
    source: 'docs/reference/recording-format.md, "header"',
  },
} as const satisfies Record<string, Requirement>;
