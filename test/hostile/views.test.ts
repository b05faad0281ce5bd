import { expect, it } from 'vitest';
import { commands } from '../../src/cli/flags.ts';
import { missingViews, VIEWS } from './views.ts';

it('every form in which a command prints a recording is tried', () => {
  expect(missingViews()).toEqual([]);
  const names = commands.map(({ name }) => name);
  expect(VIEWS.filter(({ command }) => !names.includes(command))).toEqual([]);
});
