/**
 * What went may have hidden something else: the end of a text that was no JSON, a quote, a name. So what
 * changed is looked at again, until nothing goes any more; then nothing goes from it at another time either.
 *
 * @param redact gives the very value that it got when nothing goes
 */
export function settled<T>(first: T, redact: (value: T) => T): T {
  let here = first;
  for (let turn = 0; turn < MOST_TURNS; turn += 1) {
    const next = redact(here);
    if (next === here) return here;
    here = next;
  }
  return here;
}

/** Two are the rule, and three are rare. */
const MOST_TURNS = 20;
