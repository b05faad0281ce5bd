import { at, type JsonNode } from '../../model/json.ts';
import type { Profile } from '../../model/profile.ts';
import { besideJson, type Reader } from '../cover.ts';
import { ruleOf, wayOf } from '../draft.ts';

/** `annotations` of a content block: for whom it is meant, how important it is. */
export const annotations: Reader = besideJson('blocks.annotations');

/** Does the host keep this block from the model, because it is meant for others? */
export function isForOthers(block: JsonNode, profile: Profile): boolean {
  const { fate } = ruleOf(profile, 'audience');
  if (fate === 'unknown' || wayOf(fate)) return false;
  const audience = at(block, 'annotations', 'audience');
  if (audience?.kind !== 'array' || audience.items.length === 0) return false;
  return !audience.items.some((each) => each.kind === 'string' && each.value === 'assistant');
}
