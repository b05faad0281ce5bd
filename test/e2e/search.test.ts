import { join } from 'node:path';
import { expect, it } from 'vitest';
import { sadap } from '../support/sadap.ts';
import { verifies } from '../support/verifies.ts';

const file = join(import.meta.dirname, '..', '..', 'recordings', 'asrama-python.ndjson');

it('names the entries that hold a text; 1 when none does', async () => {
  verifies('search/spelling');
  const text = await sadap(['search', '7A', file]);
  expect([text.status, text.stderr]).toEqual([0, '']);
  expect(text.stdout).toMatch(/^#6 +→ tools\/call +7A$/m);
  const json = await sadap(['search', '"kelas":"7A"', file, '--json']);
  const lines = json.stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(lines).toMatchObject([
    { path: file, seq: 6, from: 'client', method: 'tools/call', count: 1 },
  ]);
  const none = await sadap(['search', 'nowhere to be found', file]);
  expect([none.status, none.stdout]).toEqual([1, '']);
  expect((await sadap(['search', '', file])).status).toBe(2);
});
