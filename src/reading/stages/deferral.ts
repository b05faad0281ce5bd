import type { JsonNode } from '../../model/json.ts';
import { append } from '../../model/lists.ts';
import type { Rule } from '../../model/profile.ts';
import type { Fate, ModelText } from '../../model/reading.ts';
import { type Draft, joined, ruleOf, wayOf } from '../draft.ts';
import { piecesOf, textFrom } from '../pieces.ts';
import { cutToLimit } from './limit.ts';

/**
 * The fates of a tool that is only found by a search: what would be read at once is deferred, except
 * the members that the host shows before.
 */
export function deferred(draft: Draft, tool: JsonNode, pointer: string, sofar: Draft): void {
  const rule = ruleOf(draft.profile, 'listing.deferral');
  const { fate, revealed = [], unlessMeta, note } = rule;
  const always = unlessMeta !== undefined && hasMeta(tool, unlessMeta);
  const isShown = (at: string | undefined) =>
    revealed.some((key) => at === `${pointer}/${key}` || at?.startsWith(`${pointer}/${key}/`));
  const stays = fate !== 'deferred' || always;
  const shown = shownTexts(
    sofar.texts.filter((each) => isShown(each.from)),
    rule,
  );
  for (const each of sofar.fates) {
    const hides = !stays && wayOf(each.kind) !== undefined && !isShown(each.pointer);
    if (!hides) draft.fates.push(stays ? each : cutFate(each, shown.get(each.pointer)));
    else
      draft.fates.push({
        ...each,
        kind: 'deferred',
        stage: 'listing',
        rule: 'listing.deferral',
        note: joined(each.note, note),
      });
  }
  if (stays) append(draft.texts, sofar.texts);
  else
    append(
      draft.texts,
      [...shown.values()].flatMap(({ text }) => text ?? []),
    );
  append(draft.media, sofar.media);
}

interface Shown {
  /** Undefined when nothing is left of it. */
  readonly text: ModelText | undefined;
  /** What was cut off. */
  readonly note: string | undefined;
}

/** The texts that are shown before a search, by the members they come from; descriptions cut short. */
function shownTexts(texts: readonly ModelText[], { limit }: Rule): Map<string, Shown> {
  return new Map(
    texts.map((text) => {
      const from = text.from ?? '';
      if (!text.place.endsWith('.description')) return [from, { text, note: undefined }];
      const { pieces, note } = cutToLimit(piecesOf(text), limit, 'listing.deferral');
      return [from, { text: textFrom(text.place, text.way, pieces), note }];
    }),
  );
}

function cutFate(fate: Fate, shown: Shown | undefined): Fate {
  if (shown?.note === undefined) return fate;
  return { ...fate, kind: 'truncated', note: joined(fate.note, shown.note) };
}

/** Is this key of a tool's `_meta` true? */
function hasMeta(tool: JsonNode, key: string): boolean {
  if (tool.kind !== 'object') return false;
  const meta = tool.members.findLast((each) => each.key === '_meta')?.value;
  if (meta?.kind !== 'object') return false;
  const value = meta.members.findLast((each) => each.key === key)?.value;
  return value?.kind === 'literal' && value.value === true;
}
