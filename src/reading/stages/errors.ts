import { malformed, type Reader, whole } from '../cover.ts';
import { giveFate, ruleOf } from '../draft.ts';
import type { RuleName } from '../rules.ts';
import { envelope } from './envelope.ts';

/** The flag of a tool result by which the model learns that the call failed. */
export const isError: Reader = (node, pointer, draft) => {
  const isFlag = node.kind === 'literal' && node.value !== null;
  if (!isFlag) return malformed(node, pointer, draft);
  const name = ruleOf(draft.profile, 'result.isError').as ?? 'isError';
  giveFate(draft, pointer, 'result.isError', `tool_result.${name}`);
};

/** A JSON-RPC error answer, which by this rule is all the same to the model. */
export function failure(rule: RuleName): Reader {
  return envelope({ error: whole(rule) });
}

/** An answer whose result or error has one fate, because of its place in the session. */
export function answerAsWhole(rule: RuleName): Reader {
  return envelope({ result: whole(rule), error: whole(rule) });
}
