import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { requirements } from '../requirements.ts';

const testRoot = join(import.meta.dirname, '..');

describe('promises', () => {
  const cited = new Set(testFiles().flatMap(citationsIn));

  it.each(Object.keys(requirements))('%s is cited by a test', (id) => {
    expect(cited).toContain(id);
  });

  it('every citation names a promise', () => {
    expect([...cited].filter((id) => !(id in requirements))).toEqual([]);
  });
});

function testFiles(): string[] {
  return readdirSync(testRoot, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.test.ts'))
    .map((name) => join(testRoot, name));
}

function citationsIn(file: string): string[] {
  const calls = readFileSync(file, 'utf8').matchAll(/verifies\(([^)]*)\)/g);
  return [...calls].flatMap(([, list = '']) =>
    [...list.matchAll(/'([^']+)'/g)].map(([, id = '']) => id),
  );
}
