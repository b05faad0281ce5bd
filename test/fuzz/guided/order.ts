/** What the process that starts a fuzzing thread wants of it. */
export interface FuzzOrder {
  /** How long to go on. 0: only find out which of the kept inputs reach something that no shorter one does. */
  readonly ms: number;
  readonly seed: number;
  /** Number of counters in the code. */
  readonly places: number;
  /** Inputs of earlier runs. */
  readonly kept: readonly Uint8Array[];
  /** Words that stand in the code. */
  readonly words: readonly string[];
  /** Shared memory that tells at any time which input runs: its length, when it began (0: none), its bytes. */
  readonly running: { readonly head: SharedArrayBuffer; readonly bytes: SharedArrayBuffer };
}

/** What the thread tells. */
export type FuzzNews =
  | { readonly kind: 'kept'; readonly bytes: Uint8Array }
  | { readonly kind: 'broken'; readonly bytes: Uint8Array; readonly error: string }
  | { readonly kind: 'promise'; readonly text: string }
  | { readonly kind: 'state'; readonly runs: number; readonly reached: number };

/** Bytes of the longest input that any target takes. */
export const LONGEST: number = 64 * 1024;

/** Errors with the same signature are taken for one: what it says without its values, and where it was thrown. */
export function signatureOf(error: string): string {
  const [message = '', ...stack] = error.split('\n');
  const names = stack.flatMap(
    (line) => /^\s+at (?:new |async )?([\w.#$<>]+)/.exec(line)?.[1] ?? [],
  );
  const place = names.find((name) => name !== 'holds' && name !== 'same') ?? 'nowhere';
  // Values come after a colon, in quotes or as numbers.
  const plain = message
    .replace(/^(Error: broken: )?([^:]*).*/s, '$2')
    .replaceAll(/\d+|"[^"]*"/g, '…');
  return `${plain.slice(0, 100)} in ${place}`;
}
