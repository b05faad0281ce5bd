import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { sha256 } from '../../../src/capture/sha256.ts';
import fc from '../../support/fast-check.ts';

it('gives what the system’s library gives, at every length around a block', () => {
  const theirs = (text: string) => createHash('sha256').update(text).digest('hex');
  for (let length = 0; length < 200; length += 1) {
    const text = 'sadap'.repeat(40).slice(0, length);
    expect(sha256(text)).toBe(theirs(text));
  }
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => {
      expect(sha256(text)).toBe(theirs(text));
    }),
  );
});
