import type { CommandSpec } from '../command-spec.ts';
import { colour, dir, json, width } from '../shared-flags.ts';

export const check: CommandSpec = {
  name: 'check',
  operands: '[file...]',
  group: 'inspect',
  about: 'find what is wrong in sessions: the fault, the side that has it, and the fix',
  examples: [
    ['sadap check', 'the newest recording'],
    [
      'sadap check runs/*.ndjson --fail-on warning',
      'several, for a build: exit 1 from a warning on',
    ],
    ['sadap check run.ndjson --rule framing/* --rule ids/unanswered', 'some rules'],
    ['sadap check run.ndjson --sarif -o run.sarif', 'for a code host; --junit for a build machine'],
    ['sadap check --explain framing/stray-output', 'one rule, with examples; --rules lists them'],
  ],
  flags: [
    {
      spelling: '--rule <id>',
      about: 'only this rule, or a family: framing/*',
      many: true,
    },
    {
      spelling: '--host <name>',
      about: 'only the limits of this host; all hosts are looked at else',
      many: true,
    },
    {
      spelling: '--fail-on <severity>',
      about: 'exit 1 for this severity and all that are worse',
      choices: ['problem', 'warning', 'note', 'never'],
      fallback: 'problem',
    },
    {
      spelling: '--suppressions <file>',
      about: 'findings to live with, each with a reason (else .sadap-check.yaml, if it is here)',
    },
    { spelling: '--full', about: 'each finding, also where one rule has many' },
    { spelling: '--explain <rule>', about: 'what a rule looks for, why, and what to do' },
    { spelling: '--rules', about: 'list the rules' },
    { spelling: '--sarif', about: 'a SARIF 2.1.0 log instead of text' },
    { spelling: '--junit', about: 'JUnit XML instead of text' },
    { spelling: '-o, --output <file>', about: 'file to write; never overwritten' },
    { spelling: '--force', about: 'overwrite the file given with -o' },
    dir,
    json,
    width,
    colour,
  ],
};
