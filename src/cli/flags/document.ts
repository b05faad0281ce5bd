import type { CommandSpec } from '../command-spec.ts';
import { redactionFlags } from '../redaction.ts';
import { colour, dir, json, width } from '../shared-flags.ts';

/** Commands that write something else from a recording. */
export const document: readonly CommandSpec[] = [
  {
    name: 'export',
    operands: '[file]',
    group: 'document',
    about: 'a recording in another form',
    examples: [['sadap export run.ndjson --to raw --side server > stdout.bin', 'exact bytes']],
    flags: [
      { spelling: '--to <format>', about: 'raw: the exact bytes of one side', choices: ['raw'] },
      { spelling: '--side <side>', about: 'who sent the bytes', choices: ['client', 'server'] },
      { spelling: '-o, --output <file>', about: 'file to write (else standard output)' },
      { spelling: '--force', about: 'overwrite the file given with -o' },
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
    ],
    flags: [
      { spelling: '-o, --output <file>', about: 'recording to write; never overwritten' },
      { spelling: '--force', about: 'overwrite the file given with -o' },
      { spelling: '--scan', about: 'only list what would be taken out; exit 1 when there is any' },
      ...redactionFlags,
      json,
      dir,
      width,
      colour,
    ],
  },
];
