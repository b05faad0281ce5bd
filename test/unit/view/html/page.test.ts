import { describe, expect, it } from 'vitest';
import type { Block } from '../../../../src/view/doc/blocks.ts';
import { renderHtml } from '../../../../src/view/html/page.ts';
import { renderMarkdown } from '../../../../src/view/markdown/blocks.ts';
import fc from '../../../support/fast-check.ts';
import { verifies } from '../../../support/verifies.ts';

/** A page that holds the text in every place that text of a recording can be in. */
function pageOf(text: string): Block[] {
  return [
    { kind: 'heading', level: 1, text: [{ code: text }] },
    { kind: 'paragraph', text: ['a ', { code: text }, ' b'] },
    { kind: 'list', items: [[{ code: text }]] },
    { kind: 'table', head: ['one', [{ code: text }]], rows: [[[{ code: text }], 'x']] },
    { kind: 'quote', text },
    {
      kind: 'sequence',
      steps: [{ from: 'client', to: 'server', text, isAnswer: false, isError: false }],
    },
  ];
}

const nasty = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        ...'<script> </pre> " \' &lt; ` ``` | # ; \\ --> ~~~ ](javascript:x)'.split(' '),
        '<img src=x onerror=alert(1)>',
        '\n',
        '\u202e',
        '\u001b[2J',
      ),
      fc.string({ maxLength: 5 }),
    ),
  )
  .map((parts) => parts.join(''));

describe('pages from hostile text', () => {
  verifies('doc:html');

  it('have the same tags whatever the text is', () => {
    const tagsOf = (text: string) =>
      [...renderHtml(text, pageOf(text), text)]
        .join('\n')
        .replaceAll(/ (id|href)="[^"<>]*"/g, '')
        .match(/<[^>]*>/g);
    const plain = tagsOf('x');
    fc.assert(
      fc.property(nasty, (text) => {
        expect(tagsOf(text)).toEqual(plain);
      }),
    );
  });

  it('load nothing and run nothing', () => {
    const page = [...renderHtml('t', pageOf('x'), 'f')].join('\n');
    expect(page).toContain("default-src 'none'; style-src 'unsafe-inline'");
    expect(page).not.toMatch(/<script|https?:|url\((?!#)/);
  });

  it('hold nothing that repaints a terminal or reorders a line', () => {
    fc.assert(
      fc.property(nasty, (text) => {
        const all = [...renderHtml(text, pageOf(text), text), ...renderMarkdown(pageOf(text))];
        expect(all.join('\n').replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}]/u);
      }),
    );
  });

  it('keep their fences, cells and lines in Markdown', () => {
    fc.assert(
      fc.property(nasty, (text) => {
        const lines = [...renderMarkdown(pageOf(text))];
        const table = lines.filter((line) => line.startsWith('| '));
        expect(table.length).toBe(2);
        for (const line of table) expect(line.match(/(?<!\\)\|/g)?.length).toBe(3);
        const fence = lines.findIndex((line) => /^`{3,}text$/.test(line));
        const mark = /^`+/.exec(lines[fence] ?? '')?.[0] ?? '';
        const close = lines.indexOf(mark, fence + 1);
        expect(close - fence - 1).toBe(text.split('\n').length);
        expect(lines.every((line) => !line.includes('\n'))).toBe(true);
      }),
    );
  });
});
