/**
 * Runs all cases once in each round, in a new random order each time, so that what the machine does
 * meanwhile falls on all of them alike.
 *
 * @template Sample
 * @param {{ rounds: number, most?: number, cases: Record<string, () => Promise<Sample> | Sample> }} options
 *   `most`: no round is begun after so many milliseconds, but for the first three
 * @returns {Promise<Record<string, Sample[]>>} the samples of each case, one a round
 */
export async function interleave({ rounds, most = Number.POSITIVE_INFINITY, cases }) {
  const samples = Object.fromEntries(Object.keys(cases).map((name) => [name, []]));
  const begun = performance.now();
  for (let round = 0; round < rounds; round += 1) {
    if (round >= 3 && performance.now() - begun > most) break;
    for (const [name, run] of shuffled(Object.entries(cases))) samples[name].push(await run());
  }
  return samples;
}

/** The middle value; of an even number the mean of the two in the middle. NaN of none. */
export function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/** The median of the ratios within each round; ratios drift less than what they are made of. */
export function medianRatio(values, references) {
  return median(values.map((value, round) => value / references[round]));
}

function shuffled(items) {
  const left = [...items];
  return items.map(() => left.splice(Math.floor(Math.random() * left.length), 1)[0]);
}
