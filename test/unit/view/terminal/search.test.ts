import { describe, expect, it } from 'vitest';
import type { Match } from '../../../../src/recording/search/search.ts';
import { searchLine } from '../../../../src/view/terminal/search.ts';
import { widthOf } from '../../../../src/view/terminal/width.ts';
import { conversation } from '../../../support/conversation.ts';
import { verifies } from '../../../support/verifies.ts';

/** The line of a stray that has the text between two others. */
function lineOf(before: string, after: string, width = 80): string {
  const [item] = conversation().server('x').recording().items;
  if (item?.type !== 'frame') throw new Error('a frame was said');
  const { entry, content } = item;
  const match: Match = { entry, content, text: 'TEXT', count: 1, before, after };
  return searchLine(match, { width, colour: 'none' });
}

describe('a line of what was found', () => {
  verifies('view:any-width');

  it('is whole where it has room', () => {
    expect(lineOf('debug: fetching the weather of ', '')).toContain(
      'debug: fetching the weather of TEXT',
    );
    expect(lineOf('', ' and all that is behind it')).toContain('TEXT and all that is behind it');
  });

  it('shares the room where both sides are long', () => {
    const line = lineOf('b'.repeat(200), 'a'.repeat(200));
    expect(line).toMatch(/ …b{5,}TEXTa{20,}…$/);
    expect(widthOf(line)).toBeLessThanOrEqual(80);
    expect(widthOf(lineOf('b'.repeat(200), 'aa'))).toBeLessThanOrEqual(80);
  });
});
