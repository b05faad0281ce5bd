import { requestKey } from '../../compare/normalise.ts';
import { type JsonNode, type JsonObject, member, stringMember } from '../../model/json.ts';
import type { Answer, Located, Request } from '../../model/message.ts';
import { answerOf, type Exchange, refKey, type Session } from '../../model/session.ts';
import { type Splice, sourceOf } from './splice.ts';

/** What is to be written for the next round of a call, or why there is none. */
export type Round =
  | { readonly kind: 'splices'; readonly splices: readonly Splice[] }
  | { readonly kind: 'pointless'; readonly why: string };

/** The round before each retry, by the key of the retry's request. */
export function roundsOf({ operations }: Session): ReadonlyMap<string, Exchange> {
  const before = new Map<string, Exchange>();
  for (const { exchanges } of operations)
    for (const [nth, each] of exchanges.entries()) {
      const last = exchanges[nth - 1];
      if (last) before.set(refKey(each.request), last);
    }
  return before;
}

/**
 * The next round of a multi-round-trip call (2026-07-28): the recorded one with today's `requestState`,
 * and its answers under the names by which today's server asks. A server that does not ask, or asks
 * something else, gets no next round: nobody knows what the client would have said.
 */
export function nextRound(
  retry: Located<Request>,
  before: Exchange,
  answer: Answer | undefined,
): Round {
  if (!answer) return pointless('the round before has no answer');
  const result = answer.kind === 'result' ? answer.result : undefined;
  if (stringMember(result, 'resultType') !== 'input_required')
    return pointless('the server no longer asks for input');
  const { params } = retry.message;
  const responses = member(params, 'inputResponses');
  const names = namesToday(questions(before), member(result, 'inputRequests'), responses);
  if (!names) return pointless('the server asks for other input');
  return { kind: 'splices', splices: splicesFor(retry, result, names) };
}

function pointless(why: string): Round {
  return { kind: 'pointless', why };
}

function questions(before: Exchange): JsonNode | undefined {
  const answer = answerOf(before)?.message;
  return answer?.kind === 'result' ? member(answer.result, 'inputRequests') : undefined;
}

/** Today's name for each recorded one; undefined when a question has no equal. */
function namesToday(
  then: JsonNode | undefined,
  now: JsonNode | undefined,
  responses: JsonNode | undefined,
): ReadonlyMap<string, string> | undefined {
  const left = now?.kind === 'object' ? [...now.members] : [];
  const names = new Map<string, string>();
  for (const { key } of responses?.kind === 'object' ? responses.members : []) {
    const asked = keyOfQuestion(member(then, key));
    const sameName = left.findIndex(
      (each) => each.key === key && keyOfQuestion(each.value) === asked,
    );
    const index =
      sameName >= 0 ? sameName : left.findIndex((each) => keyOfQuestion(each.value) === asked);
    const [found] = index < 0 ? [] : left.splice(index, 1);
    if (!found) return undefined;
    names.set(key, found.key);
  }
  // A question that the recorded client was not asked stays without an answer.
  return left.length === 0 ? names : undefined;
}

function keyOfQuestion(node: JsonNode | undefined): string {
  return requestKey(stringMember(node, 'method') ?? '', member(node, 'params'));
}

function splicesFor(
  { bytes, message: { params } }: Located<Request>,
  result: JsonNode | undefined,
  names: ReadonlyMap<string, string>,
): Splice[] {
  const state = member(result, 'requestState');
  if (params?.kind !== 'object') return [];
  const old = params.members.findLastIndex(({ key }) => key === 'requestState');
  const responses = member(params, 'inputResponses');
  const splices: Splice[] = [];
  if (old >= 0) splices.push(stateSplice(params, old, state));
  else if (state?.kind === 'string')
    splices.push(added(params.end - 1, 'requestState', state.value, params.members.length > 0));
  if (responses?.kind === 'object' && [...names].some(([then, now]) => then !== now)) {
    const text = responses.members.map(
      ({ key, value }) => `${JSON.stringify(names.get(key) ?? key)}:${sourceOf(bytes, value)}`,
    );
    splices.push({ start: responses.start, end: responses.end, text: `{${text.join(',')}}` });
  }
  return splices;
}

/** Where today's server gives no state, the retry names none. */
function stateSplice(params: JsonObject, nth: number, state: JsonNode | undefined): Splice {
  const { start = 0, value } = params.members[nth] ?? {};
  const end = value?.end ?? start;
  if (state?.kind === 'string')
    return { start: value?.start ?? end, end, text: JSON.stringify(state.value) };
  const [last, next] = [params.members[nth - 1], params.members[nth + 1]];
  if (last) return { start: last.value.end, end, text: '' };
  return { start, end: next?.start ?? end, text: '' };
}

function added(at: number, key: string, value: string, isMore: boolean): Splice {
  const text = `${isMore ? ',' : ''}${JSON.stringify(key)}:${JSON.stringify(value)}`;
  return { start: at, end: at, text };
}
