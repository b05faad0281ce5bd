import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { verifies } from '../support/verifies.ts';

const root = join(import.meta.dirname, '..', '..');
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));

/** Rows of the table in the reference: package, licence, MB, in the program, what for. */
const rows = readFileSync(join(root, 'docs/reference/dependencies.md'), 'utf8')
  .split('\n')
  .filter((line) => /^\| [@a-z]/.test(line) && !line.startsWith('| package '))
  .map((line) => line.split('|').map((cell) => cell.trim()));

describe('the package', () => {
  verifies('package.alone', 'package.licences');

  it('brings no other package and runs nothing when it is installed', () => {
    const kinds = ['dependencies', 'optionalDependencies', 'peerDependencies'];
    expect(kinds.filter((kind) => kind in manifest)).toEqual([]);
    const hooks = ['preinstall', 'install', 'postinstall', 'prepare'];
    expect(hooks.filter((hook) => hook in manifest.scripts)).toEqual([]);
  });

  it('has a line in the documents for each package that it is built with', () => {
    expect(rows.map(([, name]) => name)).toEqual(Object.keys(manifest.devDependencies));
  });

  it.each(rows.map((row) => [row[1] ?? '', row] as const))(
    'tells the licence of %s',
    (name, row) => {
      const [, , licence, , , what = ''] = row;
      const locked = packages[`node_modules/${name}`];
      expect(licence).toBe(locked.license);
      expect(/install script/.test(what)).toBe(locked.hasInstallScript === true);
    },
  );

  it('pins every version, and the lock names no place that packages come from', () => {
    const versions: string[] = Object.values(manifest.devDependencies);
    expect(versions.filter((version) => !/^\d+\.\d+\.\d+$/.test(version))).toEqual([]);
    const resolved = Object.values<object>(packages).filter((each) => 'resolved' in each);
    expect(resolved).toEqual([]);
  });
});

describe('the files of the package', () => {
  verifies('package.documents', 'package.small');

  const args = ['pack', '--dry-run', '--ignore-scripts', '--json'];
  const shell = process.platform === 'win32';
  const { stdout } = spawnSync('npm', args, { cwd: root, encoding: 'utf8', shell });
  // Newer versions of npm print an object by name, older ones a list.
  const [listing] = Object.values<Listing>(JSON.parse(stdout));
  const packed = new Set(listing?.files.map(({ path }) => path));
  const folders = new Set([...packed].flatMap((path) => foldersOf(path)));

  it('hold all that the README links to', () => {
    const page = readFileSync(join(root, 'README.md'), 'utf8');
    const links = [...page.matchAll(/\]\(([^)#]+)/g)].map(([, path = '']) => path);
    const relative = links.filter((path) => !/^[a-z]+:/.test(path));
    expect(relative.length).toBeGreaterThan(30);
    const missing = relative.filter((path) => {
      const plain = path.replace(/\/$/, '');
      return !packed.has(plain) && !folders.has(plain);
    });
    expect(missing).toEqual([]);
  });

  it('hold the sample recordings and no other, which may be private', () => {
    const recordings = [...packed].filter((path) => path.endsWith('.ndjson'));
    expect(recordings.length).toBeGreaterThan(5);
    const named = recordings.filter((path) => manifest.files.includes(path));
    expect(named).toEqual(recordings);
  });

  it('are small beside the program', () => {
    const beside = [...packed].filter((path) => !/^(dist|bin)\//.test(path));
    const bytes = beside.map((path) => gzipSync(readFileSync(join(root, path))).length);
    expect(bytes.reduce((sum, each) => sum + each, 0)).toBeLessThan(350_000);
  });
});

/** What we read of what `npm pack` tells. */
interface Listing {
  readonly files: readonly { readonly path: string }[];
}

function foldersOf(path: string): string[] {
  const folder = dirname(path);
  return folder === '.' ? [] : [folder, ...foldersOf(folder)];
}
