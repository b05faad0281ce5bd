import { type JsonNode, member, stringMember } from '../../model/json.ts';
import { append } from '../../model/lists.ts';
import type { FailedContent, Rule } from '../../model/profile.ts';
import { array, object, type Reader, whole } from '../cover.ts';
import { createDraft, type Draft, giveKind, joined, ruleOf, wayOf } from '../draft.ts';
import { type Piece, piecesOf } from '../pieces.ts';
import { placesOf } from '../places.ts';
import { fill } from '../template.ts';
import { block, blocks } from './blocks.ts';
import { callSlots } from './call-slots.ts';
import { jsonPieces, type Omits, omitting } from './encoding.ts';
import { isError } from './errors.ts';
import { blocksOf, joinedPieces, members, push, type Result } from './result-parts.ts';
import { structuredPieces } from './structured.ts';

/** A failed result that the host puts into words of its own. */
export function errorTemplate(at: Result): void {
  const { draft, node } = at;
  const plain = ruleOf(draft.profile, RULE);
  const rule = (blocksOf(node).some(isImage) ? plain.withImages : undefined) ?? plain;
  const place = placesOf(draft.profile.api).result;
  const content = contentOf(at, rule, place);
  const template = (content.length === 0 ? rule.empty : undefined) ?? rule.text ?? '{content}';
  push(draft, place, fill(template, RULE, slotsOf(at, content)));
}

const RULE = 'result.isError';

function slotsOf(at: Result, content: readonly Piece[]): Map<string, readonly Piece[]> {
  const { facts, node, pointer } = at;
  const blocks = member(node, 'content');
  const slots = new Map<string, readonly Piece[]>([
    ['content', content],
    ...callSlots(facts, RULE),
  ]);
  if (blocks) slots.set('blocks', jsonOf(at, blocks, `${pointer}/content`, ['content']));
  slots.set('images', imageTypes(at));
  return slots;
}

/** The types of all images, in brackets, a line each. */
function imageTypes({ node, pointer }: Result): Piece[] {
  return blocksOf(node).flatMap((each, index): Piece[] => {
    const type = isImage(each) ? stringMember(each, 'mimeType') : undefined;
    if (type === undefined) return [];
    const from = `${pointer}/content/${index}/mimeType`;
    return [
      { text: '\n[', rule: RULE },
      { text: type, from },
      { text: ']', rule: RULE },
    ];
  });
}

/** A part of the result as JSON, as the client writes it; `path`: where in the result it is. */
function jsonOf(
  { draft }: Result,
  node: JsonNode,
  pointer: string,
  path: readonly string[] = [],
): Piece[] {
  const { spelling } = ruleOf(draft.profile, 'result.encode');
  const omitted = omitting(ruleOf(draft.profile, RULE).omit);
  const omits: Omits = (below) => omitted([...path, ...below]);
  const kind = path.length === 0 ? 'result' : 'content';
  return jsonPieces(node, pointer, 'compact', { spelling, omits, kind });
}

/** Covers the members of the result, and gives the text that stands for its content. */
function contentOf(at: Result, rule: Rule, place: string): readonly Piece[] {
  const { node, pointer, draft } = at;
  const inlined: Reader = (_node, from, to) => giveKind(to, from, RULE, 'inlined', place);
  const form = formOf(node, rule);
  if (form === 'json-of-result') {
    inlinedBut(omitting(rule.omit), inlined)(node, pointer, draft);
    return jsonOf(at, node, pointer);
  }
  const flag: Reader = (_node, from, to) =>
    giveKind(to, from, RULE, 'rewritten', joined(place, rule.note));
  const isOwn = rule.as !== undefined || wayOf(rule.fate) === undefined;
  const flagged = isOwn ? isError : rule.fate === 'inlined' ? dropped : flag;
  const own = { isError: flagged, structuredContent: dropped };
  if (form === 'structured') {
    members(at, { ...own, content: dropped, structuredContent: inlined });
    return structuredPieces(node, pointer, draft);
  }
  if (form === 'json-of-content') {
    members(at, { ...own, content: inlined });
    const content = member(node, 'content');
    return content ? jsonOf(at, content, `${pointer}/content`, ['content']) : [];
  }
  return textsOf(at, form, own);
}

/** One fate for all but what is left out, which may be members of the result and of its blocks. */
function inlinedBut(omits: Omits, inlined: Reader, path: readonly string[] = []): Reader {
  return (node, pointer, to) => {
    if (omits(path)) return dropped(node, pointer, to);
    const hasMore = path.length < 3 && (node.kind === 'object' || node.kind === 'array');
    if (!hasMore || !holdsOmitted(node, omits, path)) return inlined(node, pointer, to);
    const below = (key: string) => inlinedBut(omits, inlined, [...path, key]);
    if (node.kind === 'array') return array(() => below('*'), inlined)(node, pointer, to);
    const readers = node.members.map(({ key }) => [key, below(key)] as const);
    object(Object.fromEntries(readers), inlined)(node, pointer, to);
  };
}

function holdsOmitted(node: JsonNode, omits: Omits, path: readonly string[]): boolean {
  if (omits(path)) return true;
  if (path.length >= 3) return false;
  if (node.kind === 'array')
    return node.items.some((each) => holdsOmitted(each, omits, [...path, '*']));
  if (node.kind !== 'object') return false;
  return node.members.some(({ key, value }) => holdsOmitted(value, omits, [...path, key]));
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
  const isQuoted = ruleOf(draft.profile, RULE).text?.includes('{content_in_json}');
  for (const fate of inner.fates)
    draft.fates.push(isQuoted && fate.kind === 'reads' ? { ...fate, kind: 'inlined' } : fate);
  append(draft.media, inner.media);
  const texts = inner.texts.map(piecesOf);
  // A block without a text counts as an empty one.
  if (form === 'text-of-each')
    for (const [index, each] of blocksOf(node).entries())
      if (!isText(each)) texts.splice(index, 0, []);
  const { separator = ruleOf(draft.profile, 'result.encode').separator } = ruleOf(
    draft.profile,
    RULE,
  );
  return joinedPieces(texts, separator ?? '\n');
}

function onlyTexts({ facts }: Result, { profile }: Draft): Reader {
  const place = placesOf(profile.api).result;
  const text = block(place, 'blocks.text', facts);
  const arrives = wayOf(ruleOf(profile, 'blocks.text').fate) !== undefined;
  const item: Reader = (node, pointer, to) =>
    (isText(node) && arrives ? text : dropped)(node, pointer, to);
  return array(() => item, whole('blocks', place));
}

function isImage(node: JsonNode): boolean {
  return stringMember(node, 'type') === 'image';
}

function isText(node: JsonNode): boolean {
  return stringMember(node, 'type') === 'text';
}
