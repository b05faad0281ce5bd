import { expect, it } from 'vitest';
import { append } from '../../../src/model/lists.ts';
import { renderMarkdown } from '../../../src/view/markdown/blocks.ts';
import { codeSpan } from '../../../src/view/markdown/code-span.ts';
import { verifies } from '../../support/verifies.ts';

const MANY = 300_000;

verifies('redact:bounded');

it('adds more to a list than a call has room for arguments', () => {
  const list = [0];
  append(
    list,
    Array.from({ length: MANY }, (_, nth) => nth),
  );
  expect([list.length, list.at(-1)]).toEqual([MANY + 1, MANY - 1]);
});

it('writes a text with as many runs of backticks into a page', () => {
  const text = '` '.repeat(MANY);
  expect(codeSpan(text).startsWith('`` ` ')).toBe(true);
  const [fence] = renderMarkdown([{ kind: 'quote', text: `\`\`\`\n${text}` }]);
  expect(fence).toBe('````text');
});
