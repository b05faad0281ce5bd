import type { Side } from '../model/frame.ts';
import type { Located } from '../model/message.ts';

/**
 * Calls that two sessions have in common, answered alike and about as fast, which are not among the exchanges
 * of either: the request and the answer are the same bytes in both, so that no rule but that of order has a
 * word on them. They are the nth of both sides for each n below `count`, in the order of A.
 */
export interface PassedCalls {
  readonly count: number;
  readonly a: PassedSide;
  readonly b: PassedSide;
}

export interface PassedSide {
  /** The place of the nth call among all requests of the client, those in the session too. */
  readonly ranks: Int32Array;
  /** The numbers of its request and of its answer among all messages, from 1. */
  readonly numbers: { readonly [side in Side]: Int32Array };
  /** The same for what is in the session, by `seq`. */
  readonly rankOf: ReadonlyMap<number, number>;
  readonly numberOf: ReadonlyMap<number, number>;
  /** Reads the request (`client`) or the answer of the nth call. */
  readonly read: (nth: number, side: Side) => Located;
}

/** The last of the calls whose rank in A is below this one; -1 for none. */
export function lastBefore({ a: { ranks } }: PassedCalls, rank: number): number {
  let low = 0;
  let high = ranks.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((ranks[middle] ?? 0) < rank) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
