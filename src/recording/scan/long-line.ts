import { readSync } from 'node:fs';

/** Read at once, in bytes. */
const PIECE = 4 * 1024 * 1024;

/** A line that no block holds. */
export interface LongLine {
  /** Without its line feed. */
  readonly bytes: Buffer;
  /** Where the next line starts; undefined: the file ends before the line does. */
  readonly next: number | undefined;
}

/**
 * Reads a line of any length, piece by piece.
 *
 * @param waits is told how much of it there is, as long as its end has not come
 */
export function readLongLine(
  fd: number,
  start: number,
  waits: (length: number) => void = () => {},
): LongLine {
  const pieces: Buffer[] = [];
  for (let at = start; ; waits(at - start)) {
    const piece = Buffer.allocUnsafeSlow(PIECE);
    const read = readSync(fd, piece, 0, PIECE, at);
    const lf = piece.subarray(0, read).indexOf(0x0a);
    pieces.push(piece.subarray(0, lf < 0 ? read : lf));
    if (read === 0) return { bytes: Buffer.concat(pieces), next: undefined };
    if (lf >= 0) return { bytes: Buffer.concat(pieces), next: at + lf + 1 };
    at += read;
  }
}
