import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sadap } from '../support/sadap.ts';

const root = join(import.meta.dirname, '..', '..');
const readme = readFileSync(join(root, 'README.md'), 'utf8');

describe('README', () => {
  it('shows what the program prints', async () => {
    const [, first = '', body = ''] = /\n(sadap · .*)\n…\n([^`]*)\n```/.exec(readme) ?? [];
    const args = ['show', 'recordings/asrama-sdk-v1.ndjson', '--seq', '9..10', '--width', '100'];
    const ran = await sadap(args, { cwd: root });
    expect(first).not.toBe('');
    expect(ran.stdout.startsWith(`${first}\n`)).toBe(true);
    expect(ran.stdout).toContain(`\n${body}\n`);
  });

  it('links to files that exist', () => {
    const links = [...readme.matchAll(/\]\(([^)#]+)/g)].map(([, path = '']) => path);
    expect(links.filter((path) => !existsSync(join(root, path)))).toEqual([]);
  });
});
