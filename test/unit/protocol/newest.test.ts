import { expect, it } from 'vitest';
import {
  FIRST_MODERN,
  NEWEST_LEGACY,
  NEWEST_MODERN,
  REVISIONS,
} from '../../../src/protocol/revisions.ts';

it('knows the newest revision of each era, and where the modern one began', () => {
  expect([NEWEST_LEGACY, FIRST_MODERN, NEWEST_MODERN]).toEqual([
    '2025-11-25',
    '2026-07-28',
    '2026-07-28',
  ]);
  for (const { revision, era } of REVISIONS)
    expect(era).toBe(revision < FIRST_MODERN ? 'legacy' : 'modern');
  expect(REVISIONS.map((each) => each.revision).toSorted()).toEqual(
    REVISIONS.map((each) => each.revision),
  );
});
