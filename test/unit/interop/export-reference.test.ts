import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { VIEW_FORMATS } from '../../../src/cli/export-views.ts';
import { document } from '../../../src/cli/flags/document.ts';
import { exportFormats } from '../../../src/interop/export/registry.ts';
import { exportReference } from '../../support/export-reference.ts';
import { verifies } from '../../support/verifies.ts';

const page = join(import.meta.dirname, '../../../docs/reference/export.md');

it('docs/reference/export.md is made from the registry', () => {
  verifies('export.reference');
  if (process.env['UPDATE_GOLDEN']) writeFileSync(page, exportReference());
  expect(readFileSync(page, 'utf8')).toBe(exportReference());
});

it('the command takes the forms of the registry', () => {
  const to = document
    .find(({ name }) => name === 'export')
    ?.flags.find(({ spelling }) => spelling.startsWith('--to'));
  expect(to?.choices).toEqual(['raw', ...exportFormats.map(({ id }) => id), ...VIEW_FORMATS]);
});
