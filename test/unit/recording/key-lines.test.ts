import { describe, expect, test } from 'vitest';
import { KeyLines } from '../../../src/recording/key-lines.ts';

const BEGIN = `-----BEGIN ${'PRIVATE KEY'}-----`;
const END = `-----END ${'PRIVATE KEY'}-----`;

/** Which of these lines are inside a key. */
function inside(...lines: readonly string[]): readonly boolean[] {
  const keys = new KeyLines();
  return lines.map((line) => keys.isInside('stderr', line));
}

describe('lines of a private key', () => {
  test('begin behind a line that opens one, and stop with its end', () => {
    expect(inside(`key: ${BEGIN}`, 'QUJD', END, 'QUJD')).toEqual([false, true, true, false]);
  });

  test('begin where a second key opens behind the end of a first', () => {
    expect(inside(`${BEGIN} QUJD ${END} ${BEGIN}`, 'QUJD')).toEqual([false, true]);
  });

  test('do not begin behind a line that closes what it opens', () => {
    expect(inside(`${BEGIN} QUJD ${END}`, 'QUJD')).toEqual([false, false]);
  });

  test('are known in time that grows with the line', () => {
    // By a look back from each opening this takes minutes.
    expect(inside(`${BEGIN.repeat(150_000)} ${END}`, 'QUJD')).toEqual([false, false]);
  });
});
