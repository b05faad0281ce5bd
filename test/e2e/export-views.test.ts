import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sadap } from '../support/sadap.ts';
import { verifies } from '../support/verifies.ts';

const sample = join(import.meta.dirname, '..', '..', 'recordings', 'asrama-sdk-v1.ndjson');

async function exported(to: string, ...flags: string[]): Promise<string> {
  const ran = await sadap(['export', sample, '--to', to, ...flags]);
  expect(ran.stderr).toBe('');
  expect(ran.status).toBe(0);
  return ran.stdout;
}

describe('forms that are made of what a model reads', () => {
  verifies('export:views');

  it('draw the conversation, and print each message with its fates', async () => {
    expect(await exported('mermaid')).toMatch(
      /^sequenceDiagram\n[\s\S]*\n {2}M->>H: asks for mcp__asrama__cari_anak\n/,
    );
    const markdown = await exported('markdown', '--host', 'gemini-cli');
    expect(markdown).toContain('# `asrama`');
    expect(markdown).toMatch(/"name": "cari_anak", +renamed/);
    expect(markdown).toContain('Gemini CLI');
  });

  it.each([
    ['anthropic', '/tools/0/input_schema'],
    ['openai', '/tools/0/function/parameters'],
    ['gemini', '/tools/0/functionDeclarations/0/name'],
  ])('are the body of a request to %s', async (to, pointer) => {
    const body = JSON.parse(await exported(to));
    const found = pointer
      .split('/')
      .slice(1)
      .reduce((value, key) => value?.[key], body);
    expect(found).toBeDefined();
    expect(JSON.stringify(body)).toContain('Citra Lestari');
  });

  it('are not made by the rules of a host that asks another API', async () => {
    const ran = await sadap(['export', sample, '--to', 'gemini', '--host', 'codex-cli']);
    expect([ran.status, ran.stderr]).toEqual([2, expect.stringContaining('codex-cli asks openai')]);
  });
});
