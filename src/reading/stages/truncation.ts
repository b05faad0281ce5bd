import type { Cut } from '../../model/profile.ts';
import type { Fate, ModelText } from '../../model/reading.ts';
import { type Draft, joined, ruleOf, wayOf } from '../draft.ts';
import { cutInTurn, cutTogether, isOver, lengthsByMember } from './cut.ts';

/**
 * Cuts what a result has become, by the first of the host's cuts that applies, and tells it in the
 * fates of the members that lose something. `isSingle`: the result is one text block.
 */
export function truncate(draft: Draft, isSingle: boolean): void {
  const { cuts = [], note } = ruleOf(draft.profile, RULE);
  const cut = cuts.find((each) => applies(each, draft.texts, isSingle));
  if (!cut) return;
  const before = lengthsByMember(draft.texts);
  const texts = shortened(cut, draft.texts);
  draft.texts.splice(0, draft.texts.length, ...texts);
  const after = lengthsByMember(texts);
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
  if (cut.of === 'each') return texts.some((each) => isOver(cut.over, each.text));
  if (cut.of === 'single' && !isSingle) return false;
  // The wrapper of texts that share a size is no part of it.
  const own = cut.of === 'in-turn' ? texts.filter(({ from }) => from !== undefined) : texts;
  return isOver(cut.over, own.map((each) => each.text).join(''));
}

function shortened(cut: Cut, texts: readonly ModelText[]): ModelText[] {
  if (cut.of === 'in-turn') return cutInTurn(cut, texts);
  if (cut.of !== 'each') return cutTogether(cut, texts);
  return texts.flatMap((each) => (isOver(cut.over, each.text) ? cutTogether(cut, [each]) : [each]));
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
