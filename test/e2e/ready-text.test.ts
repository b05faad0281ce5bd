import { spawnSync } from 'node:child_process';
import { openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { commands } from '../../src/cli/flags.ts';
import { VERSION } from '../../src/cli/version.ts';
import { bin, emptyFolder, sadap } from '../support/sadap.ts';
import { verifies } from '../support/verifies.ts';

const folder = join(bin, '..', '..', 'dist', 'cli');
const names = [...commands.map(({ name }) => name), '_', '__proto__', 'tee.txt', 'nothing'];
const asked = [['--help'], ...names.map((name) => [name, '--help'])];

/** What the parser of command lines prints to a pipe, which nothing short-cuts. */
function parsed(): string[] {
  const script = `const { runProgram } = require(${JSON.stringify(join(folder, 'program.cjs'))});
    (async () => {
      for (const args of ${JSON.stringify(asked)}) {
        await runProgram(args);
        process.stdout.write('\\0');
      }
    })();`;
  const { stdout } = spawnSync(process.execPath, ['-e', script]);
  return stdout.toString().split('\0').slice(0, -1);
}

describe('texts that the build has made', () => {
  verifies('cli.ready-text');

  it('are what the parser prints, of every command and of what is none', async () => {
    const texts = parsed();
    for (const [nth, args] of asked.entries()) {
      const { stdout, stderr, status } = await sadap(args);
      expect([args, status, stderr, stdout]).toEqual([args, 0, '', texts[nth]]);
    }
  });

  it('are printed for -h, for nothing at all, and into a file', async () => {
    const overview = (await sadap(['--help'])).stdout;
    expect((await sadap([])).stdout).toBe(overview);
    expect((await sadap(['-h'])).stdout).toBe(overview);
    expect((await sadap(['tee', '-h'])).stdout).toBe((await sadap(['tee', '--help'])).stdout);
    const file = join(emptyFolder(), 'help.txt');
    spawnSync(process.execPath, [bin, '--help'], { stdio: ['ignore', openSync(file, 'w'), 2] });
    expect(readFileSync(file, 'utf8')).toBe(overview);
  });

  it('tell the version', async () => {
    for (const flag of ['--version', '-V'])
      expect(await sadap([flag])).toMatchObject({ status: 0, stdout: `${VERSION}\n`, stderr: '' });
  });

  it('that nobody takes are an error, but for a reader who has gone', () => {
    const run = (to: string) =>
      spawnSync('sh', ['-c', `"$0" "$1" --help ${to}`, process.execPath, bin]);
    expect(run('| true')).toMatchObject({ status: 0 });
    if (process.platform !== 'linux') return;
    const full = run('> /dev/full');
    expect(full.status).toBe(1);
    expect(full.stderr.toString()).toBe('sadap: standard output takes no more: ENOSPC\n');
  });
});
