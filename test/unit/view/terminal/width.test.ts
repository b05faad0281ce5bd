import { describe, expect, it } from 'vitest';
import { cut, cutMiddle, fits, head, pad, widthOf } from '../../../../src/view/terminal/width.ts';
import { wrapWords } from '../../../../src/view/terminal/words.ts';
import fc from '../../../support/fast-check.ts';
import { verifies } from '../../../support/verifies.ts';

const family = '👨\u200d👩\u200d👧\u200d👦';
const printable = fc
  .array(
    fc.constantFrom(
      'a',
      ' ',
      'é',
      'e\u0301',
      '检',
      'ｱ',
      'Ａ',
      '한',
      family,
      '❤\ufe0f',
      '🇮🇩',
      '🎉',
      '.',
      '_',
    ),
  )
  .map((parts) => parts.join(''));

describe('columns', () => {
  verifies('view:columns');

  it.each([
    ['plain', 5],
    ['检查', 4],
    ['e\u0301', 1],
    [family, 2],
    ['🇮🇩', 2],
    ['👍🏽', 2],
    ['1\ufe0f\u20e3', 2],
    ['ｱ', 1],
    ['Ａ한', 4],
    ['각', 2],
    ['→ ← ⟨…⟩', 7],
    ['', 0],
  ])('of %j are %i', (text, columns) => {
    expect(widthOf(text)).toBe(columns);
  });

  it('are never exceeded by a cut, and a cluster is never broken', () => {
    fc.assert(
      fc.property(printable, fc.integer({ min: 0, max: 30 }), (text, columns) => {
        for (const shown of [cut(text, columns), cutMiddle(text, columns), head(text, columns)])
          expect(widthOf(shown)).toBeLessThanOrEqual(columns);
        expect(text.startsWith(head(text, columns))).toBe(true);
        expect(fits(text, columns)).toBe(widthOf(text) <= columns);
        expect(widthOf(pad(text, columns))).toBe(columns);
      }),
    );
  });

  it('are cut between characters as a reader sees them', () => {
    expect(cut(family.repeat(3), 5)).toBe(`${family.repeat(2)}…`);
    expect(cut('检查文件', 4)).toBe('检…');
    expect(cut('e\u0301'.repeat(5), 3)).toBe('e\u0301e\u0301…');
    expect(cut('abc', 1)).toBe('…');
    expect(cut('abc', 0)).toBe('');
    expect(cutMiddle('asrama-20261130T101000Z-3f2a.ndjson', 15)).toBe('asrama-….ndjson');
    expect(pad('12', 5, 'right')).toBe('   12');
  });

  it('are found without looking at megabytes', () => {
    const text = '检'.repeat(3_000_000);
    const start = performance.now();
    expect(cut(text, 10)).toBe('检检检检…');
    expect(performance.now() - start).toBeLessThan(200);
  });
});

describe('words in lines', () => {
  it('lose no letter and fit', () => {
    fc.assert(
      fc.property(printable, fc.integer({ min: 2, max: 30 }), (text, columns) => {
        const lines = wrapWords(text, columns);
        for (const line of lines) expect(widthOf(line)).toBeLessThanOrEqual(columns);
        expect(lines.join('').replaceAll(' ', '')).toBe(text.replaceAll(' ', ''));
      }),
    );
  });

  it('end in a mark when there are too many', () => {
    expect(wrapWords('one two three four', 9, 2)).toEqual(['one two', 'three fo…']);
    expect(wrapWords('sampling.messages[0].content', 20)).toEqual([
      'sampling.messages[0]',
      '.content',
    ]);
  });

  it('come to an end in one column', () => {
    expect(wrapWords('检查', 1)).toEqual(['检', '查']);
  });
});
