import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { commands } from '../../../src/cli/flags.ts';
import { bashCompletion } from '../../../src/cli/shell/bash.ts';
import { fishCompletion } from '../../../src/cli/shell/fish.ts';
import { zshCompletion } from '../../../src/cli/shell/zsh.ts';
import { verifies } from '../../support/verifies.ts';

const hosts = ['claude-messages', 'claude-code'];

function has(shell: string): boolean {
  return spawnSync(shell, ['--version']).status === 0;
}

describe.skipIf(!has('bash'))('completion in bash', () => {
  verifies('cli.completion');

  /** What bash offers for the last of these words. */
  function offered(...words: string[]): string[] {
    const script = `${bashCompletion(commands, hosts)}
COMP_WORDS=(${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=$((\${#COMP_WORDS[@]} - 1))
_sadap
printf '%s\\n' "\${COMPREPLY[@]}"`;
    const out = execFileSync('bash', ['--norc', '-c', script], {
      encoding: 'utf8',
      cwd: import.meta.dirname,
    });
    return out.split('\n').filter(Boolean);
  }

  it('offers commands, their options, and values', () => {
    expect(offered('sadap', 're')).toEqual(expect.arrayContaining(['record', 'redact']));
    expect(offered('sadap', '')).toEqual(expect.arrayContaining(commands.map(({ name }) => name)));
    expect(offered('sadap', 'record', '--er')).toEqual(['--era']);
    expect(offered('sadap', 'record', '--era', '')).toEqual(['auto', 'legacy', 'modern']);
    expect(offered('sadap', 'show', '--host', 'claude-c')).toEqual(['claude-code']);
    expect(offered('sadap', 'export', '--side', 's')).toEqual(['server']);
  });

  it('offers files where a file stands, and after --', () => {
    expect(offered('sadap', 'show', 'comp')).toEqual(['completion.test.ts']);
    expect(offered('sadap', 'record', '-o', 'comp')).toEqual(['completion.test.ts']);
    expect(offered('sadap', 'record', '--', 'comp')).toEqual(['completion.test.ts']);
    expect(offered('sadap', 'record', '--timeout', '')).toEqual([]);
  });
});

describe('completion scripts', () => {
  verifies('cli.completion');

  it('name every command and every option', () => {
    const [bash, zsh, fish] = [bashCompletion, zshCompletion, fishCompletion].map((make) =>
      make(commands, hosts),
    );
    for (const { name, flags } of commands) {
      for (const script of [bash, zsh, fish]) expect(script).toContain(name);
      for (const { spelling } of flags) {
        const long = /--[\w-]+/.exec(spelling)?.[0] ?? '';
        expect(bash).toContain(long);
        expect(zsh).toContain(long);
        expect(fish).toContain(`-l ${long.slice(2)}`);
      }
    }
  });

  it.each([
    ['bash', bashCompletion],
    ['zsh', zshCompletion],
    ['fish', fishCompletion],
  ])('are %s that parses, where there is that shell', (shell, make) => {
    if (!has(shell)) return;
    const path = join(mkdtempSync(join(tmpdir(), 'sadap-completion-')), `sadap.${shell}`);
    writeFileSync(path, make(commands, hosts));
    const ran = spawnSync(shell, ['-n', path], { encoding: 'utf8' });
    expect([ran.status, ran.stderr]).toEqual([0, '']);
  });
});
