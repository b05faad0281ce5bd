import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sadap } from '../support/sadap.ts';
import { verifies } from '../support/verifies.ts';

const root = join(import.meta.dirname, '..', '..');
const page = join(root, 'docs', 'why-did-the-model-not-see-it.md');

/** A command of the page, and what stands under it. */
const BLOCK = /```console\n\$ sadap ([^\n]*)\n([^`]*)```/g;

describe('the page about what the model did not see', () => {
  it('shows what the program prints', async () => {
    verifies('hosts/why-page');
    let text = readFileSync(page, 'utf8');
    const blocks = [...text.matchAll(BLOCK)];
    expect(blocks.length).toBeGreaterThan(6);
    for (const [block, command = '', before = ''] of blocks) {
      const { stdout, status } = await sadap(command.split(' '), { cwd: root });
      expect({ command, status }).toEqual({ command, status: 0 });
      const frames = shortened(framesOf(stdout), before);
      text = text.replace(block, () => `\`\`\`console\n$ sadap ${command}\n${frames}\n\`\`\``);
    }
    if (process.env['UPDATE_GOLDEN']) writeFileSync(page, text);
    expect(readFileSync(page, 'utf8')).toBe(text);
  });

  it('links to pages that exist', () => {
    verifies('hosts/why-page');
    const links = [...readFileSync(page, 'utf8').matchAll(/\]\(([^)#]+)/g)];
    for (const [, path = ''] of links)
      expect(existsSync(join(dirname(page), path)), path).toBe(true);
  });
});

/** The frames alone: what is said of the whole session is not the subject. */
function framesOf(stdout: string): string {
  const start = stdout.startsWith('#') ? 0 : stdout.indexOf('\n#') + 1;
  const ends = ['\nexchanges', '\nwhat the model reads'].map((each) => stdout.indexOf(each));
  return stdout.slice(start, Math.max(...ends)).trimEnd();
}

/** A block that ends with `…` shows as many lines as it did. */
function shortened(frames: string, before: string): string {
  const lines = before.trimEnd().split('\n');
  if (lines.at(-1) !== '…') return frames;
  return [...frames.split('\n').slice(0, lines.length - 1), '…'].join('\n');
}
