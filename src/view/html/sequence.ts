import type { Lane, Step } from '../../document/document.ts';
import { html } from './escape.ts';

const LANES: readonly (readonly [Lane, string])[] = [
  ['model', 'Model'],
  ['client', 'Host'],
  ['server', 'Server'],
];
/** Pixels: between lanes, from the left edge to the first one, of the head, of one step. */
const GAP = 330;
const LEFT = 90;
const HEAD = 44;
const STEP = 30;
/** Letters that fit over an arrow. */
const LETTERS = 42;

/** The conversation as a drawing: solid arrows ask, broken ones answer, a cross is a failure. */
export function* renderSequence(steps: readonly Step[]): Generator<string> {
  const width = LEFT * 2 + GAP * 2;
  const height = HEAD + steps.length * STEP + 16;
  yield `<figure class="sequence"><svg viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="Sequence diagram of ${steps.length} steps; the messages below tell the same">`;
  yield '<defs><marker id="tip" viewBox="0 0 10 10" refX="9" refY="5" markerWidth="8" markerHeight="8" orient="auto-start-reverse"><path d="M0 0L10 5L0 10z"/></marker></defs>';
  for (const [lane, name] of LANES) {
    yield `<text class="lane" x="${x(lane)}" y="18">${name}</text>`;
    yield `<line class="life" x1="${x(lane)}" y1="28" x2="${x(lane)}" y2="${height - 8}"/>`;
  }
  for (const [index, step] of steps.entries()) yield arrow(step, HEAD + index * STEP + 14);
  yield '</svg></figure>';
}

function x(lane: Lane): number {
  return LEFT + GAP * LANES.findIndex(([name]) => name === lane);
}

function arrow({ from, to, text, isAnswer, isError }: Step, y: number): string {
  const [start, end] = [x(from), x(to)];
  const inward = end > start ? -3 : 3;
  const kinds = [isAnswer ? 'answer' : 'ask', ...(isError ? ['error'] : [])].join(' ');
  const mark = isError ? '✗ ' : '';
  const short = text.length > LETTERS ? `${text.slice(0, LETTERS - 1)}…` : text;
  return (
    `<g class="${kinds}"><title>${html(text)}</title>` +
    `<text x="${(start + end) / 2}" y="${y - 5}">${mark}${html(short)}</text>` +
    `<line x1="${start}" y1="${y}" x2="${end + inward}" y2="${y}" marker-end="url(#tip)"/></g>`
  );
}
