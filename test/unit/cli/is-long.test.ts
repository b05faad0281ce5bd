import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { isLong } from '../../../src/cli/is-long.ts';
import { conversation } from '../../support/conversation.ts';
import { fileOf } from '../../support/recording-file.ts';
import { verifies } from '../../support/verifies.ts';

const folder = mkdtempSync(join(tmpdir(), 'sadap-is-long-'));
afterAll(() => rmSync(folder, { recursive: true }));

it('a recording of 16 MiB is long, a log of another program never', () => {
  verifies('show/long');
  const file = join(folder, 'a.ndjson');
  writeFileSync(file, fileOf(conversation().initialized().recording()));
  truncateSync(file, 16 * 1024 * 1024 - 1);
  expect(isLong(file)).toBe(false);
  truncateSync(file, 16 * 1024 * 1024);
  expect(isLong(file)).toBe(true);
  const log = join(folder, 'mcp.log');
  writeFileSync(log, '2026-11-30 started\n');
  truncateSync(log, 16 * 1024 * 1024);
  expect(isLong(log)).toBe(false);
  expect(isLong('-')).toBe(false);
});
