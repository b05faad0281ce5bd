import { type Ran, sadap } from '../../support/sadap.ts';

/** Ends a run that hangs; on a quiet machine none needs a tenth of it. */
const LIMIT_MS = 60_000;
/** Runs at once. */
const AT_ONCE = 2;

/** A run, what is wrong with how it ended, and how long it took. */
export interface Ending {
  readonly ran: Ran;
  readonly wrong: readonly string[];
  readonly milliseconds: number;
}

/** Runs the program, in a process of its own, with the call stack that users have. */
export async function ending(args: readonly string[], input?: string): Promise<Ending> {
  const begun = performance.now();
  const ran = await sadap(args, { timeoutMs: LIMIT_MS, ...(input !== undefined && { input }) });
  return { ran, wrong: faultsOf(ran), milliseconds: performance.now() - begun };
}

/** The same for several, a few at once: what is wrong by name, and the longest time. */
export async function endings(
  runs: readonly (readonly [name: string, args: readonly string[]])[],
): Promise<{ wrong: string[]; seconds: string }> {
  const wrong: string[] = [];
  let longest = 0;
  const waiting = [...runs];
  const work = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [name, args] = next;
      const found = await ending(args);
      wrong.push(...found.wrong.map((each) => `${name}: ${each}`));
      longest = Math.max(longest, found.milliseconds);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return { wrong, seconds: (longest / 1000).toFixed(1) };
}

function faultsOf({ status, signal, stdout, stderr }: Ran): string[] {
  if (signal !== null) return [`ended by ${signal} after ${LIMIT_MS} ms`];
  const isOurs = /this is a bug|RangeError|^ {4}at /m.test(stderr);
  if (isOurs || ![0, 1, 2].includes(status ?? -1))
    return [`status ${status}: ${stderr.slice(0, 500)}`];
  if (status !== 0 && stdout === '' && stderr === '') return [`status ${status} without a word`];
  return [];
}
