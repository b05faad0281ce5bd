import { type JsonNode, member } from '../../model/json.ts';
import { malformed, object, type Reader, whole } from '../cover.ts';
import { type Draft, giveKind, joined, ruleOf, wayOf } from '../draft.ts';
import { type Piece, textFrom } from '../pieces.ts';
import { placesOf } from '../places.ts';
import type { RuleName } from '../rules.ts';
import { fill, type Slots, usedSlots } from '../template.ts';
import { callSlots } from './call-slots.ts';
import { compactJson } from './encoding.ts';
import { envelope } from './envelope.ts';
import type { BrokenPromise, CallFacts } from './sdk-checks.ts';
import { wrapError } from './wrapper.ts';

/** The flag of a tool result by which the model learns that the call failed. */
export const isError: Reader = (node, pointer, draft) => {
  const isFlag = node.kind === 'literal' && node.value !== null;
  if (!isFlag) return malformed(node, pointer, draft);
  const { as = 'isError', fate, note, onlyTrue } = ruleOf(draft.profile, 'result.isError');
  if (onlyTrue && node.value === false)
    return giveKind(draft, pointer, 'result.isError', 'host', 'false is not sent');
  const place = wayOf(fate) ? `${placesOf(draft.profile.api).flag}.${as}` : undefined;
  giveKind(draft, pointer, 'result.isError', fate, joined(place, note));
};

/** A JSON-RPC error answer, which by this rule is all the same to the model. */
export function failure(rule: RuleName): Reader {
  return envelope({ error: whole(rule) });
}

/** A JSON-RPC error as the answer to a tool call: what the host's template makes of it. */
export function callFailure(facts: CallFacts): Reader {
  const error: Reader = (node, pointer, draft) => {
    const { text } = ruleOf(draft.profile, RULE);
    if (text === undefined || node.kind !== 'object') return whole(RULE)(node, pointer, draft);
    const slots = errorSlots(node, pointer, facts);
    const used = usedSlots(text, slots);
    const place = placesOf(draft.profile.api).result;
    const part =
      (key: string): Reader =>
      (_node, at, to) =>
        used.has(key)
          ? giveKind(to, at, RULE, 'rewritten', place)
          : giveKind(to, at, RULE, 'dropped');
    object({ code: part('code'), message: part('message'), data: part('data') }, part(''))(
      node,
      pointer,
      draft,
    );
    pushError(draft, facts, fill(text, RULE, slots));
  };
  return envelope({ error });
}

/** What the model reads when the SDK refuses a result. */
export function refusedByClient(
  { code, message }: BrokenPromise,
  facts: CallFacts,
  draft: Draft,
): void {
  const rule = 'sdk.outputSchema';
  const { text } = ruleOf(draft.profile, RULE);
  if (text === undefined) return;
  const slots = new Map<string, readonly Piece[]>([
    ...callSlots(facts, rule),
    ['code', [{ text: String(code), rule }]],
    ['message', [{ text: message, rule }]],
  ]);
  pushError(draft, facts, fill(text, rule, slots));
}

/** An answer whose result or error has one fate, because of its place in the session. */
export function answerAsWhole(rule: RuleName): Reader {
  return envelope({ result: whole(rule), error: whole(rule) });
}

const RULE = 'rpcError.call';

function errorSlots(node: JsonNode, pointer: string, facts: CallFacts): Slots {
  const slots = new Map<string, readonly Piece[]>(callSlots(facts, RULE));
  for (const key of ['code', 'message', 'data']) {
    const value = member(node, key);
    if (!value) continue;
    const text = value.kind === 'string' && key === 'message' ? value.value : compactJson(value);
    slots.set(key, [{ text, from: `${pointer}/${key}` }]);
  }
  return slots;
}

function pushError(draft: Draft, facts: CallFacts, pieces: readonly Piece[]): void {
  const text = textFrom(placesOf(draft.profile.api).result, 'read', pieces);
  if (!text) return;
  draft.texts.push(text);
  wrapError(draft, facts);
}
