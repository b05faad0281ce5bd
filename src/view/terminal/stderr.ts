import type { StderrEntry } from '../../model/recording.ts';
import { asideOf } from './asides.ts';
import type { Palette } from './colour.ts';
import type { Geometry } from './columns.ts';
import { wordColumn } from './headline.ts';
import { cut } from './width.ts';

/** Neighbouring lines of the server's stderr, quiet, the label once. */
export function* stderrLines(
  entries: readonly StderrEntry[],
  geometry: Geometry,
  palette: Palette,
  elide: boolean,
): Generator<string> {
  const shown = elide && entries.length > MOST + 1 ? MOST : entries.length;
  for (const [index, entry] of entries.slice(0, shown).entries()) {
    const start = `${`#${entry.seq}`.padEnd(3)} · ${wordColumn(index === 0 ? 'stderr' : '')}`;
    yield palette.dim(cut(start + asideOf(entry).text, geometry.width));
  }
  const rest = entries.length - shown;
  const last = entries.at(-1)?.seq ?? 0;
  if (rest > 0)
    yield palette.dim(cut(`      … ${rest} more lines of stderr, up to #${last}`, geometry.width));
}

const MOST = 12;
