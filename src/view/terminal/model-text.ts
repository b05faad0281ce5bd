import type { ModelText, Reading } from '../../model/reading.ts';
import type { Palette } from './colour.ts';
import type { Geometry } from './columns.ts';
import { escapeText } from './escape.ts';
import { bytes } from './format.ts';
import { cut } from './width.ts';
import { wrapWords } from './words.ts';

/**
 * What the model reads and wrote of one message, as it stands: lines stay lines, invisible characters
 * have names. Over each text its place in the API request.
 */
export function* modelTextLines(
  reading: Reading,
  geometry: Geometry,
  palette: Palette,
): Generator<string> {
  for (const text of reading.texts) yield* textLines(text, geometry, palette);
  for (const { way, place, mimeType, size } of reading.media) {
    const what = [mimeType, bytes(size)].filter((part) => part !== undefined).join(', ');
    yield palette.fate(way === 'read' ? 'reads' : 'wrote')(
      cut(`  ${WAY[way]} ${escapeText(place)}`, geometry.width),
    );
    yield cut(`    ⟨${escapeText(what)}⟩`, geometry.width);
  }
}

const WAY = { read: 'reads', wrote: 'wrote' } as const;

function* textLines(text: ModelText, { width }: Geometry, palette: Palette): Generator<string> {
  const added = text.from === undefined ? ' (added by the host)' : '';
  const paint = palette.fate(text.way === 'read' ? 'reads' : 'wrote');
  yield paint(cut(`  ${WAY[text.way]} ${escapeText(text.place)}${added}`, width));
  const indent = width > 12 ? '    ' : '';
  for (const line of text.text.split('\n'))
    for (const part of wrapWords(escapeText(line, 'name'), width - indent.length))
      yield indent + part;
}
