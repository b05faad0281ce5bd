import type { Side } from '../model/frame.ts';
import type { Entry, TimelineItem } from '../model/recording.ts';

/** The bytes that one side sent, exactly, in the order sent: what went over its end of the wire. */
export function rawBytes(items: Iterable<TimelineItem | Entry>, side: Side): Buffer {
  return Buffer.concat([...rawPieces(items, side)]);
}

/** The same piece by piece, for streams. */
export function* rawPieces(items: Iterable<TimelineItem | Entry>, side: Side): Generator<Buffer> {
  for (const item of items) {
    if (item.type !== 'frame') continue;
    const frame = 'frame' in item ? item.frame : item;
    if (frame.from !== side) continue;
    yield frame.bytes;
    if (frame.eol !== '') yield Buffer.from(frame.eol);
  }
}
