import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { emptyFolder } from '../support/sadap.ts';
import { figure, soaking } from '../support/soak.ts';
import { verifies } from '../support/verifies.ts';

const program = join(import.meta.dirname, 'guided/run.mjs');
/** In the long form, for each target. */
const SECONDS = 15;

function fuzz(...args: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...args], {
    encoding: 'utf8',
  });
  return { status, text: stdout + stderr };
}

it('finds what hides behind several branches, and makes the input short', () => {
  verifies('fuzz:guided');
  const target = join(import.meta.dirname, '../fixtures/fuzz-hidden.ts');
  const { status, text } = fuzz(target, '--seconds', '60', '--seed', '1', '--first');
  expect(text).toContain('Error: broken: found it');
  expect(text).toMatch(/^"\{.{0,40}open.{0,40}"$/m);
  expect(status).toBe(1);
  // What a failed test prints is enough to repeat it.
  const input = Buffer.from('{"open":[7]}').toString('base64');
  expect(fuzz(target, '--input', input)).toMatchObject({
    status: 1,
    text: expect.stringContaining('Error: broken: found it'),
  });
  const other = Buffer.from('{"open":7}').toString('base64');
  expect(fuzz(target, '--input', other)).toMatchObject({ status: 0 });
});

it.runIf(soaking)('finds nothing in what reads bytes of others', () => {
  verifies('fuzz:guided', 'fuzz:any-bytes');
  const figures = join(emptyFolder(), 'figures.ndjson');
  const { status, text } = fuzz('--seconds', String(SECONDS), '--figures', figures);
  expect(text).not.toContain('broken by');
  expect(status).toBe(0);
  for (const line of readFileSync(figures, 'utf8').trim().split('\n')) {
    const { target, promise, runs, reached, places } = JSON.parse(line);
    figure(
      'fuzz',
      `${target}: ${promise}`,
      `${runs} inputs in ${SECONDS} s, ${reached} of ${places} branches`,
    );
  }
});
