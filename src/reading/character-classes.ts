import { type JsonValue, pointerTo } from '../model/json.ts';

/** Members of a profile that stand inside of a character class. */
const MEMBERS = new Set(['allowed', 'serverHas']);
/** All that may stand there: a bracket that closes the class would let the rest be another expression. */
const INSIDE = /^(?:[^\]\\]|\\.)*$/s;

/** Where a profile, whose form has been checked, has characters that are no character class; undefined: nowhere. */
export function wrongClass(document: JsonValue, pointer = ''): string | undefined {
  if (typeof document !== 'object' || document === null) return undefined;
  for (const [key, value] of Object.entries(document)) {
    const here = pointerTo(pointer, key);
    const isWrong = typeof value === 'string' && MEMBERS.has(key) && !isClass(value);
    const found = isWrong ? here : wrongClass(value, here);
    if (found !== undefined) return found;
  }
  return undefined;
}

function isClass(text: string): boolean {
  try {
    return INSIDE.test(text) && [`[${text}]`, `[^${text}]`].every((each) => new RegExp(each, 'u'));
  } catch {
    return false;
  }
}
