/** Results whose blocks arrive each in a form of its own, as blocks of the API or in one text. */
import { type JsonNode, at as nodeAt, stringMember } from '../../model/json.ts';
import { append } from '../../model/lists.ts';
import type { BlockForm } from '../../model/profile.ts';
import { array, type Reader, whole } from '../cover.ts';
import { createDraft, type Draft, giveKind, ruleOf } from '../draft.ts';
import { added, piecesOf, textFrom } from '../pieces.ts';
import { placesOf, USER_MESSAGE } from '../places.ts';
import { fill } from '../template.ts';
import { block, blockRule } from './blocks.ts';
import { blocksOf, joinedPieces, members, push, type Result } from './result-parts.ts';
import { structuredPieces, type structuredUse } from './structured.ts';

/** Blocks as blocks of the API or as one text, beside structured content or without it. */
export function asBlocks(at: Result, use: ReturnType<typeof structuredUse>): void {
  const { node, pointer, draft, facts, failed } = at;
  const place = placesOf(draft.profile.api).result;
  const joining = joiningOf(node, draft);
  const content: Reader = (value, from, to) => {
    const one = (index: number) =>
      asItem(block(`${place}[${index}]`, 'blocks.text', facts), joining);
    const item = (index: number): Reader =>
      use === 'instead-of-text' && isText(nodeAt(value, index)) ? replaced() : one(index);
    array(item, whole('blocks', place))(value, from, to);
  };
  const readers = use === undefined ? { content } : { content, structuredContent: arrives(place) };
  members(at, readers);
  const structured = use === undefined ? [] : structuredPieces(node, pointer, draft);
  const text = textFrom(place, 'read', structured);
  if (text && use === 'append') draft.texts.push(text);
  else if (text) draft.texts.unshift(text);
  joinTexts(draft, place, joining);
  if (failed) emptyFailure(draft, place);
}

/** What stands for a failed result of which nothing is left. */
function emptyFailure(draft: Draft, place: string): void {
  const { empty } = ruleOf(draft.profile, 'result.isError');
  const isEmpty = draft.texts.length === 0 && draft.media.length === 0;
  if (isEmpty) push(draft, place, added('result.isError', empty));
}

/** The text blocks alone, in one text. */
export function asTexts(at: Result): void {
  const { node, pointer, facts, draft } = at;
  const place = placesOf(draft.profile.api).result;
  const text = block(place, 'blocks.text', facts);
  const lost: Reader = (_node, from, to) => giveKind(to, from, STRUCTURED, 'dropped');
  const inner = createDraft(draft.profile);
  const item = (index: number): Reader => (isText(nodeAt(node, 'content', index)) ? text : lost);
  members(
    { ...at, node, pointer, draft: inner },
    {
      content: array(item, whole('blocks', place)),
      structuredContent: lost,
    },
  );
  append(draft.fates, inner.fates);
  push(draft, place, joinedPieces(inner.texts.map(piecesOf), '\n'));
}

/** Does a block make the result a list of parts, as media of the API or as an item of JSON? */
export function hasParts(node: JsonNode, draft: Draft): boolean {
  return hasForm(node, 'media', draft) || hasForm(node, 'part', draft);
}

function hasForm(node: JsonNode, form: BlockForm, { profile }: Draft): boolean {
  return blocksOf(node).some(
    (each) => each.kind === 'object' && ruleOf(profile, blockRule(each)).form === form,
  );
}

/** How the texts of a result come together. */
type Joining = 'apart' | 'bare' | 'list';

function joiningOf(node: JsonNode, draft: Draft): Joining {
  const { encode, item, single } = ruleOf(draft.profile, RULE);
  const isList = item !== undefined && !hasForm(node, 'media', draft);
  if (!isList && (encode !== 'joined' || item !== undefined)) return 'apart';
  const [only, ...others] = blocksOf(node);
  const isAlone = only !== undefined && others.length === 0 && !isItem(only, draft);
  return single === 'bare' && isAlone ? 'bare' : 'list';
}

/** Fates of what becomes a part of a JSON text here. */
const WHOLE: ReadonlySet<string> = new Set(['reads', 'renamed']);

/** Is the text of a block an item of a JSON list already? */
function isItem(node: JsonNode, { profile }: Draft): boolean {
  return node.kind === 'object' && ruleOf(profile, blockRule(node)).isItem === true;
}

/** A block whose text becomes an item of a JSON list. */
function asItem(reader: Reader, joining: Joining): Reader {
  return (node, pointer, draft) => {
    const { item } = ruleOf(draft.profile, RULE);
    const before = draft.texts.length;
    const fates = draft.fates.length;
    reader(node, pointer, draft);
    if (item === undefined || joining !== 'list' || isItem(node, draft)) return;
    for (const fate of draft.fates.splice(fates))
      draft.fates.push(WHOLE.has(fate.kind) ? { ...fate, kind: 'inlined' } : fate);
    for (const text of draft.texts.splice(before))
      if (text.place === USER_MESSAGE) draft.texts.push(text);
      else push(draft, text.place, fill(item, RULE, new Map([['text', piecesOf(text)]])));
  };
}

function isText(block: JsonNode | undefined): boolean {
  return block !== undefined && stringMember(block, 'type') === 'text';
}

/** All texts in one, when the host sends one; what goes to a message of the user stays there. */
function joinTexts(draft: Draft, place: string, joining: Joining): void {
  const { separator = '', before, after } = ruleOf(draft.profile, RULE);
  const own = draft.texts.filter((each) => each.place !== USER_MESSAGE);
  if (joining === 'apart' || own.length === 0) return;
  const others = draft.texts.splice(0).filter((each) => each.place === USER_MESSAGE);
  const joined = joinedPieces(own.map(piecesOf), separator);
  const all = [...added(RULE, before), ...joined, ...added(RULE, after)];
  push(draft, place, joining === 'bare' ? joined : all);
  append(draft.texts, others);
}

/** Structured content that the model reads. */
export function arrives(place: string): Reader {
  return (_node, at, draft) => giveKind(draft, at, STRUCTURED, 'inlined', place);
}

/** What gives way to structured content. */
export function replaced(): Reader {
  return (_node, at, draft) => giveKind(draft, at, STRUCTURED, 'replaced', 'by structuredContent');
}

const STRUCTURED = 'result.structured';
const RULE = 'result.encode';
