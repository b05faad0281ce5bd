import { describe, expect, it } from 'vitest';
import type { Fate } from '../../../src/model/reading.ts';
import { fateAt } from '../../../src/reading/fate-at.ts';
import { verifies } from '../../support/verifies.ts';

const fate = (pointer: string): Fate => ({
  pointer,
  kind: 'host',
  stage: 'placement',
  rule: 'hostOnly',
  note: undefined,
});

describe('the fate at a pointer', () => {
  const fates = [fate('/a'), fate('/b/0/c'), fate('/b/10'), fate('/e/')];

  it.each([
    ['/a', '/a'],
    ['/a/x/y', '/a'],
    ['/b/0/c/d', '/b/0/c'],
    ['/b/10', '/b/10'],
    ['/e//', '/e/'],
  ])('%s is that of %s', (pointer, expected) => {
    verifies('reading/fate-at');
    expect(fateAt(fates, pointer)?.pointer).toBe(expected);
  });

  it.each(['', '/b', '/e', '/b/0', '/b/1', '/ab', 'a'])('%j has none of its own', (pointer) => {
    expect(fateAt(fates, pointer)).toBeUndefined();
  });

  it('is the one at the root for everything', () => {
    expect(fateAt([fate('')], '/any/where')?.pointer).toBe('');
  });
});
