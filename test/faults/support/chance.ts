/** Numbers that look random and come again for the same seed. */
export interface Chance {
  /** To be told when a test fails. */
  readonly seed: number;
  /** From 0 to below `below`. */
  upTo(below: number): number;
  oneOf<T>(choices: readonly [T, ...T[]]): T;
}

/** SADAP_SEED repeats a run; else each run has a seed of its own. */
export function chance(
  seed: number = Number(process.env['SADAP_SEED'] ?? Math.floor(Math.random() * 2 ** 31)),
): Chance {
  let state = seed;
  // mulberry32
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return {
    seed,
    upTo: (below) => Math.floor(next() * below),
    oneOf: (choices) => choices[Math.floor(next() * choices.length)] ?? choices[0],
  };
}
