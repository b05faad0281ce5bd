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
  for (const [index, call] of calls.entries()) {
    const end = call.end ?? firstEnd(calls, index + 1);
    const open = groups.at(-1);
    if (open && call.request.seq < open.end) {
      open.calls.push(call);
      open.end = Math.max(open.end, end);
    } else groups.push({ calls: [call], end });
  }
  return groups.map(({ calls: own }) => ({
    calls: own,
    start: own[0]?.request.seq ?? 0,
    end: Math.max(...own.map((each) => each.end ?? each.request.seq)),
    unsure: doubt(own),
  }));
}

function firstEnd(calls: readonly ModelCall[], from: number): number {
  for (let index = from; index < calls.length; index++) {
    const end = calls[index]?.end;
    if (end !== undefined) return end;
  }
  return Infinity;
}

function doubt(calls: readonly ModelCall[]): string | undefined {
  const lost = calls.find((each, index) => each.end === undefined && index < calls.length - 1);
  if (!lost) return undefined;
  return `#${lost.request.seq} was never settled: whether the calls after it were made with it is not known`;
}
