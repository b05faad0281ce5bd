/** Something that reads bytes of others, and what is promised of it whatever the bytes are. */
export interface FuzzTarget {
  /** What holds for all inputs; one line, for the table of results. */
  readonly promise: string;
  /** Inputs to start from; the kept ones (test/fuzz/corpus) come on top. */
  readonly seeds: readonly (string | Buffer)[];
  /** Words that its inputs are made of, beyond those that stand in the code that it runs. */
  readonly words?: readonly string[];
  /** Longest input that is tried, in bytes. */
  readonly longest?: number;
  /** Throws, or fails its promise, when the promise is broken. */
  readonly run: (bytes: Buffer) => void | Promise<void>;
}

/** Throws with the reason unless it holds. Faster than a matcher, and works outside of the test runner. */
export function holds(condition: boolean, why: string): asserts condition {
  if (!condition) throw new Error(`broken: ${why}`);
}

/** The same bytes or texts, with both in the message when not. */
export function same(found: Buffer | string, wanted: Buffer | string, what: string): void {
  const [a, b] = [found, wanted].map((each) =>
    typeof each === 'string' ? each : each.toString('latin1'),
  );
  if (a !== b) throw new Error(`broken: ${what}: ${shown(a)} is not ${shown(b)}`);
}

function shown(text = ''): string {
  return JSON.stringify(text.length > 400 ? `${text.slice(0, 400)}…` : text);
}

/** Pieces of the bytes, cut where the bytes themselves say: the same input is always cut alike. */
export function chunksOf(bytes: Buffer): Buffer[] {
  const chunks: Buffer[] = [];
  let seed = bytes.length + 1;
  for (let at = 0; at < bytes.length; ) {
    seed = (Math.imul(seed, 48_271) + (bytes[at] ?? 0)) & 0x7fff_ffff;
    // Mostly a few bytes, sometimes none, sometimes many.
    const size = seed % 11 === 0 ? 0 : seed % 7 === 0 ? seed % 4096 : seed % 9;
    chunks.push(bytes.subarray(at, at + size));
    at += size;
  }
  return chunks;
}
