import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sadap } from '../support/sadap.ts';
import { verifies } from '../support/verifies.ts';

describe('sadap hosts', () => {
  it('lists the hosts, and explains one', async () => {
    verifies('hosts/list', 'hosts/detail');
    const all = await sadap(['hosts', '--width', '100']);
    expect(all.stdout).toMatch(/^codex-cli \+\d/m);
    const one = await sadap(['hosts', 'codex-cli:gpt-5.5']);
    expect(one.stdout).toContain('Codex CLI, gpt-5.5');
    expect(one.stdout).toMatch(/measured 2026-11-30/);
    const none = await sadap(['hosts', 'nobody']);
    expect(none.status).toBe(2);
    expect(none.stderr).toContain('there is no host profile "nobody"');
  });
});

describe('sadap show --host', () => {
  const recording = join(import.meta.dirname, '../../recordings/everything.ndjson');

  it('reads a recording by the rules of a host', async () => {
    verifies('hosts/detail');
    const { stdout } = await sadap(['show', recording, '--host', 'gemini-cli', '--seq', '18']);
    expect(stdout).toMatch(/structuredContent.*dropped/);
  });

  it('all shows where the hosts differ', async () => {
    verifies('hosts/all');
    const { stdout } = await sadap(['show', recording, '--host', 'all', '--seq', '18']);
    expect(stdout).toContain('/result/structuredContent');
    const json = await sadap(['show', recording, '--host', 'all', '--seq', '18', '--json']);
    expect(JSON.parse(json.stdout)).toMatchObject({ type: 'comparison', message: '18' });
  });
});
