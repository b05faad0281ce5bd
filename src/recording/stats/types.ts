import type { Side } from '../../model/frame.ts';
import type { RepeatedCall } from './repeats.ts';
import type { Spread } from './spread.ts';

/** Number and sizes of messages, in bytes as they crossed the wire, line ends apart. */
export interface Amounts {
  readonly count: number;
  readonly bytes: number;
  /** The largest one. */
  readonly most: number;
}

/** The requests of one method by one side, or the calls of one tool. */
export interface RequestStats {
  readonly requests: Amounts;
  readonly answers: Amounts;
  /** From a request to its answer; absent without answers. */
  readonly latency?: Spread;
  /** The request that took longest. */
  readonly slowest?: string;
  /** Answered by a JSON-RPC error. */
  readonly failures: number;
  /** Answered by a result with `isError: true`. */
  readonly toolErrors: number;
  /** Nobody can answer them any more. */
  readonly unanswered: number;
  readonly pending: number;
  readonly cancelled: number;
}

export interface MethodStats extends RequestStats {
  readonly from: Side;
  readonly method: string;
}

export interface ToolStats extends RequestStats {
  readonly server: string;
  readonly tool: string;
  /** A list of the server has it. */
  readonly isListed: boolean;
}

export interface NotificationStats extends Amounts {
  readonly from: Side;
  readonly method: string;
}

/** A tool that was listed and never called. */
export interface UnusedTool {
  readonly server: string;
  readonly tool: string;
  /** Of its definition as listed. */
  readonly bytes: number;
}

/** Numbers of one recording, or of several together. */
export interface Stats {
  readonly recordings: number;
  /** Of the files. */
  readonly size: number;
  /** Sum of the sessions, in microseconds. */
  readonly duration: number;
  readonly servers: readonly string[];
  /** Bytes of the frames of each side, with their line ends. */
  readonly wire: Readonly<Record<Side, number>>;
  readonly methods: readonly MethodStats[];
  readonly tools: readonly ToolStats[];
  readonly notifications: readonly NotificationStats[];
  /** Tools that lists named, whether called or not. */
  readonly listed: number;
  readonly unused: readonly UnusedTool[];
  readonly repeats: readonly RepeatedCall[];
  /** false: there were so many different calls that repetitions far apart may be missing. */
  readonly repeatsComplete: boolean;
  /** Answers to nobody, second ones included. */
  readonly orphans: number;
  /** Frames that hold no message, blank lines apart. */
  readonly strays: number;
  readonly damage: number;
}
