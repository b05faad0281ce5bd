import type { CommandSpec } from '../command-spec.ts';
import { redactionFlags } from '../redaction-flags.ts';
import { colour, dir, host, json, profile, width } from '../shared-flags.ts';

/** Commands that write something else from a recording. */
export const document: readonly CommandSpec[] = [
  {
    name: 'doc',
    operands: '[files...]',
    group: 'document',
    about: 'describe the wire format of a server from what was recorded of it',
    examples: [
      ['sadap doc run.ndjson -o docs/wire.md', 'as Markdown, for a repository'],
      ['sadap doc run.ndjson --format html -o wire.html', 'as one page that needs nothing else'],
      ['sadap doc run.ndjson -o docs/wire.md --check', 'is the committed page up to date?'],
    ],
    flags: [
      {
        spelling: '--format <format>',
        about: 'Markdown as GitHub has it, or one HTML file',
        choices: ['markdown', 'html'],
        fallback: 'markdown',
      },
      {
        spelling: '--viewer',
        about: 'with --format html: the page of sadap open, with the recording in it',
      },
      { spelling: '--title <text>', about: 'heading of the page (else the server’s name)' },
      { spelling: '-o, --output <file>', about: 'file to write (else standard output)' },
      { spelling: '--force', about: 'overwrite the file given with -o' },
      { spelling: '--check', about: 'write nothing; exit 1 when the file given with -o differs' },
      ...redactionFlags,
      host,
      profile,
      dir,
    ],
  },
  {
    name: 'export',
    operands: '[file]',
    group: 'document',
    about: 'a recording in another form',
    examples: [
      ['sadap export run.ndjson --to har -o run.har', 'for browsers; stdio is marked'],
      ['sadap export run.ndjson --to csv > run.csv', 'a table, one line an entry'],
      ['sadap export run.ndjson --to raw --side server > stdout.bin', 'exact bytes'],
    ],
    flags: [
      {
        spelling: '--to <format>',
        about: 'the form; raw is the exact bytes of one side, nothing taken out',
        // biome-ignore format: one line for forms of the wire, one for forms of a reading
        choices: [
          'raw', 'jsonl', 'har', 'inspector', 'mcp-cassette', 'csv',
          'mermaid', 'markdown', 'anthropic', 'openai', 'gemini',
        ],
      },
      {
        spelling: '--side <side>',
        about: 'with raw: who sent the bytes',
        choices: ['client', 'server'],
      },
      ...redactionFlags,
      { spelling: '-o, --output <file>', about: 'file to write (else standard output)' },
      { spelling: '--force', about: 'overwrite the file given with -o' },
      host,
      profile,
      dir,
    ],
  },
  {
    name: 'redact',
    operands: '[file]',
    group: 'document',
    about: 'a recording without secrets and personal values, to hand on',
    examples: [
      ['sadap redact run.ndjson --scan', 'what would be taken out'],
      ['sadap redact run.ndjson -o clean.ndjson', 'take it out'],
      ['sadap redact run.ndjson --member nik,alamat -o clean.ndjson', 'these members too'],
      ['sadap redact run.ndjson --bundle -o report.tar.gz', 'one file for a bug report'],
    ],
    flags: [
      { spelling: '-o, --output <file>', about: 'recording to write; never overwritten' },
      { spelling: '--force', about: 'overwrite the file given with -o' },
      {
        spelling: '--bundle',
        about: 'a .tar.gz of it with what sadap check says, and versions: for a bug report',
      },
      {
        spelling: '--scan',
        about: 'only list what would be taken out; exit 1 when there is any, or a damaged place',
      },
      ...redactionFlags,
      json,
      dir,
      width,
      colour,
    ],
  },
];
