/** The result of a tool call: from its members to what the model reads. */
import { type JsonNode, member, stringMember } from '../../model/json.ts';
import { array, malformed, type Reader, whole } from '../cover.ts';
import { createDraft, type Draft, giveKind, ruleOf, wayOf } from '../draft.ts';
import { piecesOf, textFrom } from '../pieces.ts';
import { placesOf } from '../places.ts';
import { block, blockRule, blocks } from './blocks.ts';
import { errorTemplate } from './error-template.ts';
import { refused } from './refusal.ts';
import { asContentJson, asMergedText, asResultJson } from './result-json.ts';
import { blocksOf, joinedPieces, members, push, type Result } from './result-parts.ts';
import type { CallFacts } from './sdk-checks.ts';
import { structuredPieces, structuredUse } from './structured.ts';
import { truncate } from './truncation.ts';
import { wrap } from './wrapper.ts';

/** A result that is final, by the call that it belongs to. */
export function toolResult(facts: CallFacts): Reader {
  return (node, pointer, draft) => {
    const inner = createDraft(draft.profile);
    const at: Result = { node, pointer, facts, draft: inner, failed: isFailed(node) };
    if (node.kind !== 'object') malformed(node, pointer, inner);
    else if (!refused(at)) {
      encoded(at);
      wrap(inner);
      truncate(inner, blocksOf(node).length === 1);
    }
    draft.fates.push(...inner.fates);
    draft.texts.push(...inner.texts);
    draft.media.push(...inner.media);
  };
}

function isFailed(node: JsonNode): boolean {
  const flag = member(node, 'isError');
  return flag?.kind === 'literal' && flag.value === true;
}

/** What the host makes of the content of a result that it takes. */
function encoded(at: Result): void {
  chosenForm(at)(at);
}

function chosenForm({ node, draft, facts, failed }: Result): (at: Result) => void {
  const { encode = 'blocks', fate } = ruleOf(draft.profile, 'result.encode');
  const failure = ruleOf(draft.profile, 'result.isError');
  if (failed && failure.text !== undefined) return errorTemplate;
  const hasOutputSchema = member(facts.definition, 'outputSchema') !== undefined;
  const use = structuredUse(node, { isError: failed, hasOutputSchema }, draft);
  if (use === 'instead-of-all') return structuredOnly;
  if (use === 'merge-into-single-text') return asMergedText;
  if (encode === 'repr' || (encode !== 'blocks' && encode !== 'joined' && !wayOf(fate)))
    return unknownForm;
  if (JSON_FORMS.has(encode) && blocksOf(node).some((each) => isMedia(each, draft)))
    return (at) => asBlocks(at, use);
  if (encode === 'json-of-result' || encode === 'object') return asResultJson;
  if (encode === 'json-of-content' || blocksOf(node).some((each) => turnsList(each, draft)))
    return asContentJson;
  return (at) => asBlocks(at, use);
}

/** JSON is for results of text; an image that goes as an image keeps the blocks. */
const JSON_FORMS: ReadonlySet<string> = new Set(['json-of-result', 'json-of-content']);

function isMedia(node: JsonNode, draft: Draft): boolean {
  return node.kind === 'object' && ruleOf(draft.profile, blockRule(node)).form === 'media';
}

function turnsList(node: JsonNode, draft: Draft): boolean {
  return node.kind === 'object' && ruleOf(draft.profile, blockRule(node)).form === 'list-as-json';
}

function unknownForm(at: Result): void {
  const unknown: Reader = (_node, pointer, to) =>
    giveKind(to, pointer, 'result.encode', 'unknown', 'the printed form of an object of the host');
  members(at, { content: unknown, structuredContent: unknown });
}

const STRUCTURED = 'result.structured';

function structuredOnly(at: Result): void {
  const { node, pointer, draft } = at;
  const place = placesOf(draft.profile.api).result;
  members(at, { content: replaced(), structuredContent: arrives(place) });
  push(draft, place, structuredPieces(node, pointer, draft));
}

function arrives(place: string): Reader {
  return (_node, at, draft) => giveKind(draft, at, STRUCTURED, 'inlined', place);
}

function replaced(): Reader {
  return (_node, at, draft) => giveKind(draft, at, STRUCTURED, 'replaced', 'by structuredContent');
}

/** Blocks as blocks of the API or as one text, beside structured content or without it. */
function asBlocks(at: Result, use: ReturnType<typeof structuredUse>): void {
  const { node, pointer, draft, facts } = at;
  const place = placesOf(draft.profile.api).result;
  const list = blocks(place, 'blocks.text', facts);
  const content: Reader = (value, from, to) => {
    if (use !== 'instead-of-text' || value.kind !== 'array') return list(value, from, to);
    const item = (index: number): Reader =>
      isText(value.items[index]) ? replaced() : block(`${place}[${index}]`, 'blocks.text', facts);
    array(item, whole('blocks', place))(value, from, to);
  };
  const readers = use === undefined ? { content } : { content, structuredContent: arrives(place) };
  members(at, readers);
  const structured = use === undefined ? [] : structuredPieces(node, pointer, draft);
  const text = textFrom(place, 'read', structured);
  if (text && use === 'append') draft.texts.push(text);
  else if (text) draft.texts.unshift(text);
  joinTexts(draft, place);
}

function isText(block: JsonNode | undefined): boolean {
  return block !== undefined && stringMember(block, 'type') === 'text';
}

/** All texts in one, when the host sends one. */
function joinTexts(draft: Draft, place: string): void {
  const { encode, separator = '' } = ruleOf(draft.profile, 'result.encode');
  if (encode !== 'joined' || draft.texts.length === 0) return;
  const texts = draft.texts.splice(0);
  push(draft, place, joinedPieces(texts.map(piecesOf), separator));
}
