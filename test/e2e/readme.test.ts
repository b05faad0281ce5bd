import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sadap } from '../support/sadap.ts';

const root = join(import.meta.dirname, '..', '..');
const page = join(root, 'README.md');

/** The session's first line, and the two frames that the README shows. */
const SAMPLE = /(\nsadap · )[^\n]*\n…\n[^`]*(\n```)/;

describe('README', () => {
  it('shows what the program prints', async () => {
    const args = ['show', 'recordings/asrama-sdk-v1.ndjson', '--seq', '9..10', '--width', '100'];
    const { stdout } = await sadap(args, { cwd: root });
    const [head = ''] = stdout.split('\n');
    const body = stdout.slice(stdout.indexOf('\n#9') + 1, stdout.indexOf('\nexchanges')).trimEnd();
    const readme = readFileSync(page, 'utf8');
    const expected = readme.replace(SAMPLE, (_, _open, close) => `\n${head}\n…\n${body}${close}`);
    if (process.env['UPDATE_GOLDEN']) writeFileSync(page, expected);
    expect(readFileSync(page, 'utf8')).toBe(expected);
    expect(body).toContain('the model reads');
  });

  it('links to files that exist', () => {
    const links = [...readFileSync(page, 'utf8').matchAll(/\]\(([^)#]+)/g)];
    const paths = links.map(([, path = '']) => path);
    expect(paths.length).toBeGreaterThan(5);
    expect(paths.filter((path) => !existsSync(join(root, path)))).toEqual([]);
  });
});
