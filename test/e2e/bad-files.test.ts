import { spawnSync } from 'node:child_process';
import { chmodSync, copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { bin, emptyFolder, sadap } from '../support/sadap.ts';
import { verifies } from '../support/verifies.ts';

const sample = join(import.meta.dirname, '..', '..', 'recordings', 'asrama-python.ndjson');
const TIME = '20261130T101000Z-1a2b3c4d';

/** A good recording between a newer file without a byte and a foreign one. */
function mixedFolder() {
  const folder = emptyFolder();
  const at = (name: string) => join(folder, `${name}.ndjson`);
  writeFileSync(at('foreign'), '{"level":"info"}\n');
  copyFileSync(sample, at(`good-${TIME}`));
  writeFileSync(at(`zero-${TIME.replace('10Z', '11Z').replace('T1010', 'T1011')}`), '');
  return { folder, good: at(`good-${TIME}`), foreign: at('foreign') };
}

it('check answers for the good ones among several files, and says which could not be read', async () => {
  verifies('cli.bad-files');
  const { good, foreign } = mixedFolder();
  const alone = await sadap(['check', good, '--json']);
  const ran = await sadap(['check', good, foreign, 'none.ndjson', '--json']);
  expect(ran.stdout).toBe(alone.stdout);
  expect(ran.stderr.trimEnd().split('\n')).toEqual([
    expect.stringContaining('foreign.ndjson'),
    expect.stringContaining('there is no file none.ndjson'),
  ]);
  expect(ran.status).toBe(2);
  const none = await sadap(['check', foreign, 'none.ndjson', '--json']);
  expect([none.status, none.stdout]).toEqual([2, '']);
});

it('search reads on after a file that cannot be read', async () => {
  verifies('cli.bad-files');
  const { folder } = mixedFolder();
  const ran = await sadap(['search', '7A', '--dir', folder]);
  expect(ran.stdout).toMatch(/^#6 +→ tools\/call +7A$/m);
  expect(ran.stderr.trimEnd().split('\n')).toEqual([
    expect.stringContaining('zero-'),
    expect.stringContaining('foreign.ndjson'),
  ]);
  expect(ran.status).toBe(2);
  const several = await sadap(['search', '7A', join(folder, 'none'), sample]);
  expect([several.status, several.stderr.split('\n').length]).toEqual([2, 2]);
  expect(several.stdout).toContain('7A');
});

it('stats counts the good ones among several files, and says which could not be read', async () => {
  verifies('cli.bad-files');
  const { folder, good, foreign } = mixedFolder();
  const alone = await sadap(['stats', good, '--json']);
  const empty = join(folder, 'empty');
  mkdirSync(empty);
  const ran = await sadap(['stats', 'none.ndjson', foreign, empty, good, '--json']);
  expect(ran.stdout).toBe(alone.stdout);
  expect(ran.stderr.trimEnd().split('\n')).toEqual([
    expect.stringContaining('there is no recording in'),
    expect.stringContaining('there is no file none.ndjson'),
    expect.stringContaining('foreign.ndjson is no recording'),
  ]);
  expect(ran.status).toBe(2);
  const all = await sadap(['stats', folder]);
  expect([all.status, all.stderr.split('\n').length]).toEqual([2, 3]);
  expect(all.stdout).toContain('asrama');
  const none = await sadap(['stats', 'none.ndjson', foreign]);
  expect([none.status, none.stdout]).toEqual([2, '']);
});

it('the newest recording is one, whatever lies beside it', async () => {
  verifies('cli.bad-files');
  const { folder, good } = mixedFolder();
  for (const command of ['show', 'check', 'stats']) {
    const ran = await sadap([command, '--dir', folder, '--json']);
    expect(ran.stdout).toBe((await sadap([command, good, '--json'])).stdout);
    expect(ran.stderr).toMatch(/^sadap: passed over .*zero-\S+: it is empty\n$/);
  }
});

it('says that a folder cannot be read', async () => {
  verifies('cli.bad-files');
  const { folder, good } = mixedFolder();
  const rows = [
    ['list', '--dir', good],
    ['show', '--dir', good],
    ['search', 'x', '--dir', good],
  ];
  for (const args of rows) {
    const ran = await sadap(args);
    expect(ran.stderr).toContain(`${good} cannot be read: it is no folder`);
    expect([ran.status, ran.stdout]).toEqual([2, '']);
  }
  const both = await sadap(['list', folder, join(folder, 'none')]);
  expect([both.status, both.stdout.includes('good-')]).toEqual([2, true]);
  expect((await sadap(['list', folder])).status).toBe(1);
});

const NOBODY = 65_534;
/** Only root can become another user, who must be able to read the program. */
const canBeNobody =
  process.getuid?.() === 0 &&
  spawnSync(process.execPath, [bin, '--version'], { uid: NOBODY, gid: NOBODY }).status === 0;

it.runIf(canBeNobody)('says that a folder of another user cannot be read', () => {
  verifies('cli.bad-files');
  const outer = emptyFolder();
  chmodSync(outer, 0o755);
  const closed = join(outer, 'closed');
  mkdirSync(closed, { mode: 0o700 });
  copyFileSync(sample, join(closed, 'good.ndjson'));
  for (const args of [
    ['list', closed],
    ['show', '--dir', closed],
    ['stats', closed],
  ]) {
    const ran = spawnSync(process.execPath, [bin, ...args], {
      uid: NOBODY,
      gid: NOBODY,
      cwd: outer,
    });
    expect(ran.stderr.toString()).toContain(`${closed} cannot be read: EACCES`);
    expect([ran.status, ran.stdout.toString()]).toEqual([2, '']);
  }
});
