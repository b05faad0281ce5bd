import { maxOf } from '../../model/lists.ts';
import type { ModelCall } from './steps.ts';

/** Calls of one answer of the model. */
export interface CallGroup {
  readonly calls: readonly ModelCall[];
  /** `seq` of the first call, and of the message that settled the last one. */
  readonly start: number;
  readonly end: number;
  /** Why it is not certain that the calls, and no others, were made together. */
  readonly unsure: string | undefined;
}

/**
 * Calls that were in flight together were made by one answer of the model: a host asks its model again
 * when all results are there. A call that nothing ever settled holds the others up until the first
 * answer to one of them, no longer; then nobody can tell, and the group says so.
 * @param calls in the order made
 */
export function grouped(calls: readonly ModelCall[]): CallGroup[] {
  const groups: { calls: ModelCall[]; end: number }[] = [];
  const later = laterEnds(calls);
  for (const [index, call] of calls.entries()) {
    const end = call.end ?? later[index] ?? Infinity;
    const open = groups.at(-1);
    if (open && call.request.seq < open.end) {
      open.calls.push(call);
      open.end = Math.max(open.end, end);
    } else groups.push({ calls: [call], end });
  }
  return groups.map(({ calls: own }) => ({
    calls: own,
    start: own[0]?.request.seq ?? 0,
    end: maxOf(own.map((each) => each.end ?? each.request.seq)),
    unsure: doubt(own),
  }));
}

/** For each call the end of the next one that has any. */
function laterEnds(calls: readonly ModelCall[]): number[] {
  const ends: number[] = [];
  let next = Infinity;
  for (let index = calls.length - 1; index >= 0; index--) {
    ends[index] = next;
    next = calls[index]?.end ?? next;
  }
  return ends;
}

function doubt(calls: readonly ModelCall[]): string | undefined {
  const lost = calls.find((each, index) => each.end === undefined && index < calls.length - 1);
  if (!lost) return undefined;
  return `#${lost.request.seq} was never settled: whether the calls after it were made with it is not known`;
}
