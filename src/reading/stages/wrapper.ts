import { type Draft, ruleOf } from '../draft.ts';
import { added, type Piece, piecesOf, textFrom } from '../pieces.ts';
import { placesOf } from '../places.ts';

/**
 * What the host puts around the text of a result, or in the place of one that holds nothing. Where
 * blocks stay blocks, it is a block of its own.
 */
export function wrap(draft: Draft, hasBlocks: boolean): void {
  const { text, lost } = ruleOf(draft.profile, 'result.empty');
  const { before, after } = ruleOf(draft.profile, 'result.wrapper');
  const place = placesOf(draft.profile.api).result;
  const isEmpty = draft.texts.length === 0 && draft.media.length === 0;
  // Of blocks that nobody knows, none can be said to be missing.
  const isKnown = draft.fates.every(({ kind, stage }) => kind !== 'unknown' || stage !== 'blocks');
  const instead = hasBlocks && lost !== undefined ? lost : text;
  if (isEmpty && isKnown) push(draft, place, added('result.empty', instead));
  if (before === undefined && after === undefined) return;
  const front = added('result.wrapper', before);
  const back = added('result.wrapper', after);
  const [only, ...others] = draft.texts;
  const isOneText = ruleOf(draft.profile, 'result.encode').encode !== 'blocks';
  if (only && others.length === 0 && isOneText) {
    draft.texts.length = 0;
    push(draft, only.place, [...front, ...piecesOf(only), ...back]);
    return;
  }
  const texts = draft.texts.splice(0);
  push(draft, place, front);
  draft.texts.push(...texts);
  push(draft, place, back);
}

/** The same for an error, where the host treats errors like results. */
export function wrapError(draft: Draft): void {
  if (ruleOf(draft.profile, 'result.wrapper').onErrors) wrap(draft, false);
}

function push(draft: Draft, place: string, pieces: readonly Piece[]): void {
  const text = textFrom(place, 'read', pieces);
  if (text) draft.texts.push(text);
}
