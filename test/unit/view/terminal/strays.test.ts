import { expect, it } from 'vitest';
import { strayText } from '../../../../src/view/terminal/strays.ts';
import { conversation } from '../../../support/conversation.ts';
import { verifies } from '../../../support/verifies.ts';

const textOf = (said: string, columns = 40) => {
  const [item] = conversation().server(said).recording().items;
  if (item?.type !== 'frame') throw new Error('a frame was said');
  return strayText(item.frame, columns, true);
};

it('a stray that ends in an ellipsis of its own is not taken for a cut one', () => {
  verifies('view:any-width');
  expect(textOf('Server starting…')).toEqual(['Server starting…']);
  expect(textOf('word '.repeat(100)).at(-1)).toMatch(/ … 500 bytes$/);
  expect(textOf('word '.repeat(100))).toHaveLength(4);
});
