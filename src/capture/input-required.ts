import { type JsonNode, member, stringMember } from '../model/json.ts';
import type { AnswerBook } from './answers.ts';
import { objectText, type Params, type TextMember, textOf, withMembers } from './json-text.ts';

/** Requests that a server may answer with a question (2026-07-28, "Multi round-trip requests"). */
const MAY_ASK: readonly string[] = ['tools/call', 'resources/read', 'prompts/get'];

/** Does this result ask for input instead of answering? */
export function asksForInput(method: string, result: JsonNode | undefined): result is JsonNode {
  return MAY_ASK.includes(method) && stringMember(result, 'resultType') === 'input_required';
}

export type NextRound =
  | { readonly kind: 'params'; readonly params: Params }
  /** The script has no answer to this method. */
  | { readonly kind: 'no-answer'; readonly method: string };

/**
 * The parameters of the next round: all of the first one, the answers from the book, and the server's
 * `requestState` exactly as it came; none when it gave none.
 */
export function nextRound(
  params: Params | undefined,
  result: JsonNode,
  book: AnswerBook,
): NextRound {
  const requests = member(result, 'inputRequests');
  const responses: TextMember[] = [];
  for (const { key, value } of requests?.kind === 'object' ? requests.members : []) {
    const method = stringMember(value, 'method') ?? '';
    const answer = book.next(method);
    // Responses are results; there is no way to answer with an error.
    if (answer?.kind !== 'result') return { kind: 'no-answer', method };
    responses.push([key, answer.text]);
  }
  const state = member(result, 'requestState');
  return {
    kind: 'params',
    params: withMembers(params, [
      ...(requests ? [['inputResponses', objectText(responses)] as const] : []),
      ...(state ? [['requestState', textOf(state)] as const] : []),
    ]),
  };
}
