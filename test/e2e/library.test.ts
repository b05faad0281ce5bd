import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { type Example, examplesOf } from '../support/examples.ts';
import { bin, emptyFolder } from '../support/sadap.ts';
import { verifies } from '../support/verifies.ts';

const root = join(import.meta.dirname, '..', '..');
const page = readFileSync(join(root, 'docs/reference/library.md'), 'utf8');

/** The example as a program of somebody who installed the package; what it prints. */
async function printed({ language, code }: Example): Promise<string> {
  const folder = emptyFolder();
  mkdirSync(join(folder, 'node_modules'));
  symlinkSync(dirname(dirname(bin)), join(folder, 'node_modules', 'sadap'));
  const file = join(folder, language === 'js' ? 'example.cjs' : 'example.mjs');
  writeFileSync(file, code);
  // Where the recordings are. Some versions of Node 20 warn of `require` for an ES module.
  const args = ['--disable-warning=ExperimentalWarning', file];
  return (await promisify(execFile)(process.execPath, args, { cwd: root })).stdout;
}

describe('the library', () => {
  verifies('library.examples');
  const examples = examplesOf(page);

  it('has examples in its page, all with their output', () => {
    expect(examples).toHaveLength(page.match(/^```(?:ts|js)$/gm)?.length ?? 0);
    expect(examples.length).toBeGreaterThan(5);
  });

  it('has a word in its page for everything that it exports', async () => {
    const code = `import * as all from 'sadap'; console.log(Object.keys(all).join(' '));`;
    const names = (await printed({ language: 'ts', code, output: '' })).trim().split(' ');
    expect(names.length).toBeGreaterThan(15);
    expect(names.filter((name) => !new RegExp(`\\b${name}\\b`).test(page))).toEqual([]);
  });

  it.each(examples)('does what its page says: $code', async (example) => {
    const plain = (text: string) => text.replaceAll(/ +$/gm, '');
    expect(plain(await printed(example))).toBe(plain(example.output));
  });
});
