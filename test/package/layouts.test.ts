import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  symlinkSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { packed } from '../../scripts/packed.mjs';
import { verifies } from '../support/verifies.ts';
import { commonFolder, installed, npm, run } from './support/installed.ts';

const scratch = commonFolder();
const prefix = join(scratch, 'my projects, naïve 日本');
const manifest = JSON.parse(readFileSync('package.json', 'utf8'));
const env = { PATH: process.env['PATH'] ?? '', HOME: scratch };
let folder = '';

beforeAll(async () => {
  folder = await installed(scratch, prefix);
});

/** The program says its version and records the built-in server, which it has to find by itself. */
async function expectToWork(file: string, args: readonly string[], asNobody = false) {
  const cwd = join(scratch, 'elsewhere');
  mkdirSync(cwd, { recursive: true });
  chmodSync(cwd, 0o777);
  const surroundings = { cwd, env: { ...env, HOME: cwd }, asNobody };
  const version = await run(file, [...args, '--version'], surroundings);
  expect(version).toEqual({ status: 0, stdout: `${manifest.version}\n`, stderr: '' });
  const record = await run(file, [...args, 'record', '--dir', cwd], surroundings);
  expect(record).toMatchObject({ status: 0 });
  expect(record.stdout).toContain('detail_anak');
}

describe('an installation', () => {
  verifies('package.layouts', 'package.alone');

  it('is one package with all that it should have, and nothing of its making', () => {
    expect(readdirSync(dirname(folder)).filter((name) => !name.startsWith('.'))).toEqual(['sadap']);
    const wanted = ['LICENSE', 'README.md', 'CHANGELOG.md', 'dist/THIRD_PARTY_NOTICES.txt'];
    const named = [...manifest.man, manifest.bin.sadap, manifest.types, 'dist/web/index.html'];
    const exported = Object.values<string | { default: string }>(manifest.exports);
    const targets = exported.map((target) =>
      typeof target === 'string' ? target : target.default,
    );
    const missing = [...wanted, ...named, ...targets].filter(
      (name) => !existsSync(join(folder, name)),
    );
    expect(missing).toEqual([]);
    // The texts that the README leads to are with it (test/unit/package.test.ts).
    const texts = ['CHANGELOG.md', 'CONTRIBUTING.md', 'LICENSE', 'README.md', 'SECURITY.md'];
    const folders = ['bench', 'bin', 'dist', 'docs', 'recordings'];
    const top = [...texts, ...folders, 'package.json'];
    expect(readdirSync(folder).toSorted()).toEqual(top.toSorted());
  });

  it('works in a folder with spaces and letters of any script', async () => {
    await expectToWork(join(prefix, 'node_modules', '.bin', 'sadap'), []);
  });

  it('works by npx, from the project and from the tarball itself', async () => {
    const inProject = await npm(['exec', '--offline', '--', 'sadap', '--version'], prefix);
    expect(inProject).toBe(`${manifest.version}\n`);
    const cache = join(scratch, 'cache');
    const args = ['exec', '--offline', '--yes', '--cache', cache, `--package=${packed(scratch)}`];
    const fromTarball = await npm([...args, '--', 'sadap', '--version'], scratch);
    expect(fromTarball).toBe(`${manifest.version}\n`);
  });

  it('works below a global prefix, with its manual page', async () => {
    const global = join(scratch, 'global');
    mkdirSync(global);
    await npm(['install', '--global', '--prefix', global, '--offline', packed(scratch)]);
    await expectToWork(join(global, 'bin', 'sadap'), []);
    expect(existsSync(join(global, 'share', 'man', 'man1', 'sadap.1'))).toBe(true);
  });

  it('works where packages are links into a store, as pnpm has it', async () => {
    const project = join(scratch, 'linked');
    const store = join(project, 'node_modules', '.pnpm', 'sadap@0.1.0', 'node_modules');
    mkdirSync(store, { recursive: true });
    const other = await installed(scratch, join(scratch, 'to be moved'));
    renameSync(other, join(store, 'sadap'));
    symlinkSync('.pnpm/sadap@0.1.0/node_modules/sadap', join(project, 'node_modules', 'sadap'));
    mkdirSync(join(project, 'node_modules', '.bin'));
    symlinkSync('../sadap/bin/sadap.js', join(project, 'node_modules', '.bin', 'sadap'));
    await expectToWork(join(project, 'node_modules', '.bin', 'sadap'), []);
    await expectToWork(process.execPath, [
      '--preserve-symlinks-main',
      join(project, 'node_modules/sadap/bin/sadap.js'),
    ]);
  });

  it('works in a folder that nobody may write to, for a user without rights', async () => {
    for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }))
      chmodSync(join(folder, name), 0o555);
    await expectToWork(process.execPath, [join(folder, 'bin', 'sadap.js')], true);
  });
});
