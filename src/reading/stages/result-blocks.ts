/** Results whose blocks arrive each in a form of its own, as blocks of the API or in one text. */
import { type JsonNode, at as nodeAt, stringMember } from '../../model/json.ts';
import { array, type Reader, whole } from '../cover.ts';
import { type Draft, giveKind, ruleOf } from '../draft.ts';
import { added, piecesOf, textFrom } from '../pieces.ts';
import { placesOf } from '../places.ts';
import { fill } from '../template.ts';
import { block, blockRule } from './blocks.ts';
import { blocksOf, joinedPieces, members, push, type Result } from './result-parts.ts';
import { structuredPieces, type structuredUse } from './structured.ts';

/** Blocks as blocks of the API or as one text, beside structured content or without it. */
export function asBlocks(at: Result, use: ReturnType<typeof structuredUse>): void {
  const { node, pointer, draft, facts, failed } = at;
  const place = placesOf(draft.profile.api).result;
  const content: Reader = (value, from, to) => {
    const one = (index: number) =>
      asItem(block(`${place}[${index}]`, 'blocks.text', facts), isSingle(node, draft));
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
  joinTexts(draft, place, isSingle(node, draft));
  if (failed) emptyFailure(draft, place);
}

/** What stands for a failed result of which nothing is left. */
function emptyFailure(draft: Draft, place: string): void {
  const { empty } = ruleOf(draft.profile, 'result.isError');
  const isEmpty = draft.texts.length === 0 && draft.media.length === 0;
  if (isEmpty) push(draft, place, added('result.isError', empty));
}

/** A result of one block, where such a one is no list. */
function isSingle(node: JsonNode, draft: Draft): boolean {
  return ruleOf(draft.profile, RULE).single === 'bare' && blocksOf(node).length === 1;
}

/** A block whose text becomes an item of a JSON list. */
function asItem(reader: Reader, isBare: boolean): Reader {
  return (node, pointer, draft) => {
    const { item } = ruleOf(draft.profile, RULE);
    const before = draft.texts.length;
    const fates = draft.fates.length;
    reader(node, pointer, draft);
    const isItem = node.kind === 'object' && ruleOf(draft.profile, blockRule(node)).isItem === true;
    if (item === undefined || isBare || isItem) return;
    for (const fate of draft.fates.splice(fates))
      draft.fates.push(fate.kind === 'reads' ? { ...fate, kind: 'inlined' } : fate);
    for (const text of draft.texts.splice(before))
      push(draft, text.place, fill(item, RULE, new Map([['text', piecesOf(text)]])));
  };
}

function isText(block: JsonNode | undefined): boolean {
  return block !== undefined && stringMember(block, 'type') === 'text';
}

/** All texts in one, when the host sends one. */
function joinTexts(draft: Draft, place: string, isBare: boolean): void {
  const { encode, separator = '', before, after } = ruleOf(draft.profile, RULE);
  if (encode !== 'joined' || draft.texts.length === 0) return;
  const texts = draft.texts.splice(0);
  const joined = joinedPieces(texts.map(piecesOf), separator);
  const all = [...added(RULE, before), ...joined, ...added(RULE, after)];
  push(draft, place, isBare ? joined : all);
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
