import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { emptyFolder } from '../../support/sadap.ts';
import { figure } from '../../support/soak.ts';
import { verifies } from '../../support/verifies.ts';
import { plainRecording } from './bombs.ts';
import { endings } from './endings.ts';

const bomb = 'bcdefghi'.split('').map((each, nth) => {
  const before = `*${'abcdefghi'[nth]}`;
  return `${each}: &${each} [${Array<string>(9).fill(before).join(',')}]`;
});
const tower = Array.from({ length: 1000 }, (_, nth) => `a${nth + 1}: &a${nth + 1} [*a${nth}]`);

const FILES: Readonly<Record<string, string>> = {
  'aliases that multiply': ['a: &a [x,x,x,x,x,x,x,x,x]', ...bomb].join('\n'),
  'an alias of itself': 'a: &a [*a]',
  'aliases on top of each other': ['a0: &a0 [x]', ...tower].join('\n'),
  '20,000 aliases': `x: &a 1\nsteps: [${'*a,'.repeat(20_000)}]`,
  'names that every object has': '__proto__: {steps: []}\nconstructor: 1\ntoString: 2',
  'a number of 5,000 digits': `faults: [{on: tools/call, times: ${'9'.repeat(5000)}}]\nsteps: [{tools/call: {name: x, arguments: {n: ${'9'.repeat(5000)}}}}]`,
  'lists of 10,000 levels': `steps: ${'['.repeat(10_000)}${']'.repeat(10_000)}`,
  'maps of 3,000 levels': Array.from({ length: 3000 }, (_, nth) => `${' '.repeat(nth)}a:`).join(
    '\n',
  ),
};

describe('files of the user that explode', () => {
  verifies('hostile:size');

  it.each(Object.entries(FILES))('are refused in one line, or read: %s', async (name, yaml) => {
    const folder = emptyFolder();
    const [run, file] = [join(folder, 'run.ndjson'), join(folder, 'a.yaml')];
    writeFileSync(run, plainRecording());
    writeFileSync(file, yaml);
    const commands = [
      ['record', file, '--quiet', '-o', join(folder, 'new.ndjson'), '--', 'true'],
      ['check', run, '--suppressions', file],
      ['replay', run, '--expect', file, '--', 'true'],
      ['serve', run, '--faults', file],
      ['show', run, '--profile', file],
    ];
    const { wrong } = await endings(commands.map((args) => [`${args[0]}, ${name}`, args] as const));
    expect(wrong).toEqual([]);
    figure(
      'hostile',
      'scripts, expectations, suppressions, faults and profiles that explode',
      `${Object.keys(FILES).length} files × ${commands.length} commands: each was refused in one line, or read`,
    );
  });
});
