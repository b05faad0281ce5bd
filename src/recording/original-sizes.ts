import type { MessageRef } from '../model/message.ts';
import type { Entry, FrameEntry, Header } from '../model/recording.ts';
import { parseFrame } from '../wire/parse.ts';

/**
 * How long frames, messages and lines of stderr were before values were taken out of them, in bytes.
 * Memory grows with the number of entries that lost something, not with their size.
 */
export class OriginalSizes {
  readonly #entries = new Map<number, number>();
  readonly #messages = new Map<number, readonly number[]>();

  /** An entry, and what stands in its place now. */
  note(before: Entry, left: readonly (Header | Entry)[]): void {
    if (!hasBytes(before)) return;
    const now = left.find((each) => each.type === before.type && each.seq === before.seq);
    if (!now || !hasBytes(now) || now.bytes.equals(before.bytes)) return;
    this.#entries.set(before.seq, before.bytes.length);
    if (before.type === 'frame') this.#messages.set(before.seq, sizesIn(before));
  }

  /** Bytes of an entry; undefined: it lost nothing, and is as long as it is. */
  ofEntry(seq: number): number | undefined {
    return this.#entries.get(seq);
  }

  /** The same of one message, which may be a member of a batch. */
  ofMessage({ seq, index }: MessageRef): number | undefined {
    return this.#messages.get(seq)?.[index ?? 0];
  }
}

type WithBytes = Extract<Entry, { readonly bytes: Buffer }>;

/** Some events have a number under the same name: how long the body of a response was. */
function hasBytes(entry: Header | Entry): entry is WithBytes {
  return 'bytes' in entry && Buffer.isBuffer(entry.bytes);
}

/** Of each message in a frame; 0 for a member of a batch that is none. */
function sizesIn(entry: FrameEntry): number[] {
  const { content } = parseFrame(entry);
  const all = content.kind === 'batch' ? content.members : [content];
  return all.map((each) => (each.kind === 'stray' ? 0 : each.node.end - each.node.start));
}
