import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect } from 'vitest';

/**
 * Compares text with a file under test/golden. With `UPDATE_GOLDEN=1` the file is written instead;
 * look at the difference before you commit it.
 * @param name path below test/golden, without the ending
 */
export function expectGolden(name: string, actual: string): void {
  const path = join(import.meta.dirname, '..', 'golden', `${name}.golden`);
  if (process.env['UPDATE_GOLDEN'] === '1') {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, actual);
    return;
  }
  expect(actual).toBe(readFileSync(path, 'utf8'));
}
