import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { commands } from '../../src/cli/flags.ts';
import { ELSEWHERE, missingViews, VIEWS } from './views.ts';

it('every form in which a command prints a recording is tried', () => {
  expect(missingViews()).toEqual([]);
  const names = commands.map(({ name }) => name);
  expect(VIEWS.filter(({ command }) => !names.includes(command))).toEqual([]);
});

it('every file that tries another command is there', () => {
  const files = Object.values(ELSEWHERE).flatMap((text) => text.match(/\S+\.test\.ts/g) ?? []);
  expect(files.length).toBeGreaterThan(0);
  const from = (file: string) =>
    join(import.meta.dirname, file.startsWith('test/') ? `../../${file}` : file);
  expect(files.filter((file) => !existsSync(from(file)))).toEqual([]);
});
