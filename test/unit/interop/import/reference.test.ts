import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { importReference } from '../../../support/import-reference.ts';
import { verifies } from '../../../support/verifies.ts';

const page = join(import.meta.dirname, '../../../../docs/reference/import.md');

it('docs/reference/import.md is made from the registry', () => {
  verifies('import.reference');
  if (process.env['UPDATE_GOLDEN']) writeFileSync(page, importReference());
  expect(readFileSync(page, 'utf8')).toBe(importReference());
});
