/** One line of a comparison: as it was, as it will be, or unchanged. */
export interface DiffLine {
  readonly mark: '-' | '+' | ' ';
  readonly text: string;
}

/** The shortest way from some lines to others; removed lines come before added ones. */
export function diffLines(before: readonly string[], after: readonly string[]): DiffLine[] {
  const common = longestCommon(before, after);
  const lines: DiffLine[] = [];
  let i = 0;
  let j = 0;
  while (i < before.length || j < after.length) {
    const [left = 0, right = 0] = [common[i + 1]?.[j], common[i]?.[j + 1]];
    if (i < before.length && j < after.length && before[i] === after[j]) {
      lines.push({ mark: ' ', text: before[i++] ?? '' });
      j++;
    } else if (i < before.length && (j === after.length || left >= right)) {
      lines.push({ mark: '-', text: before[i++] ?? '' });
    } else lines.push({ mark: '+', text: after[j++] ?? '' });
  }
  return lines;
}

/** At `[i][j]`, how many lines the rests behind `i` and `j` have in common. */
function longestCommon(before: readonly string[], after: readonly string[]): number[][] {
  const table = Array.from({ length: before.length + 1 }, () =>
    Array.from({ length: after.length + 1 }, () => 0),
  );
  for (let i = before.length - 1; i >= 0; i--) {
    for (let j = after.length - 1; j >= 0; j--) {
      const [row = [], next = []] = [table[i], table[i + 1]];
      row[j] =
        before[i] === after[j] ? (next[j + 1] ?? 0) + 1 : Math.max(next[j] ?? 0, row[j + 1] ?? 0);
    }
  }
  return table;
}
