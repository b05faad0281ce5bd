import type { Side } from '../../model/frame.ts';
import type { ParsedFrame } from '../../model/message.ts';
import type { Session } from '../../model/session.ts';
import { perSession } from './per-session.ts';

/** A frame with its place in the stream of the side that wrote it. */
export interface StreamLine extends ParsedFrame {
  /** 1-based, as editors count. */
  readonly number: number;
  /** The frame of the other side that came last before it. */
  readonly before: ParsedFrame | undefined;
}

export interface Streams {
  readonly client: readonly StreamLine[];
  readonly server: readonly StreamLine[];
  readonly bySeq: ReadonlyMap<number, StreamLine>;
  /** How many lines each side wrote, those too that were passed over. */
  readonly counts: { readonly [side in Side]: number };
}

export const SIDES: readonly Side[] = ['client', 'server'];

/** The frames of a session, by the side that wrote them. */
export const streamsOf = perSession((session: Session): Streams => {
  const streams = { client: [] as StreamLine[], server: [] as StreamLine[] };
  const bySeq = new Map<number, StreamLine>();
  const { items, passedOver } = session.recording;
  for (const item of items) {
    if (item.type !== 'frame') continue;
    const { frame, content, defects } = item;
    const own = streams[frame.from];
    const before = streams[frame.from === 'client' ? 'server' : 'client'].at(-1);
    const number = passedOver?.numbers.get(frame.seq) ?? own.length + 1;
    const line = { frame, content, defects, number, before };
    own.push(line);
    bySeq.set(frame.seq, line);
  }
  const counts = passedOver?.lines ?? {
    client: streams.client.length,
    server: streams.server.length,
  };
  return { ...streams, bySeq, counts };
});

/** True when the frame's bytes are as they were on the wire (imports may have re-spelled them). */
export function isExact(session: Session): boolean {
  return session.recording.header.exact;
}

/**
 * The line was still waiting for its line feed when the stream ended; its time is that of the end. HTTP
 * bodies have no line ends, and imports do not keep them.
 */
export function isUnended(session: Session, seq: number): boolean {
  const frame = streamsOf(session).bySeq.get(seq)?.frame;
  return frame?.eol === '' && frame.call === undefined && isExact(session);
}
