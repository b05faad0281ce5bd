import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { rulesReference } from '../../support/rules-reference.ts';
import { verifies } from '../../support/verifies.ts';

const page = join(import.meta.dirname, '../../../docs/reference/rules.md');

it('docs/reference/rules.md is made from the rules (UPDATE_GOLDEN=1 writes it)', () => {
  verifies('check-reference');
  if (process.env['UPDATE_GOLDEN'] === '1') writeFileSync(page, rulesReference());
  expect(readFileSync(page, 'utf8')).toBe(rulesReference());
});
