import { append } from '../../model/lists.ts';
import type { Rule } from '../../model/profile.ts';
import type { ModelText } from '../../model/reading.ts';
import { type Draft, ruleOf } from '../draft.ts';
import { added, type Piece, piecesOf, textFrom } from '../pieces.ts';
import { placesOf } from '../places.ts';
import { fill } from '../template.ts';
import { callSlots } from './call-slots.ts';
import type { CallFacts } from './sdk-checks.ts';

/**
 * What the host puts around the text of a result, or in the place of one that holds nothing. Where
 * blocks stay blocks, it is a block of its own.
 */
export function wrap(draft: Draft, hasBlocks: boolean, facts: CallFacts): void {
  const { text, lost, blank } = ruleOf(draft.profile, 'result.empty');
  if (blank && draft.texts.every((each) => each.text.trim() === '')) draft.texts.length = 0;
  const rule = ruleOf(draft.profile, 'result.wrapper');
  const { before, after } = rule;
  const place = placesOf(draft.profile.api).result;
  const isEmpty = draft.texts.length === 0 && draft.media.length === 0;
  // Of blocks that nobody knows, none can be said to be missing.
  const isKnown = draft.fates.every(({ kind, stage }) => kind !== 'unknown' || stage !== 'blocks');
  const instead = hasBlocks && lost !== undefined ? lost : text;
  if (isEmpty && isKnown && instead !== undefined)
    push(draft, place, fill(instead, 'result.empty', new Map(callSlots(facts, 'result.empty'))));
  if (before === undefined && after === undefined) return;
  const front = added('result.wrapper', before);
  const back = added('result.wrapper', after);
  const [only, ...others] = draft.texts;
  const between = only && others.length === 0 ? betweenIn(only, draft, rule) : undefined;
  if (only && between !== undefined) {
    draft.texts.length = 0;
    const inner = [...added('result.wrapper', between), ...piecesOf(only)];
    push(draft, only.place, [...front, ...inner, ...back]);
    return;
  }
  const texts = draft.texts.splice(0);
  push(draft, place, front);
  append(draft.texts, texts);
  push(draft, place, back);
}

/** What stands between the wrapper and a text that it is one with; undefined: it is one of its own. */
function betweenIn(
  { from }: ModelText,
  { profile, media }: Draft,
  { apart, toStructured }: Rule,
): string | undefined {
  if (apart || media.length > 0) return undefined;
  if (toStructured !== undefined && from?.includes('/structuredContent')) return toStructured;
  return ruleOf(profile, 'result.encode').encode === 'blocks' ? undefined : '';
}

/** The same for an error, where the host treats errors like results. */
export function wrapError(draft: Draft, facts: CallFacts): void {
  if (ruleOf(draft.profile, 'result.wrapper').onErrors) wrap(draft, false, facts);
}

function push(draft: Draft, place: string, pieces: readonly Piece[]): void {
  const text = textFrom(place, 'read', pieces);
  if (text) draft.texts.push(text);
}
