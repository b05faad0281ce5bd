import type { Defect, Located } from '../../model/message.ts';
import type { Reading } from '../../model/reading.ts';
import type { Palette } from './colour.ts';
import { type Geometry, rowLines } from './columns.ts';
import { fateTree } from './fates.ts';
import { grouped } from './format.ts';
import { layout } from './layout.ts';
import { type LayoutOptions, neverSeen } from './place.ts';
import type { Timeline } from './timeline.ts';
import { totalsText } from './totals.ts';
import { wrapWords } from './words.ts';

export interface BodyOptions {
  readonly geometry: Geometry;
  readonly palette: Palette;
  readonly elide: boolean;
  /** Columns that the body stands in from the left. */
  readonly indent: number;
  /** Only what the model never sees. */
  readonly unseenOnly: boolean;
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
    wants: options.unseenOnly ? neverSeen : undefined,
    note: noteWith(reading, timeline),
  });
  yield* rowLines(rows, indent, geometry, palette);
  const totals = options.unseenOnly ? undefined : totalsText(located, reading, timeline);
  if (totals === undefined) return;
  const room = geometry.width > 3 * indent ? geometry.width - indent : geometry.width;
  for (const line of wrapWords(totals, room))
    yield palette.dim(' '.repeat(geometry.width - room) + line);
}

/** What a text costs stands behind the note of the member that it comes from, when it costs. */
function noteWith(reading: Reading, timeline: Timeline): LayoutOptions['note'] {
  const tokensFrom = tokensByMember(reading, timeline);
  return (fates) => {
    const note = fates[0]?.note;
    const tokens = fates.reduce((sum, { pointer }) => sum + (tokensFrom.get(pointer) ?? 0), 0);
    if (tokens < WORTH_TELLING) return note;
    return [note, `≈${grouped(tokens)}\u00a0tok`].filter((part) => part !== undefined).join(' ');
  };
}

function tokensByMember({ texts }: Reading, { countTokens }: Timeline): Map<string, number> {
  const sums = new Map<string, number>();
  if (!countTokens) return sums;
  for (const { from, way, text, place } of texts)
    if (from !== undefined && way === 'read' && !place.endsWith('.name'))
      sums.set(from, (sums.get(from) ?? 0) + countTokens(text));
  return sums;
}

/** A few tokens are no news, and neither is what a name costs. */
const WORTH_TELLING = 12;
