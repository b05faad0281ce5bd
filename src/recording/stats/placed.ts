import type { Frame, Micros, Side } from '../../model/frame.ts';
import type { FrameEntry } from '../../model/recording.ts';
import type { ScannedLine } from '../scan/scanned-line.ts';
import { type Hash, hashOf, type Span } from '../text-hash.ts';
import { peekCall } from './peek.ts';
import type { Ref } from './repeats.ts';

export const CALL = 'tools/call';

/** A message in a frame. */
export interface Placed {
  readonly from: Side;
  readonly at: Micros;
  readonly call?: number | undefined;
  readonly ref: Ref;
  /** Bytes of the message. */
  readonly size: number;
}

/** What a call of a tool asks for. */
export interface Wanted {
  readonly tool: string;
  readonly args: Span;
  /** Of the arguments. */
  readonly hash: Hash;
  readonly isLaterRound: boolean;
}

/** A message of a frame; `index` is its place in a batch. */
export function placedOf(entry: FrameEntry, bytes: Buffer, index?: number): Placed {
  const { from, at: sent, call, seq } = entry;
  return {
    from,
    at: sent,
    call,
    ref: index === undefined ? seq : `${seq}.${index}`,
    size: bytes.length,
  };
}

/** What a request calls, when it calls a tool. `bytes`: of the message. */
export function wantedOf(method: string, { from }: FrameEntry, bytes: Buffer): Wanted | undefined {
  if (method !== CALL || from !== 'client') return undefined;
  const { tool = '', arguments: args, isLaterRound } = peekCall(bytes);
  return { tool, args, hash: hashOf(args), isLaterRound };
}

/** The frame of a line that was scanned, with bytes of its own: those of the line are used again. */
export function frameOf({ seq, at: sent, from, message, call }: ScannedLine): Frame {
  const http = call === undefined ? {} : { call };
  return {
    seq,
    at: sent,
    from,
    bytes: Buffer.from(message),
    eol: call === undefined ? '\n' : '',
    ...http,
  };
}
