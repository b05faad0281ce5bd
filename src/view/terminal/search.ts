import type { FrameContent } from '../../model/message.ts';
import type { Match } from '../../recording/search/search.ts';
import { type ColourLevel, paletteOf } from './colour.ts';
import { escapeText } from './escape.ts';
import { arrowOf } from './headline.ts';
import { cut, cutMiddle, pad, widthOf } from './width.ts';

export interface SearchStyle {
  readonly width: number;
  readonly colour: ColourLevel;
}

/** Columns of the place, and of what the entry is. */
const PLACE = 9;
const WHAT = 24;
/** Columns that what stands before the text gets, of those that are left. */
const BEFORE = 0.4;

/** One line for an entry that holds a text: its place, what it is, and what stands around the first match. */
export function searchLine(match: Match, { width, colour }: SearchStyle): string {
  const palette = paletteOf(colour);
  const { entry } = match;
  const arrow = entry.type === 'frame' ? arrowOf(entry.from) : '·';
  const place = pad(`#${entry.seq}`, PLACE);
  const what = pad(`${arrow} ${whatOf(match)}`, WHAT);
  const more = match.count > 1 ? `  ×${match.count}` : '';
  const room = Math.max(8, width - PLACE - WHAT - 4 - widthOf(more));
  const found = cut(escapeText(match.text), room);
  const [early, late] = [escapeText(match.before), escapeText(match.after)];
  const free = room - widthOf(found);
  // What stands behind the text leaves what it does not need to what stands before.
  const left = Math.max(Math.floor(free * BEFORE), free - widthOf(late));
  const before = left > 0 ? cutMiddle(early, left, 0) : '';
  const after = cut(late, free - widthOf(before));
  return `${palette.strong(place)}  ${what}  ${before}${palette.caution(found)}${after}${palette.dim(more)}`;
}

/** The recording that the lines below it are of. */
export function searchHeading(name: string, { colour }: SearchStyle): string {
  return paletteOf(colour).strong(escapeText(name));
}

/** The method of a request, or the kind of anything else. */
function whatOf({ entry, content }: Match): string {
  if (entry.type === 'event') return escapeText(entry.event);
  return content ? escapeText(wordOf(content)) : entry.type;
}

function wordOf(content: FrameContent): string {
  if ('method' in content) return content.method;
  if (content.kind === 'result') return `result${idText(content.id)}`;
  if (content.kind === 'failure') return `error${idText(content.id)}`;
  return content.kind;
}

function idText(id: { readonly kind: string; readonly text?: string } | undefined): string {
  return id?.text === undefined ? '' : `  id ${id.text}`;
}
