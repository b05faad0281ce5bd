import { TimeLimit } from './time-limit.ts';

/** Milliseconds for one match, and for all slow ones of a process. */
const MOST_MS = 200;
let leftMs = 2_000;

/** A match that took less counts as nothing. In milliseconds. */
const SLOW_MS = 10;

/**
 * Does this expression (`pattern` of a JSON Schema, which a stranger wrote) match anywhere in the text?
 * Undefined when it is no expression of JavaScript, and when to find out takes too long: `^(a+)+$` asks
 * for a billion steps for forty letters.
 */
export function matches(pattern: string, text: string): boolean | undefined {
  const expression = expressionOf(pattern);
  if (!expression) return undefined;
  return isTame(pattern) && text.length <= SHORT ? expression.test(text) : timed(expression, text);
}

function expressionOf(pattern: string): RegExp | undefined {
  try {
    return new RegExp(pattern, 'u');
  } catch {
    return undefined;
  }
}

/** Characters that a tame expression is done with at once. */
const SHORT = 200;

/** No group, and so few repetitions that their choices cannot multiply to much. */
function isTame(pattern: string): boolean {
  return !pattern.includes('(') && (pattern.match(/[*+?{]/g) ?? []).length <= 2;
}

let limit: TimeLimit | undefined;
const tooSlow = new Set<string>();

function timed(expression: RegExp, text: string): boolean | undefined {
  if (leftMs < 1 || tooSlow.has(expression.source)) return undefined;
  limit ??= new TimeLimit(Number.POSITIVE_INFINITY);
  const start = performance.now();
  const found = limit.run(Math.min(MOST_MS, Math.floor(leftMs)), () => expression.test(text));
  const took = performance.now() - start;
  if (took > SLOW_MS) leftMs -= took;
  if (found === undefined) tooSlow.add(expression.source);
  return found;
}
