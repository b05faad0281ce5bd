import { describe, expect, it } from 'vitest';
import { splitCommandLine } from '../../../src/cli/command-line.ts';
import { commands } from '../../../src/cli/flags.ts';
import { foreignOptions } from '../../../src/cli/foreign-options.ts';
import { verifies } from '../../support/verifies.ts';

const record = commands.find((each) => each.name === 'record');
if (!record) throw new Error('record is a command');
const split = (line: string) => splitCommandLine(line.split(' '), record);

describe('splitting the command line of record', () => {
  verifies('cli.command-is-not-ours');

  it.each([
    ['-- node server.js --json', '', 'node server.js --json'],
    ['node server.js --color never', '', 'node server.js --color never'],
    ['-o out.ndjson node server.js', '-o out.ndjson', 'node server.js'],
    [
      '--era legacy -- npx -y thing -- --era modern',
      '--era legacy',
      'npx -y thing -- --era modern',
    ],
    ['probe.yaml --era legacy -- node s.js', 'probe.yaml --era legacy', 'node s.js'],
    ['probe.yaml node s.js --label x', 'probe.yaml', 'node s.js --label x'],
    ['--label=x --quiet node s.js', '--label=x --quiet', 'node s.js'],
    ['probe.json other.json', 'probe.json', 'other.json'],
    ['--quiet', '--quiet', ''],
  ])('%s', (line, own, command) => {
    const words = (text: string) => (text === '' ? [] : text.split(' '));
    const isMarked = line.slice(own.length).trimStart().startsWith('-- ');
    expect(split(line)).toEqual({ own: words(own), command: words(command), isMarked });
  });
});

describe('options behind the command of a server', () => {
  verifies('cli.foreign-options');

  it.each([
    ['node x.mjs --call ping', '--call'],
    ['node x.mjs --call=ping --quiet', '--call, --quiet'],
    ['--quiet node x.mjs --call a --call b', '--call'],
  ])('%s: went to the server', (line, names) => {
    expect(foreignOptions(record, split(line))).toBe(
      `${names} went to the server, not to sadap: options of sadap stand before node; if the server is meant, say so with -- before node`,
    );
  });

  it.each([
    ['-- node x.mjs --call ping'],
    ['node x.mjs -o out -q'],
    ['node x.mjs -- --call ping'],
    ['node x.mjs --calls --port 3 call'],
    ['--call ping node x.mjs'],
    ['--quiet'],
  ])('%s: nothing to say', (line) => {
    expect(foreignOptions(record, split(line))).toBeUndefined();
  });
});
