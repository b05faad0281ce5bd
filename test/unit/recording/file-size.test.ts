import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { fileSize } from '../../../src/recording/file-size.ts';

const folder = mkdtempSync(join(tmpdir(), 'sadap-size-'));
afterAll(() => rmSync(folder, { recursive: true }));
const at = (name: string) => join(folder, name);

test('the size of a file, also behind a link', () => {
  writeFileSync(at('file'), 'four');
  symlinkSync(at('file'), at('link'));
  expect([fileSize(at('file')), fileSize(at('link'))]).toEqual([4, 4]);
});

test('none for what is no file or cannot be looked at', () => {
  mkdirSync(at('folder'));
  symlinkSync(at('loop'), at('loop'));
  const odd = ['folder', 'loop', 'nowhere', 'x'.repeat(5000), 'a\0b'];
  expect(odd.map((name) => fileSize(at(name)))).toEqual(odd.map(() => 0));
});
