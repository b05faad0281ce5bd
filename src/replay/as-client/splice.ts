import type { JsonNode } from '../../model/json.ts';

/** A part of a line that is written in another way. Offsets count bytes of the line. */
export interface Splice {
  readonly start: number;
  readonly end: number;
  /** JSON text that takes its place. */
  readonly text: string;
}

/** The line with its parts replaced; all other bytes stay as they are. Parts must not overlap. */
export function spliced(bytes: Buffer, splices: readonly Splice[]): Buffer {
  if (splices.length === 0) return bytes;
  const pieces: Buffer[] = [];
  let done = 0;
  for (const { start, end, text } of splices.toSorted((a, b) => a.start - b.start)) {
    pieces.push(bytes.subarray(done, start), Buffer.from(text));
    done = end;
  }
  return Buffer.concat([...pieces, bytes.subarray(done)]);
}

/** Exactly the bytes of a value, as text. */
export function sourceOf(bytes: Buffer, { start, end }: JsonNode): string {
  return bytes.toString('utf8', start, end);
}
