import { member } from '../../model/json.ts';
import type { Reader } from '../cover.ts';
import { createDraft, giveKind, joined, ruleOf } from '../draft.ts';
import { type Piece, piecesOf } from '../pieces.ts';
import { placesOf } from '../places.ts';
import { fill } from '../template.ts';
import { blocks } from './blocks.ts';
import { callSlots } from './call-slots.ts';
import { jsonPieces } from './encoding.ts';
import { joinedPieces, members, push, type Result } from './result-parts.ts';

/** A failed result that the host puts into words of its own. */
export function errorTemplate(at: Result): void {
  const { node, pointer, draft, facts } = at;
  const rule = ruleOf(draft.profile, 'result.isError');
  const place = placesOf(draft.profile.api).result;
  const inner = createDraft(draft.profile);
  const isJson = rule.content === 'json-of-content' || rule.content === 'json-of-result';
  const dropped: Reader = (_node, from, to) => giveKind(to, from, 'result.isError', 'dropped');
  const flag: Reader = (_node, from, to) =>
    giveKind(to, from, 'result.isError', 'rewritten', joined(place, rule.note));
  const inlined: Reader = (_node, from, to) =>
    giveKind(to, from, 'result.isError', 'inlined', place);
  const list = blocks(place, 'blocks.text', facts);
  if (rule.content === 'json-of-result') inlined(node, pointer, draft);
  else
    members(
      { ...at, draft: inner },
      { content: isJson ? inlined : list, structuredContent: dropped, isError: flag },
    );
  draft.fates.push(...inner.fates);
  draft.media.push(...inner.media);
  const separator = ruleOf(draft.profile, 'result.encode').separator ?? '\n';
  const content = isJson
    ? jsonOf(at, rule.content === 'json-of-result')
    : joinedPieces(inner.texts.map(piecesOf), separator);
  const slots = new Map<string, readonly Piece[]>([
    ['content', content],
    ...callSlots(facts, 'result.isError'),
  ]);
  push(draft, place, fill(rule.text ?? '{content}', 'result.isError', slots));
}

function jsonOf({ node, pointer }: Result, isWhole: boolean): Piece[] {
  if (isWhole) return jsonPieces(node, pointer, 'compact');
  const content = member(node, 'content');
  return content ? jsonPieces(content, `${pointer}/content`, 'compact') : [];
}
