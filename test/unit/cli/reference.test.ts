import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { commandsReference } from '../../support/commands-reference.ts';
import { verifies } from '../../support/verifies.ts';

const page = join(import.meta.dirname, '..', '..', '..', 'docs', 'reference', 'commands.md');

it('docs/reference/commands.md is made from the command surface', () => {
  verifies('cli.reference');
  if (process.env['UPDATE_GOLDEN']) writeFileSync(page, commandsReference());
  expect(readFileSync(page, 'utf8')).toBe(commandsReference());
});
