import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import type { Header } from '../model/recording.ts';
import { decodeLine } from './decode.ts';

/** What two short looks at a recording tell. */
export interface Glance {
  readonly header: Header;
  /** It was closed in order. */
  readonly hasEnd: boolean;
}

/** A header or an end is not longer, in bytes. */
const LONGEST = 64 * 1024;
const LF = 0x0a;

/**
 * Reads the first and the last line of a recording, whatever its size. undefined: it cannot be read, is
 * no recording, or its header is not there yet.
 */
export function glanceAt(path: string): Glance | undefined {
  let fd: number | undefined;
  try {
    fd = openSync(path, 'r');
    const header = headerIn(fd);
    return header && { header, hasEnd: endsIn(fd) };
  } catch {
    // Removed meanwhile, or not ours to read: no recording to look at.
    return undefined;
  } finally {
    if (fd !== undefined) closeSync(fd);
  }
}

function headerIn(fd: number): Header | undefined {
  const start = bytesAt(fd, 0);
  const end = start.indexOf(LF);
  const found = end === -1 ? undefined : decodeLine(start.subarray(0, end));
  return found?.kind === 'header' ? found.header : undefined;
}

function endsIn(fd: number): boolean {
  const { size } = fstatSync(fd);
  const bytes = bytesAt(fd, Math.max(0, size - LONGEST));
  const last = bytes.at(-1) === LF ? bytes.length - 1 : bytes.length;
  const start = bytes.subarray(0, last).lastIndexOf(LF) + 1;
  const found = decodeLine(bytes.subarray(start, last));
  return found.kind === 'entry' && found.entry.type === 'end';
}

function bytesAt(fd: number, position: number): Buffer {
  const bytes = Buffer.alloc(LONGEST);
  return bytes.subarray(0, readSync(fd, bytes, 0, LONGEST, position));
}
