/** The result of a tool call: from its members to what the model reads. */
import { type JsonNode, member } from '../../model/json.ts';
import { append } from '../../model/lists.ts';
import type { StructuredUse } from '../../model/profile.ts';
import { malformed, type Reader } from '../cover.ts';
import { createDraft, type Draft, giveKind, ruleOf, wayOf } from '../draft.ts';
import { placesOf } from '../places.ts';
import type { RuleName } from '../rules.ts';
import { blockRule } from './blocks.ts';
import { errorTemplate } from './error-template.ts';
import { refused } from './refusal.ts';
import { arrives, asBlocks, asTexts, hasParts, replaced } from './result-blocks.ts';
import { asContentJson, asMergedText, asResultJson } from './result-json.ts';
import { blocksOf, members, push, type Result } from './result-parts.ts';
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
      wrap(inner, blocksOf(node).length > 0, facts);
      truncate(inner, blocksOf(node).length === 1);
    }
    append(draft.fates, inner.fates);
    append(draft.texts, inner.texts);
    append(draft.media, inner.media);
    append(draft.trails, inner.trails);
  };
}

function isFailed(node: JsonNode): boolean {
  const flag = member(node, 'isError');
  return flag?.kind === 'literal' && flag.value === true;
}

/** What the host makes of the content of a result that it takes. */
function encoded(at: Result): void {
  const form = failedForm(at) ?? structuredForm(at) ?? contentForm(at);
  form(at);
}

type Form = (at: Result) => void;

function failedForm({ draft, failed }: Result): Form | undefined {
  const { text, fate } = ruleOf(draft.profile, 'result.isError');
  if (failed && text !== undefined) return errorTemplate;
  return failed && fate === 'unknown' ? unknownFailure : undefined;
}

function structuredForm(at: Result): Form | undefined {
  const { promised } = ruleOf(at.draft.profile, 'result.structured');
  if (promised && isPromised(at) && !at.failed) return asTexts;
  const use = useOf(at);
  if (use === 'instead-of-all') return structuredOnly;
  return use === 'merge-into-single-text' ? asMergedText : undefined;
}

function isPromised({ facts }: Result): boolean {
  return member(facts.definition, 'outputSchema') !== undefined;
}

function useOf(at: Result): StructuredUse | undefined {
  const facts = { isError: at.failed, hasOutputSchema: isPromised(at) };
  return structuredUse(at.node, facts, at.draft);
}

function contentForm({ node, draft }: Result): Form {
  const { encode = 'blocks', fate } = ruleOf(draft.profile, 'result.encode');
  const asList: Form = (at) => asBlocks(at, useOf(at));
  if (encode === 'repr' || (encode !== 'blocks' && encode !== 'joined' && !wayOf(fate)))
    return unknownForm;
  if (JSON_FORMS.has(encode) && hasParts(node, draft)) return asList;
  if (encode === 'json-of-result' || encode === 'object') return asResultJson;
  const turning = blocksOf(node).find((each) => turnsList(each, draft));
  if (turning) return (at) => asContentJson(at, ruleOf(draft.profile, blockRule(turning)));
  return encode === 'json-of-content' ? (at) => asContentJson(at) : asList;
}

/** JSON is for results of text; an image that goes as an image keeps the blocks. */
const JSON_FORMS: ReadonlySet<string> = new Set(['json-of-result', 'json-of-content']);

function turnsList(node: JsonNode, draft: Draft): boolean {
  return node.kind === 'object' && ruleOf(draft.profile, blockRule(node)).form === 'list-as-json';
}

function unknownForm(at: Result): void {
  allUnknown(at, 'result.encode', 'the printed form of an object of the host');
}

/** Who knows nothing of failed results cannot say that they are read as others are. */
function unknownFailure(at: Result): void {
  allUnknown(at, 'result.isError', 'what becomes of a failed result is not known');
}

function allUnknown(at: Result, rule: RuleName, note: string): void {
  const unknown: Reader = (_node, pointer, to) => giveKind(to, pointer, rule, 'unknown', note);
  members(at, { content: unknown, structuredContent: unknown });
}

function structuredOnly(at: Result): void {
  const { node, pointer, draft } = at;
  const place = placesOf(draft.profile.api).result;
  members(at, { content: replaced(), structuredContent: arrives(place) });
  push(draft, place, structuredPieces(node, pointer, draft));
}
