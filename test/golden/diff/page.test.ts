import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { buildSession } from '../../../src/protocol/session.ts';
import { recordingFrom } from '../../../src/recording/load.ts';
import { renderDiff } from '../../../src/view/terminal/diff.ts';
import { verifies } from '../../support/verifies.ts';
import { compare } from '../../unit/compare/support.ts';

const root = join(import.meta.dirname, '../../..');
const page = join(root, 'docs/examples/upgrade-diff.md');
const BLOCK = /^```text\n\$ sadap diff (\S+) (\S+)\n[\s\S]*?^```$/gm;

describe('the page of upgrades', () => {
  verifies('diff-upgrades');

  it('shows what the program prints (UPDATE_GOLDEN=1 writes it)', () => {
    const text = readFileSync(page, 'utf8');
    const made = text.replace(BLOCK, (_, a: string, b: string) => block(a, b));
    if (process.env['UPDATE_GOLDEN'] === '1') writeFileSync(page, made);
    expect([...text.matchAll(BLOCK)]).toHaveLength(3);
    expect(readFileSync(page, 'utf8')).toBe(made);
  });
});

function block(a: string, b: string): string {
  const [old, now] = [sessionAt(a), sessionAt(b)];
  const lines = [...renderDiff(compare(old, now), { width: 100, colour: 'none' })];
  return ['```text', `$ sadap diff ${a} ${b}`, ...lines, '```'].join('\n');
}

function sessionAt(path: string) {
  return buildSession(recordingFrom(readFileSync(join(root, path)), path));
}
