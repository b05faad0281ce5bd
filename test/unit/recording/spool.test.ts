import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { Spool } from '../../../src/recording/spool.ts';
import { emptyFolder } from '../../support/sadap.ts';
import { verifies } from '../../support/verifies.ts';

vi.mock('node:fs', async (original) => ({
  ...(await original<typeof import('node:fs')>()),
  ftruncateSync: () => {
    throw Object.assign(new Error('an error of the disk'), { code: 'EIO' });
  },
}));

describe('the file of a long line', () => {
  verifies('tee:bounded-memory');

  it('is filled again when its space cannot be given back', () => {
    vi.useFakeTimers({ toFake: ['setImmediate'] });
    const spool = new Spool(join(emptyFolder(), 'spool'));
    onTestFinished(() => {
      vi.useRealTimers();
      spool.close();
    });
    spool.append(Buffer.alloc(33 * 1024 * 1024));
    spool.clear();
    expect(vi.getTimerCount()).toBe(1);
    expect(() => vi.runAllTimers()).not.toThrow();
    spool.append(Buffer.from('again'));
    expect(Buffer.concat([...spool.bytes()]).toString()).toBe('again');
  });
});
