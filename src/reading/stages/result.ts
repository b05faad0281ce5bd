/** The result of a tool call: from its members to what the model reads. */
import { type JsonNode, member } from '../../model/json.ts';
import { malformed, type Reader } from '../cover.ts';
import { createDraft, type Draft, giveKind, ruleOf, wayOf } from '../draft.ts';
import { placesOf } from '../places.ts';
import type { RuleName } from '../rules.ts';
import { blockRule } from './blocks.ts';
import { errorTemplate } from './error-template.ts';
import { refused } from './refusal.ts';
import { arrives, asBlocks, hasMedia, replaced } from './result-blocks.ts';
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
    draft.fates.push(...inner.fates);
    draft.texts.push(...inner.texts);
    draft.media.push(...inner.media);
    draft.trails.push(...inner.trails);
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
  if (failed && failure.fate === 'unknown') return unknownFailure;
  const hasOutputSchema = member(facts.definition, 'outputSchema') !== undefined;
  const use = structuredUse(node, { isError: failed, hasOutputSchema }, draft);
  if (use === 'instead-of-all') return structuredOnly;
  if (use === 'merge-into-single-text') return asMergedText;
  if (encode === 'repr' || (encode !== 'blocks' && encode !== 'joined' && !wayOf(fate)))
    return unknownForm;
  if (JSON_FORMS.has(encode) && hasMedia(node, draft)) return (at) => asBlocks(at, use);
  if (encode === 'json-of-result' || encode === 'object') return asResultJson;
  const turning = blocksOf(node).find((each) => turnsList(each, draft));
  if (turning) return (at) => asContentJson(at, ruleOf(draft.profile, blockRule(turning)));
  if (encode === 'json-of-content') return (at) => asContentJson(at);
  return (at) => asBlocks(at, use);
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
