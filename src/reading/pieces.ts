import type { ModelText, TextPart } from '../model/reading.ts';
import type { RuleName } from './rules.ts';

/** A run of text and where it comes from: a member, or a rule of the host. */
export type Piece =
  | { readonly text: string; readonly from: string }
  | { readonly text: string; readonly rule: RuleName };

/** The pieces as one text of the API request; undefined when they hold none. */
export function textFrom(
  place: string,
  way: ModelText['way'],
  pieces: readonly Piece[],
): ModelText | undefined {
  const runs = merged(pieces);
  if (runs.length === 0) return undefined;
  const sources = runs.flatMap((each) => ('from' in each ? [each.from] : []));
  const text = runs.map((each) => each.text).join('');
  const from = sources.length > 0 ? sources.reduce(commonParent) : undefined;
  if (runs.length === 1 && from !== undefined) return { place, way, text, from };
  return { place, way, text, from, parts: runs.map(partOf) };
}

/** A text of the API request, taken apart again. */
export function piecesOf(text: ModelText): Piece[] {
  if (text.from !== undefined && !text.parts) return [{ text: text.text, from: text.from }];
  let start = 0;
  return (text.parts ?? []).map((part) => {
    const piece = text.text.slice(start, start + part.length);
    start += part.length;
    if (part.from !== undefined) return { text: piece, from: part.from };
    // Parts are only made from pieces, whose rules have these names.
    return { text: piece, rule: part.rule as RuleName };
  });
}

/** Text that a rule of the host adds; nothing for none. */
export function added(rule: RuleName, text: string | undefined): Piece[] {
  return text === undefined || text === '' ? [] : [{ text, rule }];
}

/** The whole text. */
export function plainText(pieces: readonly Piece[]): string {
  return pieces.map((each) => each.text).join('');
}

/** Neighbours from one source are one piece; empty ones say nothing. */
function merged(pieces: readonly Piece[]): Piece[] {
  const runs: Piece[] = [];
  for (const piece of pieces) {
    const last = runs.at(-1);
    if (piece.text === '' && pieces.length > 1) continue;
    if (last && sourceOf(last) === sourceOf(piece))
      runs[runs.length - 1] = { ...last, text: last.text + piece.text };
    else runs.push(piece);
  }
  return runs;
}

function sourceOf(piece: Piece): string {
  return 'from' in piece ? piece.from : ` ${piece.rule}`;
}

function partOf(piece: Piece): TextPart {
  const { length } = piece.text;
  return 'from' in piece ? { length, from: piece.from } : { length, rule: piece.rule };
}

/** The pointer of the smallest value that holds both. */
function commonParent(one: string, other: string): string {
  // Nearly all pieces of a text come from below what holds the ones before.
  if (one === other || isBelow(other, one)) return one;
  let same = 0;
  for (let end = one.indexOf('/', 1); ; end = one.indexOf('/', end + 1)) {
    const step = one.slice(0, end < 0 ? one.length : end);
    if (step !== other && !isBelow(other, step)) return one.slice(0, same);
    if (end < 0) return one;
    same = end;
  }
}

function isBelow(pointer: string, parent: string): boolean {
  return pointer.startsWith(parent) && pointer.charCodeAt(parent.length) === SLASH;
}

const SLASH = 0x2f;
