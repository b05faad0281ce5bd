import { readFileSync } from 'node:fs';
import { join } from 'node:path';
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
