import { readSync } from 'node:fs';
import { SadapError } from '../errors.ts';
import type { Entry, Header, TimelineItem } from '../model/recording.ts';
import { decodeLine } from '../recording/decode.ts';
import { hintsAgree } from '../recording/load.ts';
import { parseFrame } from '../wire/parse.ts';
import { Unsure } from './unsure.ts';

/** What an entry is. Throws `Unsure` for one whose hints say something else. */
export function understood(entry: Entry): TimelineItem {
  if (entry.type !== 'frame') return entry;
  const parsed = parseFrame(entry);
  if (!hintsAgree(entry.hints, parsed)) throw new Unsure();
  return { ...parsed, type: 'frame', entry };
}

/** The entry on the line that starts at an offset of a file; `length` is that with its line feed. */
export function readLine(
  fd: number,
  offset: number,
  length: number,
  { version }: Header,
): TimelineItem {
  const line = Buffer.allocUnsafe(length);
  if (readSync(fd, line, 0, length, offset) !== length) throw new Unsure();
  const decoded = decodeLine(line.subarray(0, -1), version);
  if (decoded.kind !== 'entry') throw new Unsure();
  return understood(decoded.entry);
}

/** The same where the length is not known. */
export function readLineAt(fd: number, offset: number, header: Header): TimelineItem {
  for (let size = SHORT; ; size *= 4) {
    const bytes = Buffer.allocUnsafe(size);
    const read = readSync(fd, bytes, 0, size, offset);
    const lf = bytes.subarray(0, read).indexOf(0x0a);
    if (lf >= 0) return readLine(fd, offset, lf + 1, header);
    if (read < size) throw new Unsure();
  }
}

/** Most lines are shorter, in bytes. */
const SHORT = 4096;

/** Is it for the reader of whole recordings to say what is wrong with the file? */
export function isUnreadable(error: unknown): boolean {
  const isSystemError = error instanceof Error && 'syscall' in error;
  return error instanceof Unsure || error instanceof SadapError || isSystemError;
}
