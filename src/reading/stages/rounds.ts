/**
 * Calls of several rounds (2026-07-28): the server asks for input in its result, the host asks again
 * with the answers. The same may hold for a prompt or a resource.
 */
import { stringMember } from '../../model/json.ts';
import { countedMembers } from '../counted.ts';
import { malformed, object, type Reader, whole } from '../cover.ts';
import { result } from './envelope.ts';
import { samplingAnswer, samplingParams } from './sampling.ts';

/** Where a request stands among the rounds of its operation. */
export interface Round {
  readonly isLater: boolean;
  /** What the server asked under this key in the round before; undefined when not known. */
  readonly asked: (key: string) => string | undefined;
}

/** The result of a method that may ask for input first; `complete` covers the one that does not. */
export function mayAsk(complete: Reader): Reader {
  return (node, pointer, draft) => {
    const asks = stringMember(node, 'resultType') === 'input_required';
    (asks ? inputRequired : complete)(node, pointer, draft);
  };
}

/** The answers that a later round carries, by the keys of the questions. */
export function inputResponses(round: Round): Reader {
  return (node, pointer, draft) => {
    if (node.kind !== 'object') return malformed(node, pointer, draft);
    const keys = [...countedMembers(node).keys()];
    const sampled = keys.filter((key) => round.asked(key) === 'sampling/createMessage');
    const members = Object.fromEntries(sampled.map((key) => [key, samplingAnswer]));
    object(members, whole('call.inputResponses'))(node, pointer, draft);
  };
}

const inputRequest: Reader = (node, pointer, draft) => {
  const isSampling = stringMember(node, 'method') === 'sampling/createMessage';
  const members = isSampling ? { method: whole('envelope'), params: samplingParams } : {};
  const rest = whole('call.inputRequests');
  (isSampling ? object(members, rest) : rest)(node, pointer, draft);
};

const inputRequired = result(
  { inputRequests: object({}, inputRequest), requestState: whole('call.requestState') },
  whole('call.other'),
);
