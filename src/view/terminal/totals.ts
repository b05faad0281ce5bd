import { pointerSteps } from '../../model/json.ts';
import type { Located } from '../../model/message.ts';
import type { Reading } from '../../model/reading.ts';
import { bytes, count } from './format.ts';
import type { Timeline } from './timeline.ts';

/**
 * What the model gets of a message, in numbers; undefined when there is nothing to tell. The two sizes
 * are of different things, text and wire, so no share is made of them: escapes make a text longer on
 * the wire, a host's prefix makes it longer for the model.
 */
export function totalsText(
  located: Located,
  reading: Reading,
  timeline: Timeline,
): string | undefined {
  const parts = (['read', 'wrote'] as const).flatMap((way) => amountText(reading, way, timeline));
  const unknown = unknownBlocks(reading);
  if (parts.length === 0 && unknown === 0) return undefined;
  const known = parts.length === 0 ? '' : `the model ${parts.join(', and ')}`;
  const { start, end } = located.message.node;
  return `${known}${unknownText(unknown, parts.length > 0)}; ${bytes(end - start)} on the wire`;
}

function amountText(
  { bytes: sizes, texts, media }: Reading,
  way: 'read' | 'wrote',
  { countTokens }: Timeline,
): string[] {
  const size = media.reduce((sum, each) => (each.way === way ? sum + each.size : sum), 0);
  const pictures = size === 0 ? [] : [`${bytes(size)} of media`];
  if (sizes[way] === 0 && size === 0) return [];
  const tokens = countTokens
    ? texts.reduce((sum, each) => (each.way === way ? sum + countTokens(each.text) : sum), 0)
    : 0;
  const cost = tokens === 0 ? '' : `, about ${count(tokens, 'token')}`;
  const text = sizes[way] === 0 ? [] : [`${bytes(sizes[way])}${cost}`];
  return [`${VERB[way]} ${[...text, ...pictures].join(', and ')}`];
}

const VERB = { read: 'reads', wrote: 'wrote' } as const;

function unknownText(unknown: number, isMore: boolean): string {
  if (unknown === 0) return '';
  const blocks = `${count(unknown, 'block')} of unknown fate`;
  return isMore ? `, and ${blocks}` : `here ${unknown === 1 ? 'is' : 'are'} ${blocks}`;
}

/** Blocks of content of which not even a part has a fate that is known. */
export function unknownBlocks({ fates }: Pick<Reading, 'fates'>): number {
  if (!fates.some(({ kind }) => kind === 'unknown')) return 0;
  const blocks = new Map<string, boolean>();
  for (const { pointer, kind } of fates) {
    const block = blockOf(pointer);
    if (block === undefined) continue;
    blocks.set(block, (blocks.get(block) ?? true) && kind === 'unknown');
  }
  return [...blocks.values()].filter((isUnknown) => isUnknown).length;
}

/** `/result/content/3/resource/uri` is of block 3. */
function blockOf(pointer: string): string | undefined {
  const [top, list, index] = pointerSteps(pointer) ?? [];
  if (top !== 'result' || index === undefined) return undefined;
  return list === 'content' || list === 'contents' ? index : undefined;
}
