import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sadap } from '../support/sadap.ts';
import { verifies } from '../support/verifies.ts';

const recording = join(import.meta.dirname, '../../recordings/asrama-sdk-v2-modern.ndjson');
const show = (...args: string[]) => sadap(['show', recording, '--sensitive', ...args]);

describe('sadap show --sensitive', () => {
  verifies('sensitive/gate');

  it('is 0 when the model reads nothing of it, 1 when it does', async () => {
    const clean = await show('nik,no_hp_wali', '--sensitive', 'alamat');
    expect([clean.status, clean.stderr]).toEqual([0, '']);
    expect(clean.stdout).toContain('nothing of this reaches the model');
    const leak = await show('nik,nama_wali');
    expect(leak.status).toBe(1);
    expect(leak.stdout).toContain('reaches the model: nama_wali');
  });

  it('looks where the filter says', async () => {
    expect((await show('nama_wali', '-m', 'prompts/*')).status).toBe(0);
  });

  it('has lines for programs, and takes all hosts', async () => {
    const json = await show('nik,nama_wali', '--json');
    const lines = json.stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(lines.map((each) => each.type)).toEqual([
      'sensitive',
      'place',
      'place',
      'place',
      'sensitive',
      'summary',
    ]);
    expect(lines.at(-1)).toMatchObject({ host: 'claude-messages', exposed: ['nama_wali'] });
    const all = await show('nama_wali', '--host', 'all');
    expect(all.status).toBe(1);
    expect(all.stdout).toMatch(/^ {2}model +claude-messages, [^.]*codex-cli/m);
  });

  it('is 2 for what it cannot read, or cannot do', async () => {
    const pattern = await show('pattern:nama');
    expect([pattern.status, pattern.stdout]).toEqual([2, '']);
    expect(pattern.stderr).toMatch(/the patterns are email, phone, nik, .*key; regex:EXPRESSION/);
    expect((await show('nik', '--follow')).status).toBe(2);
    expect((await show('nik', '--raw')).status).toBe(2);
  });
});
