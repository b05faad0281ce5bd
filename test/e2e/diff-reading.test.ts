import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sadap } from '../support/sadap.ts';
import { verifies } from '../support/verifies.ts';

const recording = (name: string) => join(import.meta.dirname, `../../recordings/${name}.ndjson`);
const diff = (...args: string[]) =>
  sadap(['diff', recording('asrama-sdk-v1'), recording('asrama-sdk-v2-legacy'), ...args]);

describe('sadap diff --reading', () => {
  verifies('diff-reading', 'diff-command');

  it('fails at the tier that was asked for', async () => {
    const plain = await diff('--reading');
    expect([plain.status, plain.stderr]).toEqual([0, '']);
    expect(plain.stdout).toContain('read as: Claude Messages API, plain');
    expect((await diff('--reading', '--fail-on', 'minor')).status).toBe(1);
  });

  it('reads by the rules of a host, or of two', async () => {
    const one = await diff('--reading', '--host', 'cline', '--json');
    expect(JSON.parse(one.stdout.split('\n')[0] ?? '').reading.hosts).toEqual(['Cline', 'Cline']);
    const two = await diff('--reading', '--host', 'cline', '--host', 'codex-cli', '--markdown');
    expect(two.stdout).toContain('`read as: Codex CLI`');
  });

  it('is 2 for hosts that make no sense', async () => {
    const alone = await diff('--host', 'cline');
    expect(alone.status).toBe(2);
    expect(alone.stderr).toContain('--host and --profile go with --reading');
    const three = await diff('--reading', ...['a', 'b', 'c'].flatMap((name) => ['--host', name]));
    expect([three.status, three.stdout]).toEqual([2, '']);
    expect((await diff('--reading', '--host', 'nobody')).status).toBe(2);
  });
});
