import type { Step } from '../../document/document.ts';
import { type Block, type Inline, piecesOf, WIRE_COLUMNS } from '../doc/blocks.ts';
import { paletteOf } from '../terminal/colour.ts';
import { geometryOf, rowLines } from '../terminal/columns.ts';
import { escapeText } from '../terminal/escape.ts';
import { codeSpan, longestRun } from './code-span.ts';

/** A page as Markdown in the form of GitHub. All that comes from a recording stands in code. */
export function* renderMarkdown(blocks: readonly Block[]): Generator<string> {
  let isFirst = true;
  for (const block of blocks) {
    if (!isFirst) yield '';
    isFirst = false;
    yield* linesOf(block);
  }
}

function* linesOf(block: Block): Generator<string> {
  switch (block.kind) {
    case 'heading':
      yield `${'#'.repeat(block.level)} ${inline(block.text)}`;
      return;
    case 'paragraph':
      yield inline(block.text);
      return;
    case 'list':
      for (const item of block.items) yield `- ${inline(item)}`;
      return;
    case 'table':
      yield `| ${block.head.map(cell).join(' | ')} |`;
      yield `|${block.head.map(() => '---').join('|')}|`;
      for (const cells of block.rows) yield `| ${cells.map(cell).join(' | ')} |`;
      return;
    case 'wire':
      yield* fenced('text', rowLines(block.rows, 0, geometryOf(WIRE_COLUMNS), paletteOf('none')));
      return;
    case 'quote':
      yield* fenced(
        'text',
        block.text.split('\n').map((line) => escapeText(line, 'name')),
      );
      return;
    case 'sequence':
      yield* fenced('mermaid', mermaid(block.steps));
  }
}

function inline(text: Inline): string {
  return piecesOf(text)
    .map((piece) => (typeof piece === 'string' ? piece : codeSpan(escapeText(piece.code))))
    .join('');
}

/** A bar ends a cell, in code too. */
function cell(text: Inline): string {
  return inline(text).replaceAll('|', '\\|');
}

/** A fence that is longer than any in the text. */
function* fenced(language: string, lines: Iterable<string>): Generator<string> {
  const all = [...lines];
  let longest = 2;
  for (const line of all) longest = Math.max(longest, longestRun(line));
  const fence = '`'.repeat(longest + 1);
  yield `${fence}${language}`;
  yield* all;
  yield fence;
}

const LANES = { model: 'M', client: 'H', server: 'S' } as const;

/** The diagram in the language of Mermaid, which GitHub draws. */
export function* mermaid(steps: readonly Step[]): Generator<string> {
  yield 'sequenceDiagram';
  yield '  participant M as Model';
  yield '  participant H as Host';
  yield '  participant S as Server';
  for (const { from, to, text, isAnswer, isError } of steps) {
    const arrow = isError ? '--x' : isAnswer ? '-->>' : '->>';
    yield `  ${LANES[from]}${arrow}${LANES[to]}: ${diagramText(text)}`;
  }
}

/** Mermaid reads `;` and `#` as its own, and entities in their place. */
function diagramText(text: string): string {
  return escapeText(text)
    .replaceAll('#', '#35;')
    .replaceAll(/(?<!#35);/g, '#59;')
    .replaceAll('<', '#lt;')
    .replaceAll('>', '#gt;');
}
