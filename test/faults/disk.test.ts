import { describe, expect, it } from 'vitest';
import { sadap } from '../support/sadap.ts';
import { figure, scaled } from '../support/soak.ts';
import { verifies } from '../support/verifies.ts';

/** Where every write fails for want of space. */
const FULL = '/dev/full';

describe.skipIf(process.platform !== 'linux')('a full disk', () => {
  verifies('faults:disk-full');

  it('ends a recording of our own with one line and a status', async () => {
    const runs = scaled(2, 20);
    for (let run = 0; run < runs; run += 1) {
      const { status, stdout, stderr } = await sadap(['record', '-o', FULL]);
      expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
      expect(stderr).toMatch(/^sadap: .*ENOSPC.*\n( {2}.*\n)?$/);
    }
    figure('faults', 'record on a full disk', `${runs} runs, each one line and status 1`);
  });
});
