import type { Cut } from '../../model/profile.ts';
import type { Fate, ModelText } from '../../model/reading.ts';
import { type Draft, joined, ruleOf, wayOf } from '../draft.ts';
import { added, type Piece, piecesOf, textFrom } from '../pieces.ts';
import { headLength, sizeOf, slicePieces, tailLength } from './limit.ts';

/**
 * Cuts what a result has become, by the first of the host's cuts that applies, and tells it in the
 * fates of the members that lose something. `isSingle`: the result is one text block.
 */
export function truncate(draft: Draft, isSingle: boolean): void {
  const { cuts = [], note } = ruleOf(draft.profile, RULE);
  const cut = cuts.find((each) => applies(each, draft.texts, isSingle));
  if (!cut) return;
  const before = lengths(draft.texts);
  const texts =
    cut.of === 'each'
      ? draft.texts.flatMap((each) => (isOver(cut, each.text) ? shortened(cut, [each]) : [each]))
      : shortened(cut, draft.texts);
  draft.texts.splice(0, draft.texts.length, ...texts);
  const after = lengths(texts);
  for (const [index, fate] of draft.fates.entries()) {
    const found = cutOf(fate, before, after);
    if (!found) continue;
    const said = `${found.kept} of ${found.total} characters`;
    draft.fates[index] = {
      ...fate,
      kind: 'truncated',
      stage: 'truncation',
      rule: RULE,
      note: joined(fate.note, said, note),
    };
  }
}

const RULE = 'result.truncation';

function applies(cut: Cut, texts: readonly ModelText[], isSingle: boolean): boolean {
  if (cut.of === 'each') return texts.some((each) => isOver(cut, each.text));
  if (cut.of === 'single' && !isSingle) return false;
  return isOver(cut, texts.map((each) => each.text).join(''));
}

function isOver({ over }: Cut, text: string): boolean {
  return sizeOf(text, over.unit) > over.n;
}

/** The texts without what stands between the kept start and the kept end of all of them. */
function shortened(cut: Cut, texts: readonly ModelText[]): ModelText[] {
  const all = texts.map((each) => each.text).join('');
  const { head, tail } = keptLengths(cut, all);
  const words = wordsOf(cut, all, head, tail);
  const from = head;
  const to = all.length - tail;
  let at = 0;
  let isMarked = false;
  return texts.flatMap((text, index) => {
    const pieces = piecesOf(text);
    const start = at;
    at += text.text.length;
    const first = slicePieces(pieces, 0, Math.max(0, from - start));
    const rest = slicePieces(pieces, Math.max(0, to - start), text.text.length);
    const isCut = start < to && at > from && !isMarked;
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

function keptLengths(cut: Cut, text: string): { head: number; tail: number } {
  const { n, unit } = cut.kept ?? cut.over;
  if (cut.keep === 'replace') return { head: 0, tail: 0 };
  if (cut.keep === 'head') return { head: headLength(text, n, unit), tail: 0 };
  if (cut.keep === 'tail') return { head: 0, tail: tailLength(text, n, unit) };
  const share = Math.floor(n * (cut.headShare ?? 0.5));
  return { head: headLength(text, share, unit), tail: tailLength(text, n - share, unit) };
}

function wordsOf(cut: Cut, text: string, head: number, tail: number) {
  const { unit } = cut.kept ?? cut.over;
  const gone = sizeOf(text.slice(head, text.length - tail), unit);
  const total = sizeOf(text, unit);
  const filled = (template: string | undefined) =>
    template
      ?.replaceAll('{n}', String(gone))
      .replaceAll('{kept}', String(total - gone))
      .replaceAll('{total}', String(total));
  return { marker: filled(cut.marker), before: filled(cut.before), after: filled(cut.after) };
}

/** Characters that come from each member. */
function lengths(texts: readonly ModelText[]): Map<string, number> {
  const found = new Map<string, number>();
  const count = (piece: Piece) => {
    if ('from' in piece) found.set(piece.from, (found.get(piece.from) ?? 0) + piece.text.length);
  };
  for (const text of texts) for (const piece of piecesOf(text)) count(piece);
  return found;
}

/** What became of the characters at or below a fate's pointer; undefined: all are there. */
function cutOf(
  fate: Fate,
  before: ReadonlyMap<string, number>,
  after: ReadonlyMap<string, number>,
) {
  if (!wayOf(fate.kind)) return undefined;
  let total = 0;
  let kept = 0;
  for (const [pointer, length] of before) {
    if (pointer !== fate.pointer && !pointer.startsWith(`${fate.pointer}/`)) continue;
    total += length;
    kept += after.get(pointer) ?? 0;
  }
  return kept < total ? { kept, total } : undefined;
}
