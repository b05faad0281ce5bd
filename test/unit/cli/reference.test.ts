import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { commands } from '../../../src/cli/flags.ts';
import { manPage } from '../../../src/cli/shell/man.ts';
import { VERSION } from '../../../src/cli/version.ts';
import { commandsReference } from '../../support/commands-reference.ts';
import { verifies } from '../../support/verifies.ts';

const page = join(import.meta.dirname, '..', '..', '..', 'docs', 'reference', 'commands.md');

const manual = join(page, '..', 'sadap.1');

it('docs/reference/sadap.1 is made from the command surface', () => {
  verifies('cli.reference');
  const text = manPage(commands, VERSION);
  if (process.env['UPDATE_GOLDEN']) writeFileSync(manual, text);
  expect(readFileSync(manual, 'utf8')).toBe(text);
});

it('docs/reference/commands.md is made from the command surface', () => {
  verifies('cli.reference');
  if (process.env['UPDATE_GOLDEN']) writeFileSync(page, commandsReference());
  expect(readFileSync(page, 'utf8')).toBe(commandsReference());
});
