import type { Reader } from '../cover.ts';
import { whole } from '../cover.ts';
import type { RuleName } from '../rules.ts';
import { params, result } from './envelope.ts';

/** What reads the two halves of a method: the params of the request and the result. */
export interface MethodReaders {
  readonly params: Reader;
  readonly result: Reader;
}

/**
 * A method whose messages the host keeps for itself: nothing of them has a place in an API request
 * by this rule, whatever they look like.
 */
export function hostOnly(rule: RuleName = 'hostOnly'): MethodReaders {
  const rest = whole(rule);
  return { params: params({}, rest, rest), result: result({}, rest, rest) };
}
