import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sadap } from '../support/sadap.ts';
import { verifies } from '../support/verifies.ts';

const recording = (name: string) => join(import.meta.dirname, '../../recordings', `${name}.ndjson`);
const v1 = recording('asrama-sdk-v1');
const v2 = recording('asrama-sdk-v2-modern');

describe('sadap diff', () => {
  verifies('diff-command');

  it.each([
    [[v1, v2], 0],
    [[v1, v2, '--fail-on', 'dangerous'], 1],
    [[v1, v2, '--fail-on', 'info'], 1],
    [[v1, v2, '--fail-on', 'never'], 0],
    [[v1, v1, '--fail-on', 'info'], 0],
    [[v1, v2, '--fail-on', 'dangerous', '--ignore', '/result/isError'], 0],
  ])('%# exits by the worst difference', async (args, status) => {
    const ran = await sadap(['diff', ...args]);
    expect(ran.stderr).toBe('');
    expect(ran.status).toBe(status);
  });

  it('prints text, JSON or Markdown', async () => {
    const [plain, json, markdown] = await Promise.all([
      sadap(['diff', v1, v2, '--width', '80']),
      sadap(['diff', v1, v2, '--json']),
      sadap(['diff', v1, v2, '--markdown']),
    ]);
    expect(plain.stdout).toContain('answer.is-error');
    const types = json.stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line).type);
    expect([types[0], new Set(types.slice(1))]).toEqual(['diff', new Set(['change'])]);
    expect(markdown.stdout).toMatch(/^# 1 dangerous/);
  });

  it('reads one of the two from standard input', async () => {
    const ran = await sadap(['diff', v1, '-'], { input: readFileSync(v1) });
    expect(ran.stdout).toContain('no differences');
  });

  it.each([
    [['diff', v1], 'missing required argument'],
    [['diff', v1, 'not-there.ndjson'], 'not-there.ndjson'],
    [['diff', '-', '-'], 'only one of the two'],
    [['diff', v1, v2, '--no-fold', 'moon'], '--no-fold knows no rule "moon"'],
    [['diff', v1, v2, '--ignore', 'result'], '--ignore wants a JSON pointer'],
    [['diff', v1, v2, '--fail-on', 'sometimes'], '--fail-on'],
  ])('%# says what is wrong with its arguments', async (args, words) => {
    const ran = await sadap(args);
    expect([ran.status, ran.stdout]).toEqual([2, '']);
    expect(ran.stderr).toContain(words);
  });

  it('shows what a rule folds when it is switched off', async () => {
    const ran = await sadap(['diff', v1, v1, '--no-fold', 'time', '--no-fold', 'all']);
    expect([ran.status, ran.stderr]).toEqual([0, '']);
  });
});
