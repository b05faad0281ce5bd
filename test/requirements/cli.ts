import type { Requirement } from './types.ts';

export const cli = {
  'architecture.imports': {
    promise: 'Folders import one another only as the table in docs/architecture.md says.',
    source: 'docs/architecture.md',
  },
  'cli.command-is-not-ours': {
    promise: 'After the command’s name, or after --, no argument is taken as an option of sadap.',
    source: 'docs/reference/commands.md',
  },
  'cli.width': {
    promise:
      'Text fills the columns of --width, else of the terminal, else of COLUMNS, else of the terminal of standard error, else 100.',
    source: 'docs/reference/commands.md',
  },
  'cli.foreign-options': {
    promise:
      'An option of sadap that stands behind a server’s command is told in one line, unless -- stands before the command.',
    source: 'docs/reference/commands.md',
  },
  'cli.completion': {
    promise: 'bash, zsh and fish complete every command, option, choice, host and file.',
    source: 'docs/reference/commands.md, "completion"',
  },
  'cli.ready-text': {
    promise:
      'The texts of help and version that the build has made are what the parser of command lines prints.',
    source: 'docs/reference/commands.md',
  },
  'cli.reference': {
    promise: 'The reference of the commands is what the program accepts.',
    source: 'docs/reference/commands.md',
  },
  'cli.bad-files': {
    promise:
      'A file or folder that cannot be read is told in one line and in the exit code, and keeps nobody from the answers for the others.',
    source: 'docs/reference/commands.md, "Exit codes"',
  },
  'cli.usage-errors': {
    promise: 'A usage error is one line with a hint on stderr and exit code 2.',
    source: 'docs/reference/commands.md',
  },
  'cli.closed-pipe': {
    promise: 'A reader that closes our output early ends the program quietly with exit code 0.',
    source: 'field: unhandled EPIPE in command-line tools',
  },
  'cli.main-job': {
    promise:
      'record without a command records the built-in server, prints the view and the summary, exits 0.',
    source: 'README',
  },
} as const satisfies Record<string, Requirement>;
