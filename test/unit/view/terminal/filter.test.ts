import { describe, expect, it } from 'vitest';
import { filterText, seqRanges } from '../../../../src/view/terminal/filter.ts';
import { verifies } from '../../../support/verifies.ts';

describe('ranges of places', () => {
  verifies('view:filters');

  it.each([
    ['4..9', [{ from: 4, to: 9 }]],
    ['7', [{ from: 7, to: 7 }]],
    ['#7', [{ from: 7, to: 7 }]],
    ['4..', [{ from: 4, to: Infinity }]],
    ['..9', [{ from: 0, to: 9 }]],
    [
      '1, 3..#5',
      [
        { from: 1, to: 1 },
        { from: 3, to: 5 },
      ],
    ],
  ])('%s', (text, ranges) => {
    expect(seqRanges(text)).toEqual(ranges);
  });

  it.each(['', '..', 'a', '4-9', '4...9', '1,', '-1', '1.5', '9..4', '4..9,3..2'])(
    '%j is none',
    (text) => {
      expect(seqRanges(text)).toBeUndefined();
    },
  );

  it('are told with the other wishes as they are asked for', () => {
    const seq = [...(seqRanges('4..9,7,9..') ?? [])];
    const text = filterText({ seq, methods: ['tools/*', 'a\u001b'], errors: true });
    expect(text).toBe(' -m tools/* -m a\\x1b --seq 4..9,7,9.. --errors');
    expect(filterText({})).toBe('');
  });
});
