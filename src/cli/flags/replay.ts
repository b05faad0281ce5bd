import type { CommandSpec } from '../command-spec.ts';
import { dir } from '../shared-flags.ts';

/** Commands that play a recording again. */
export const replay: readonly CommandSpec[] = [
  {
    name: 'serve',
    operands: '[file...]',
    group: 'replay',
    about: 'play the server of a recording, for a client under test',
    examples: [
      ['sadap serve run.ndjson', 'on stdio, as "command" and "args" of a client'],
      ['sadap serve run.ndjson --listen 127.0.0.1:8765', 'over HTTP'],
      ['sadap serve probe.ndjson run.ndjson', 'a client that probes in a process of its own'],
      ['sadap serve run.ndjson --repeat last', 'the last answer again, when all were given'],
      ['sadap serve run.ndjson --ignore /params/arguments/now', 'an argument that does not count'],
    ],
    flags: [
      {
        spelling: '--listen <address>',
        about: 'over HTTP instead of stdio: HOST:PORT, or a port of 127.0.0.1; 0 takes a free one',
      },
      {
        spelling: '--allow-host <name>',
        about: 'over HTTP: one more Host that is taken for ours',
        many: true,
      },
      {
        spelling: '--ignore <pointer>',
        about: 'JSON pointer in requests that does not count; * is any step',
        many: true,
      },
      {
        spelling: '--repeat <what>',
        about: 'a request that was asked as often as recorded: its last answer again, or a miss',
        choices: ['last', 'miss'],
        fallback: 'miss',
      },
      {
        spelling: '--on-miss <what>',
        about: 'a request that is not in the recording: an error, or an answer that holds nothing',
        choices: ['error', 'empty'],
        fallback: 'error',
      },
      {
        spelling: '--timing <pace>',
        about: 'pauses of the server: none, recorded, or a factor such as 0.5',
        fallback: 'none',
      },
      dir,
    ],
  },
];
