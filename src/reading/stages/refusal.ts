import type { JsonNode } from '../../model/json.ts';
import { array, object, type Reader, whole } from '../cover.ts';
import { type Draft, giveKind, ruleOf } from '../draft.ts';
import type { Piece } from '../pieces.ts';
import { placesOf } from '../places.ts';
import { fill, usedSlots } from '../template.ts';
import { isTaken } from './block-forms.ts';
import { blockSlots } from './block-slots.ts';
import { blockRule } from './blocks.ts';
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
    if (!ruleOf(draft.profile, 'sdk.outputSchema').endsRun) refusedByClient(broken, facts, draft);
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
  const rule = ruleFor(block, draft);
  const slots = blockSlots(block, `${pointer}/content/${bad}`, { name, rule, facts });
  const used = new Set(
    [...usedSlots(rule.text ?? '', slots)].flatMap((slot) =>
      (slots.get(slot) ?? []).flatMap(fromOf),
    ),
  );
  const fails: Reader = (_node, from, to) => giveKind(to, from, name, 'fails', rule.note);
  const named: Reader = (_node, from, to) => giveKind(to, from, name, 'rewritten');
  const part =
    (below: Reader): Reader =>
    (value, from, to) =>
      (used.has(from) ? named : below)(value, from, to);
  const parts = { resource: object({}, part(fails), fails) };
  const item = (index: number): Reader =>
    index === bad && used.size > 0 ? object(parts, part(fails)) : fails;
  members(at, { content: array(item, fails), structuredContent: fails });
  if (rule.text === undefined) return;
  push(draft, placesOf(draft.profile.api).result, fill(rule.text, name, slots));
  wrapError(draft, facts);
}

function fromOf(piece: Piece): string[] {
  return 'from' in piece ? [piece.from] : [];
}
