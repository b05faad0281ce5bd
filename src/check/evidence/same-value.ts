/**
 * Do two values of `JSON.parse` mean the same? Members in any order. Iterative: a hostile value may be nested
 * deeper than the call stack.
 */
export function isSameValue(one: unknown, other: unknown): boolean {
  const open: (readonly [unknown, unknown])[] = [[one, other]];
  for (let pair = open.pop(); pair; pair = open.pop()) {
    const [left, right] = pair;
    if (left === right) continue;
    if (!isNested(left) || !isNested(right)) return false;
    if (Array.isArray(left) !== Array.isArray(right)) return false;
    const keys = Object.keys(left);
    if (keys.length !== Object.keys(right).length) return false;
    for (const key of keys) {
      if (!Object.hasOwn(right, key)) return false;
      open.push([left[key], right[key]]);
    }
  }
  return true;
}

/** An object, or an array with its indexes as keys. */
function isNested(value: unknown): value is { readonly [key: string]: unknown } {
  return typeof value === 'object' && value !== null;
}
