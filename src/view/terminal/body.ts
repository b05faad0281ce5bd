import type { Defect, Located } from '../../model/message.ts';
import type { Reading } from '../../model/reading.ts';
import type { Palette } from './colour.ts';
import { type Geometry, rowLines } from './columns.ts';
import { envelopeRows } from './envelope.ts';
import { fateTree } from './fates.ts';
import { bytes, grouped, percent } from './format.ts';
import { layout } from './layout.ts';
import type { LayoutOptions } from './place.ts';
import type { Timeline } from './timeline.ts';
import { cut } from './width.ts';

export interface BodyOptions {
  readonly geometry: Geometry;
  readonly palette: Palette;
  readonly elide: boolean;
  /** Columns that the body stands in from the left. */
  readonly indent: number;
  /** Only the members that serve the protocol. */
  readonly envelopeOnly: boolean;
}

/** The JSON of a message with its fates, and what the model gets of it in numbers. */
export function* bodyLines(
  located: Located,
  defects: readonly Defect[],
  timeline: Timeline,
  options: BodyOptions,
): Generator<string> {
  const { geometry, palette, indent } = options;
  const reading = timeline.reading(located);
  const rows = layout(located.message.node, fateTree(reading.fates), {
    columns: Math.max(1, geometry.left - indent),
    elide: options.elide,
    damaged: defects.some((defect) => defect.kind === 'invalid-utf8') ? located.bytes : undefined,
    note: noteWith(reading, timeline),
  });
  const shown = options.envelopeOnly ? envelopeRows(rows) : rows;
  yield* rowLines(shown, indent, geometry, palette);
  if (options.envelopeOnly) return;
  for (const line of totals(located, reading, timeline))
    yield palette.dim(cut(' '.repeat(indent) + line, geometry.width));
}

/** What a text costs stands behind the note of the member that it comes from, when it costs. */
function noteWith(reading: Reading, timeline: Timeline): LayoutOptions['note'] {
  const tokensFrom = tokensByMember(reading, timeline);
  return (fates) => {
    const note = fates[0]?.note;
    const tokens = fates.reduce((sum, { pointer }) => sum + (tokensFrom.get(pointer) ?? 0), 0);
    if (tokens < WORTH_TELLING) return note;
    return [note, tokenCount(tokens)].filter((part) => part !== undefined).join(', ');
  };
}

function tokensByMember({ texts }: Reading, { tokenizer }: Timeline): Map<string, number> {
  const sums = new Map<string, number>();
  if (!tokenizer) return sums;
  for (const { from, way, text, place } of texts)
    if (from !== undefined && way === 'read' && !place.endsWith('.name'))
      sums.set(from, (sums.get(from) ?? 0) + tokenizer.count(text));
  return sums;
}

/** A few tokens are no news, and neither is what a name costs. */
const WORTH_TELLING = 12;

/** `118 tokens`. */
function tokenCount(tokens: number): string {
  return `${grouped(tokens)} ${tokens === 1 ? 'token' : 'tokens'}`;
}

function totals(located: Located, reading: Reading, timeline: Timeline): string[] {
  const size = located.message.node.end - located.message.node.start;
  return (['read', 'wrote'] as const).flatMap((way) => {
    const count = reading.bytes[way];
    const media = mediaOf(reading, way);
    if (count === 0 && media === '') return [];
    const share = `${part(count, size)} of ${bytes(size)} (${percent(count, size)})`;
    return [`the model ${VERB[way]} ${share}${tokensOf(reading, way, timeline)}${media}`];
  });
}

/** The unit of the whole holds for a part only while it is the same: `412 of 655 bytes`, `63 bytes of 5.59 kB`. */
function part(count: number, whole: number): string {
  return bytes(count).replace(bytes(whole).replace(/^[\d.]+/, ''), '');
}

const VERB = { read: 'reads', wrote: 'wrote' } as const;

function tokensOf(reading: Reading, way: 'read' | 'wrote', { tokenizer }: Timeline): string {
  if (!tokenizer) return '';
  const tokens = reading.texts
    .filter((text) => text.way === way)
    .reduce((sum, { text }) => sum + tokenizer.count(text), 0);
  return tokens === 0 ? '' : `, about ${tokenCount(tokens)}`;
}

function mediaOf(reading: Reading, way: 'read' | 'wrote'): string {
  const size = reading.media
    .filter((media) => media.way === way)
    .reduce((sum, media) => sum + media.size, 0);
  return size === 0 ? '' : `, and ${bytes(size)} of media`;
}
