import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { emptyFolder, sadap } from '../support/sadap.ts';
import { verifies } from '../support/verifies.ts';

const root = join(import.meta.dirname, '../..');
const whole = join(root, 'recordings/memory.ndjson');
const server = [process.execPath, join(root, 'test/fixtures/servers/plain.mjs')];

/** A folder with a recording that was cut in the middle of its fourth line. */
function cutFolder(): string {
  const cwd = emptyFolder();
  const lines = readFileSync(whole, 'utf8').split('\n').slice(0, 4);
  const last = lines.pop() ?? '';
  const cut = [...lines, last.slice(0, last.length / 2)].join('\n');
  writeFileSync(join(cwd, 'cut.ndjson'), cut);
  return cwd;
}

const told = '1 damaged place of cut.ndjson could not be read; ';

describe('a damaged recording', () => {
  verifies('damage-told');

  it.each([
    [['check', 'cut.ndjson'], 0],
    [['diff', 'cut.ndjson', 'cut.ndjson'], 0],
    [['model', 'cut.ndjson'], 0],
    [['doc', 'cut.ndjson'], 0],
    [['replay', 'cut.ndjson', '--', ...server], undefined],
    [['serve', 'cut.ndjson'], 0],
    [['export', 'cut.ndjson', '--to', 'jsonl'], 1],
    [['redact', 'cut.ndjson', '--scan'], 1],
  ])('%# is told of, with the command that shows where: %j', async (args, status) => {
    const ran = await sadap(args, { cwd: cutFolder() });
    expect(ran.stderr).toContain(told);
    expect(ran.stderr).toContain('  see where with: sadap show cut.ndjson --errors\n');
    if (status !== undefined) expect(ran.status).toBe(status);
  });

  it('is not said to be in order', async () => {
    const args = ['check', 'cut.ndjson', '--rule', 'content/soft-error'];
    const { stdout } = await sadap(args, { cwd: cutFolder() });
    expect(stdout).toContain('nothing found, but 1 damaged place could not be read');
  });
});
