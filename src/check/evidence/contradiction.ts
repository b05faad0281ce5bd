import { isObject, parsed } from './plain-json.ts';
import { isSameValue } from './same-value.ts';

/**
 * Which of the texts of a result is JSON, an object or a list, and says something else than its structured
 * content? Undefined when none is, when any says the same, and when it is what libraries wrap into an
 * object: `{"result": …}` around a list or its items.
 *
 * @param structured the structured content as spelled on the wire
 * @returns the number of the first such text
 */
export function contradictingText(
  texts: readonly string[],
  structured: string,
): number | undefined {
  if (!texts.some(mayBeJson) || texts.includes(structured)) return undefined;
  const whole = parsed(structured);
  if (!isObject(whole)) return undefined;
  const values = texts.map((text) => (mayBeJson(text) ? parsed(text) : undefined));
  if (values.some((value, nth) => isNested(value) && isIn(value, nth, whole))) return undefined;
  const found = values.findIndex(isNested);
  return found < 0 ? undefined : found;
}

/** Is the text the structured content again, as JSON? */
export function isSaid(text: string, structured: string): boolean {
  return text === structured || (mayBeJson(text) && isSameValue(parsed(text), parsed(structured)));
}

/** May a text be an object or a list as JSON? A no is certain. */
function mayBeJson(text: string): boolean {
  return /^[ \t\r\n]*[[{]/.test(text);
}

function isNested(value: unknown): boolean {
  return typeof value === 'object' && value !== null;
}

/** Items stand in the order of their texts: looking for each among all would take quadratic time. */
function isIn(value: unknown, nth: number, whole: { readonly [key: string]: unknown }): boolean {
  if (isSameValue(value, whole)) return true;
  const members = Object.values(whole);
  const [only] = members;
  if (members.length !== 1) return false;
  return isSameValue(value, only) || (Array.isArray(only) && isSameValue(value, only[nth]));
}
