import { type JsonNode, member, stringMember } from '../../model/json.ts';
import type { FailedContent, Rule } from '../../model/profile.ts';
import { array, type Reader, whole } from '../cover.ts';
import { createDraft, type Draft, giveKind, joined, ruleOf, wayOf } from '../draft.ts';
import { type Piece, piecesOf } from '../pieces.ts';
import { placesOf } from '../places.ts';
import { fill } from '../template.ts';
import { block, blocks } from './blocks.ts';
import { callSlots } from './call-slots.ts';
import { jsonPieces } from './encoding.ts';
import { isError } from './errors.ts';
import { blocksOf, joinedPieces, members, push, type Result } from './result-parts.ts';
import { structuredPieces } from './structured.ts';

/** A failed result that the host puts into words of its own. */
export function errorTemplate(at: Result): void {
  const { draft } = at;
  const rule = ruleOf(draft.profile, RULE);
  const place = placesOf(draft.profile.api).result;
  const content = contentOf(at, rule, place);
  const template = (content.length === 0 ? rule.empty : undefined) ?? rule.text ?? '{content}';
  push(draft, place, fill(template, RULE, slotsOf(at, content)));
}

const RULE = 'result.isError';

function slotsOf({ facts }: Result, content: readonly Piece[]): Map<string, readonly Piece[]> {
  return new Map([['content', content], ...callSlots(facts, RULE)]);
}

/** Covers the members of the result, and gives the text that stands for its content. */
function contentOf(at: Result, rule: Rule, place: string): readonly Piece[] {
  const { node, pointer, draft } = at;
  const inlined: Reader = (_node, from, to) => giveKind(to, from, RULE, 'inlined', place);
  const form = formOf(node, rule);
  if (form === 'json-of-result') {
    inlined(node, pointer, draft);
    return jsonPieces(node, pointer, 'compact');
  }
  const flag: Reader = (_node, from, to) =>
    giveKind(to, from, RULE, 'rewritten', joined(place, rule.note));
  const isOwn = rule.as !== undefined || wayOf(rule.fate) === undefined;
  const own = { isError: isOwn ? isError : flag, structuredContent: dropped };
  if (form === 'structured') {
    members(at, { ...own, content: dropped, structuredContent: inlined });
    return structuredPieces(node, pointer, draft);
  }
  if (form === 'json-of-content') {
    members(at, { ...own, content: inlined });
    const content = member(node, 'content');
    return content ? jsonPieces(content, `${pointer}/content`, 'compact') : [];
  }
  return textsOf(at, form, own);
}

type Form = Exclude<FailedContent, 'structured-or-text'> | 'structured';

function formOf(node: JsonNode, { content = 'text' }: Rule): Form {
  if (content !== 'structured-or-text') return content;
  return member(node, 'structuredContent') ? 'structured' : 'only-text';
}

const dropped: Reader = (_node, from, to) => giveKind(to, from, RULE, 'dropped');

function textsOf(
  at: Result,
  form: Form,
  own: { readonly [member: string]: Reader },
): readonly Piece[] {
  const { node, draft, facts } = at;
  const place = placesOf(draft.profile.api).result;
  const inner = createDraft(draft.profile);
  const list = form === 'text' ? blocks(place, 'blocks.text', facts) : onlyTexts(at, inner);
  members({ ...at, draft: inner }, { ...own, content: list });
  draft.fates.push(...inner.fates);
  draft.media.push(...inner.media);
  const texts = inner.texts.map(piecesOf);
  // A block without a text counts as an empty one.
  if (form === 'text-of-each')
    for (const [index, each] of blocksOf(node).entries())
      if (!isText(each)) texts.splice(index, 0, []);
  return joinedPieces(texts, ruleOf(draft.profile, 'result.encode').separator ?? '\n');
}

function onlyTexts({ facts }: Result, { profile }: Draft): Reader {
  const place = placesOf(profile.api).result;
  const text = block(place, 'blocks.text', facts);
  const arrives = wayOf(ruleOf(profile, 'blocks.text').fate) !== undefined;
  const item: Reader = (node, pointer, to) =>
    (isText(node) && arrives ? text : dropped)(node, pointer, to);
  return array(() => item, whole('blocks', place));
}

function isText(node: JsonNode): boolean {
  return stringMember(node, 'type') === 'text';
}
