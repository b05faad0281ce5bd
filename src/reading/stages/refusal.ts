import { type JsonNode, stringMember } from '../../model/json.ts';
import { array, object, type Reader, whole } from '../cover.ts';
import { type Draft, giveKind, ruleOf } from '../draft.ts';
import type { Piece } from '../pieces.ts';
import { placesOf } from '../places.ts';
import { fill } from '../template.ts';
import { isTaken } from './block-forms.ts';
import { blockRule } from './blocks.ts';
import { callSlots } from './call-slots.ts';
import { refusedByClient } from './errors.ts';
import { blocksOf, members, push, type Result } from './result-parts.ts';
import { brokenPromise } from './sdk-checks.ts';
import { wrapError } from './wrapper.ts';

/** Results that the client turns into an error: a broken promise, or a block that it cannot take. */
export function refused(at: Result): boolean {
  const { node, draft, facts } = at;
  const broken = brokenPromise(node, at.failed, facts, draft.profile);
  if (broken) {
    const fails = whole('sdk.outputSchema', broken.message);
    members(at, { content: fails, structuredContent: fails });
    refusedByClient(broken, facts, draft);
    return true;
  }
  const bad = blocksOf(node).findIndex((each) => failsCall(each, draft));
  if (bad < 0) return false;
  refusedBlock(at, bad);
  return true;
}

function failsCall(node: JsonNode, draft: Draft): boolean {
  return node.kind === 'object' && ruleFor(node, draft).fate === 'fails';
}

/** The rule for a block, for media of a type that the host does not take its other one. */
function ruleFor(node: JsonNode, draft: Draft) {
  const rule = ruleOf(draft.profile, blockRule(node));
  return !isTaken(node, rule) && rule.otherwise ? rule.otherwise : rule;
}

function refusedBlock(at: Result, bad: number): void {
  const { node, draft, pointer, facts } = at;
  const block = blocksOf(node)[bad];
  if (!block) return;
  const name = blockRule(block);
  const { text, note } = ruleFor(block, draft);
  const type = stringMember(block, 'type');
  const usesType = text?.includes('{type}') === true && type !== undefined;
  const fails: Reader = (_node, pointerTo, to) => giveKind(to, pointerTo, name, 'fails', note);
  const typed: Reader = (_node, pointerTo, to) => giveKind(to, pointerTo, name, 'rewritten');
  const item = (index: number): Reader =>
    index === bad && usesType ? object({ type: typed }, fails) : fails;
  members(at, { content: array(item, fails), structuredContent: fails });
  if (text === undefined) return;
  const from = `${pointer}/content/${bad}/type`;
  const slots = new Map<string, readonly Piece[]>(callSlots(facts, name));
  if (type !== undefined) slots.set('type', [{ text: type, from }]);
  push(draft, placesOf(draft.profile.api).result, fill(text, name, slots));
  wrapError(draft, facts);
}
