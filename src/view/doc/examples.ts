import type { Example, Latency } from '../../document/document.ts';
import { geometryOf } from '../terminal/columns.ts';
import { fateTree } from '../terminal/fates.ts';
import { bytes, duration } from '../terminal/format.ts';
import { arrowOf } from '../terminal/headline.ts';
import { layout } from '../terminal/layout.ts';
import { type Block, code, methodWord, WIRE_COLUMNS } from './blocks.ts';
import { names } from './opening.ts';

/** A message above this many bytes is shown with the middle of long values left out. */
const LONGEST = 2500;

/** A message with its fates, and a line about it. */
export function exampleBlocks(example: Example, sources: number): Block[] {
  const { label, method, subject, era, located, source } = example;
  const { fates } = source.reading(located);
  const rows = layout(located.message.node, fateTree(fates), {
    columns: geometryOf(WIRE_COLUMNS).left,
    elide: located.message.node.end - located.message.node.start > LONGEST,
    damaged: undefined,
    note: (here) => here[0]?.note,
  });
  return [
    {
      kind: 'paragraph',
      text: [
        `${arrowOf(located.from)} ${label}`,
        ...(method === undefined ? [] : [' ', methodWord(method)]),
        ...(subject === undefined ? [] : [' ', code(subject)]),
        ...(era === undefined ? [] : [`, ${era} era`]),
        ...about(example, sources),
      ],
    },
    { kind: 'wire', rows },
  ];
}

function about({ times, seenIn, size, located, source }: Example, sources: number) {
  const { least, most } = size;
  const range = least === most ? bytes(most) : `${bytes(least)} to ${bytes(most)}`;
  const here = [code(`#${located.seq}`), ' of ', code(source.name)];
  if (times === 1) return [`: ${range}, `, ...here];
  const where = seenIn.length === sources ? [] : [' in ', ...names(seenIn)];
  return [`: ${range}, seen ${times} times`, ...where, '; here ', ...here];
}

/** `answered in 3 ms (median of 12, at most 31 ms)`. */
export function latencyWords({ count, median, most }: Latency): string {
  if (count === 1) return `answered in ${duration(median)}`;
  return `answered in ${duration(median)} (median of ${count}, at most ${duration(most)})`;
}
