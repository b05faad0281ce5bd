import { type Block, type Inline, piecesOf } from '../doc/blocks.ts';
import { type Row, reachesModel } from '../terminal/place.ts';
import { html } from './escape.ts';
import { renderSequence } from './sequence.ts';
import { STYLE } from './style.ts';

/**
 * A page as one HTML file that needs nothing else: no script, no font, no picture from anywhere. Its policy
 * forbids all of that, should a text of a recording ever get past the escaping.
 */
export function* renderHtml(
  title: string,
  blocks: readonly Block[],
  foot: string,
): Generator<string> {
  yield '<!doctype html>';
  yield '<html lang="en"><head><meta charset="utf-8">';
  yield '<meta name="viewport" content="width=device-width,initial-scale=1">';
  yield `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">`;
  yield `<title>${html(title)}</title><style>${STYLE}</style></head><body>`;
  const headings = new Anchors();
  const body = blocks.map((block) => [...blockLines(block, headings)]);
  const [first = [], ...rest] = body;
  yield '<main>';
  yield* first;
  yield* contents(headings);
  yield* rest.flat();
  yield '</main>';
  yield `<footer>${html(foot)}</footer></body></html>`;
}

interface Heading {
  readonly id: string;
  readonly level: number;
  readonly text: string;
}

/** Gives each heading an anchor of its own, made from its words. */
class Anchors {
  readonly all: Heading[] = [];
  readonly #used = new Map<string, number>();

  add(level: number, text: Inline): string {
    const plain = piecesOf(text)
      .map((piece) => (typeof piece === 'string' ? piece : piece.code))
      .join('');
    const base =
      plain
        .toLowerCase()
        .replaceAll(/[^a-z0-9_]+/g, '-')
        .slice(0, 60) || 'part';
    const times = this.#used.get(base) ?? 0;
    this.#used.set(base, times + 1);
    const id = times === 0 ? base : `${base}-${times}`;
    this.all.push({ id, level, text: plain });
    return id;
  }
}

function* contents({ all }: Anchors): Generator<string> {
  yield '<nav aria-label="Contents"><ul>';
  for (const { id, level, text } of all)
    if (level === 2 || level === 3)
      yield `<li${level === 3 ? ' class="sub"' : ''}><a href="#${html(id)}">${html(text)}</a></li>`;
  yield '</ul></nav>';
}

function* blockLines(block: Block, anchors: Anchors): Generator<string> {
  switch (block.kind) {
    case 'heading': {
      const id = anchors.add(block.level, block.text);
      yield `<h${block.level} id="${html(id)}">${inline(block.text)}</h${block.level}>`;
      return;
    }
    case 'paragraph':
      yield `<p>${inline(block.text)}</p>`;
      return;
    case 'list':
      yield `<ul>${block.items.map((item) => `<li>${inline(item)}</li>`).join('')}</ul>`;
      return;
    case 'table':
      yield `<div class="scroll"><table><thead><tr>${block.head.map((cell) => `<th scope="col">${inline(cell)}</th>`).join('')}</tr></thead><tbody>`;
      for (const cells of block.rows)
        yield `<tr>${cells.map((cell) => `<td>${inline(cell)}</td>`).join('')}</tr>`;
      yield '</tbody></table></div>';
      return;
    case 'wire':
      yield '<div class="wire" tabindex="0" role="group" aria-label="Message with fates">';
      for (const row of block.rows) yield wireRow(row);
      yield '</div>';
      return;
    case 'quote':
      // Line feeds stay lines; everything else that cannot be seen is named.
      yield `<pre class="quote">${block.text.split('\n').map(html).join('\n')}</pre>`;
      return;
    case 'sequence':
      yield* renderSequence(block.steps);
  }
}

function inline(text: Inline): string {
  return piecesOf(text)
    .map((piece) => (typeof piece === 'string' ? html(piece) : `<code>${html(piece.code)}</code>`))
    .join('');
}

/** The text of a row is printable already; the worst of its fates gives the colour. */
function wireRow({ text, kinds, note, continues }: Row): string {
  const worst = kinds.find((kind) => kind === 'fails') ?? kinds.find(reachesModel) ?? kinds[0];
  const seen = kinds.some(reachesModel) ? '' : ' hidden';
  const word = continues ? '' : kinds.join(', ');
  return `<div class="${worst ?? 'none'}${seen}"><code>${html(text)}</code><b>${word}</b><i>${html(note ?? '')}</i></div>`;
}
