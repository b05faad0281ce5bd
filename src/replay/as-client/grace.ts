import type { Score } from './score.ts';

/** Time for answers that the recorded server never gave, at most. */
const GRACE_MS = 500;

/**
 * Milliseconds to wait at the end: where the recorded client waited in vain, today's server gets a moment
 * too, no longer than the client had waited.
 * @param unanswered keys of requests without an answer
 */
export function graceFor(
  { session, lines, exchanges }: Score,
  unanswered: readonly string[],
): number {
  const isOpen = unanswered.some((key) => {
    const kind = exchanges.get(key)?.outcome.kind;
    return kind === 'unanswered' || kind === 'pending';
  });
  if (!isOpen) return 0;
  const times = session.recording.items.map((each) => (each.type === 'frame' ? each.frame : each));
  const last = lines.at(-1)?.seq;
  const spoke = times.find(({ seq }) => seq === last)?.at ?? 0;
  return Math.min(GRACE_MS, ((times.at(-1)?.at ?? spoke) - spoke) / 1000);
}
