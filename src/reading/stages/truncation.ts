import { append } from '../../model/lists.ts';
import type { Cut } from '../../model/profile.ts';
import type { Fate, ModelText } from '../../model/reading.ts';
import { type Draft, joined, ruleOf, wayOf } from '../draft.ts';
import { cutInTurn, cutTogether, isOver, lengthsByMember } from './cut.ts';

/**
 * Cuts what a result has become, by the first of the host's cuts that applies, and tells it in the
 * fates of the members that lose something. `isSingle`: the result is one text block.
 */
export function truncate(draft: Draft, isSingle: boolean): void {
  const { cuts: rules = [], note } = ruleOf(draft.profile, RULE);
  const cut = rules.find((each) => applies(each, draft.texts, isSingle));
  if (!cut) return;
  const before = lengthsByMember(draft.texts);
  const texts = shortened(cut, draft.texts);
  draft.texts.length = 0;
  append(draft.texts, texts);
  const cuts = cutsByFate(draft.fates, before, lengthsByMember(texts));
  for (const [index, fate] of draft.fates.entries()) {
    const found = wayOf(fate.kind) && cuts.get(fate.pointer);
    if (!found || found.kept === found.total) continue;
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

/** What became of the characters of a member. */
interface Left {
  kept: number;
  total: number;
}

/**
 * How much is left of what stands at or below each fate's pointer. A fate holds for all below it, so each
 * member of the texts counts for one fate: the one that is met first from the root.
 */
function cutsByFate(
  fates: readonly Fate[],
  before: ReadonlyMap<string, number>,
  after: ReadonlyMap<string, number>,
): ReadonlyMap<string, Left> {
  const cuts = new Map<string, Left>(
    fates.map(({ pointer }) => [pointer, { kept: 0, total: 0 }] as const),
  );
  for (const [pointer, length] of before) {
    const found = fateAbove(pointer, cuts);
    if (!found) continue;
    found.total += length;
    found.kept += after.get(pointer) ?? 0;
  }
  return cuts;
}

function fateAbove(pointer: string, cuts: ReadonlyMap<string, Left>): Left | undefined {
  for (let end = 0; end >= 0; end = pointer.indexOf('/', end + 1)) {
    const found = cuts.get(pointer.slice(0, end));
    if (found) return found;
  }
  return cuts.get(pointer);
}
