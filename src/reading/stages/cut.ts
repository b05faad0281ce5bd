/** How one cut of a profile shortens texts. */
import { createHash } from 'node:crypto';
import type { Cut, Limit } from '../../model/profile.ts';
import type { ModelText } from '../../model/reading.ts';
import { added, type Piece, piecesOf, textFrom } from '../pieces.ts';
import { bytesOfTokens, headLength, sizeOf, slicePieces, tailLength } from './limit.ts';

/** Is a text larger than the size from which the host cuts? */
export function isOver({ n, unit }: Limit, text: string): boolean {
  return sizeOf(text, unit) > n;
}

/** The texts without what stands between the kept start and the kept end of all of them. */
export function cutTogether(cut: Cut, texts: readonly ModelText[]): ModelText[] {
  const [only, ...others] = texts;
  const once = keptTogether(cut, texts);
  if (!cut.again || !only || others.length > 0) return once;
  return once.flatMap((text) => cutAgain(cut, text));
}

/** Texts that share one size: the first that does not fit is cut, those behind it are left out. */
export function cutInTurn(cut: Cut, texts: readonly ModelText[]): ModelText[] {
  const { n, unit } = cut.over;
  let left = n;
  let omitted = 0;
  const kept = texts.flatMap((text) => {
    // The wrapper is the host's own, and its size is part of the rule's.
    if (text.from === undefined) return text;
    if (left === 0) omitted += 1;
    if (left === 0) return [];
    const size = sizeOf(text.text, unit);
    const room = left;
    left = Math.max(0, left - size);
    return size <= room ? text : cutTogether({ ...cut, over: { n: room, unit } }, [text]);
  });
  const [last] = kept.slice(-1);
  const words = cut.omitted?.replaceAll('{n}', String(omitted));
  const summary = last && omitted > 0 && textFrom(last.place, 'read', added(RULE, words));
  return summary ? [...kept, summary] : kept;
}

const RULE = 'result.truncation';

function keptTogether(cut: Cut, texts: readonly ModelText[]): ModelText[] {
  const all = texts.map((each) => each.text).join('');
  const { head, tail } = keptLengths(cut, all);
  const words = wordsOf(cut, all, head, tail);
  const to = all.length - tail;
  let at = 0;
  let isMarked = false;
  return texts.flatMap((text, index) => {
    const pieces = piecesOf(text);
    const start = at;
    at += text.text.length;
    const first = slicePieces(pieces, 0, Math.max(0, head - start));
    const rest = slicePieces(pieces, Math.max(0, to - start), text.text.length);
    const isCut = start < to && at > head && !isMarked;
    const marks = isCut ? added(RULE, words.marker) : [];
    isMarked ||= isCut;
    const kept = [
      ...(index === 0 ? added(RULE, words.before) : []),
      ...first,
      ...marks,
      ...rest,
      ...(index === texts.length - 1 ? added(RULE, words.after) : []),
    ];
    return textFrom(text.place, text.way, kept) ?? [];
  });
}

function cutAgain(cut: Cut, text: ModelText): ModelText | [] {
  if (!cut.again || !isOver(cut.again, text.text)) return text;
  const { before: _before, after: _after, kept: _kept, again: _again, ...rest } = cut;
  return keptTogether({ ...rest, over: cut.again }, [text])[0] ?? [];
}

/** Numbers of UTF-16 units that are kept at the start and at the end. */
function keptLengths(cut: Cut, text: string): { head: number; tail: number } {
  const { n, unit } = inBytes(cut.kept ?? cut.over);
  if (cut.keep === 'replace') return { head: 0, tail: 0 };
  if (cut.keep === 'head') return { head: linesOf(cut, text, headLength(text, n, unit)), tail: 0 };
  if (cut.keep === 'tail') return { head: 0, tail: tailLength(text, n, unit) };
  if (cut.within) return halves(cut, text, n);
  const share = Math.floor(n * (cut.headShare ?? 0.5));
  return { head: headLength(text, share, unit), tail: tailLength(text, n - share, unit) };
}

/** Halves of a number of tokens are halves of their bytes. */
function inBytes({ n, unit }: Limit): Pick<Limit, 'n' | 'unit'> {
  return unit === 'tokens' ? { n: bytesOfTokens(n), unit: 'bytes' } : { n, unit };
}

function linesOf({ lines }: Cut, text: string, length: number): number {
  const isWhole = length === text.length || text[length] === '\n';
  if (lines === undefined || (lines === 'only-whole' && isWhole)) return length;
  const lastBreak = text.lastIndexOf('\n', length - 1);
  if (lines === 'last-break') return lastBreak > 0 ? lastBreak : length;
  return Math.max(0, lastBreak);
}

/** Two halves beside a marker that tells how much is gone, which depends on its own length. */
function halves(cut: Cut, text: string, n: number): { head: number; tail: number } {
  const markerFor = (side: number) => wordsOf(cut, text, side, side).marker ?? '';
  const beside = (marker: string) => Math.max(0, Math.floor((n - marker.length) / 2));
  const side = beside(markerFor(beside(markerFor(Math.floor(n / 2)))));
  return { head: side, tail: side };
}

function wordsOf(cut: Cut, text: string, head: number, tail: number) {
  const { unit } = cut.kept ?? cut.over;
  const removed = text.slice(head, text.length - tail);
  const total = sizeOf(text, unit);
  const gone = sizeOf(removed, unit);
  const numbers: { readonly [name: string]: () => number } = {
    n: () => gone,
    kept: () => total - gone,
    total: () => total,
    head: () => head,
    tail: () => tail,
    bytes: () => sizeOf(removed, 'bytes'),
    tokens: () => sizeOf(removed, 'tokens'),
    lines: () => sizeOf(text, 'lines'),
    kib: () => Math.round(sizeOf(text, 'bytes') / 1024),
  };
  const filled = (template: string | undefined) =>
    template
      ?.replaceAll('{sha256}', () => createHash('sha256').update(text).digest('hex'))
      .replaceAll(/\{(\w+)(,?)\}/g, (all, name: string, grouped: string) => {
        const number = Object.hasOwn(numbers, name) ? numbers[name]?.() : undefined;
        if (number === undefined) return all;
        return grouped === '' ? String(number) : number.toLocaleString('en-US');
      });
  return { marker: filled(cut.marker), before: filled(cut.before), after: filled(cut.after) };
}

/** The length of each member's part in the texts, by pointer. */
export function lengthsByMember(texts: readonly ModelText[]): Map<string, number> {
  const found = new Map<string, number>();
  const count = (piece: Piece) => {
    if ('from' in piece) found.set(piece.from, (found.get(piece.from) ?? 0) + piece.text.length);
  };
  for (const text of texts) for (const piece of piecesOf(text)) count(piece);
  return found;
}
