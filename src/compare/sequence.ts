/** Pure work on sequences of keys: what stays, what moves. Nothing here knows JSON or MCP. */

/** Index in the old sequence and index in the new one of two items that belong together. */
export type Match = readonly [before: number, after: number];

/**
 * Matches equal keys of two sequences: what both share in the same order first (a longest common
 * subsequence), then the rest, the n-th of a key with the n-th of the same key.
 * The same matches come out, mirrored, when the two are given the other way round.
 */
export function matchKeys(before: readonly string[], after: readonly string[]): Match[] {
  if (isAfter(before, after)) return mirrored(matchKeys(after, before));
  const kept = inOrder(before, after);
  return [...kept, ...nthWithNth(rest(before, kept, 0), rest(after, kept, 1))];
}

/**
 * The matches that came in another order: those outside a longest run whose indexes rise on both
 * sides. Empty when the order is the same.
 */
export function movedMatches(matches: readonly Match[]): Match[] {
  const sorted = [...matches].sort(([a], [b]) => a - b);
  const kept = risingRun(sorted.map(([, after]) => after));
  return sorted.filter((_, nth) => kept[nth] === 0);
}

/** Both sequences without their matches, as pairs of index and key. */
export function rest<T>(
  items: readonly T[],
  matches: readonly Match[],
  side: 0 | 1,
): (readonly [number, T])[] {
  const taken = new Set(matches.map((each) => each[side]));
  return [...items.entries()].filter(([index]) => !taken.has(index));
}

/** Matches the n-th item with a key with the n-th item with the same key. */
export function nthWithNth(
  before: readonly (readonly [number, string])[],
  after: readonly (readonly [number, string])[],
): Match[] {
  const waiting = new Map<string, number[]>();
  for (const [index, key] of after) {
    const list = waiting.get(key);
    if (list) list.push(index);
    else waiting.set(key, [index]);
  }
  for (const list of waiting.values()) list.reverse();
  const matches: Match[] = [];
  for (const [index, key] of before) {
    const found = waiting.get(key)?.pop();
    if (found !== undefined) matches.push([index, found]);
  }
  return matches;
}

export function mirrored(matches: readonly Match[]): Match[] {
  return matches.map(([before, after]) => [after, before]);
}

/** One fixed order of the two sequences, so that ties fall the same way from both directions. */
function isAfter(before: readonly string[], after: readonly string[]): boolean {
  if (before.length !== after.length) return before.length > after.length;
  const differs = before.findIndex((key, index) => key !== after[index]);
  return differs >= 0 && (before[differs] ?? '') > (after[differs] ?? '');
}

/** Cells of the table beyond which only the common start and end are matched in order. */
const LARGEST_TABLE = 1_000_000;

function inOrder(before: readonly string[], after: readonly string[]): Match[] {
  let start = 0;
  while (start < before.length && start < after.length && before[start] === after[start]) start++;
  let [i, j] = [before.length, after.length];
  while (i > start && j > start && before[i - 1] === after[j - 1]) [i, j] = [i - 1, j - 1];
  const matches: Match[] = Array.from({ length: start }, (_, index) => [index, index]);
  const common =
    (i - start) * (j - start) > LARGEST_TABLE
      ? []
      : longestCommon(before.slice(start, i), after.slice(start, j));
  for (const [a, b] of common) matches.push([a + start, b + start]);
  for (let k = 0; k < before.length - i; k++) matches.push([i + k, j + k]);
  return matches;
}

function longestCommon(before: readonly string[], after: readonly string[]): Match[] {
  const columns = after.length + 1;
  const table = new Uint32Array((before.length + 1) * columns);
  const cell = (i: number, j: number) => table[i * columns + j] ?? 0;
  for (let i = before.length - 1; i >= 0; i--)
    for (let j = after.length - 1; j >= 0; j--)
      table[i * columns + j] =
        before[i] === after[j] ? cell(i + 1, j + 1) + 1 : Math.max(cell(i + 1, j), cell(i, j + 1));
  const matches: Match[] = [];
  for (let i = 0, j = 0; i < before.length && j < after.length; ) {
    if (before[i] === after[j]) matches.push([i++, j++]);
    else if (cell(i + 1, j) >= cell(i, j + 1)) i++;
    else j++;
  }
  return matches;
}

/** 1 at the indexes of a longest rising subsequence (patience sorting), else 0. */
export function risingRun(values: ArrayLike<number>): Uint8Array {
  const { length } = values;
  const tails = new Int32Array(length);
  const previous = new Int32Array(length);
  let longest = 0;
  for (let nth = 0; nth < length; nth += 1) {
    const value = values[nth] ?? 0;
    let low = 0;
    for (let high = longest; low < high; ) {
      const middle = (low + high) >> 1;
      if ((values[tails[middle] ?? 0] ?? 0) < value) low = middle + 1;
      else high = middle;
    }
    previous[nth] = low > 0 ? (tails[low - 1] ?? -1) : -1;
    tails[low] = nth;
    if (low === longest) longest += 1;
  }
  const run = new Uint8Array(length);
  let nth = longest > 0 ? (tails[longest - 1] ?? -1) : -1;
  for (; nth >= 0; nth = previous[nth] ?? -1) run[nth] = 1;
  return run;
}
