import { closeSync, openSync } from 'node:fs';
import { Socket } from 'node:net';
import type { Writable } from 'node:stream';

/** Our standard output (1) or error (2). A reader that goes away is told by an `error` event. */
export function standardOutput(fd: 1 | 2): Writable {
  try {
    return new Socket({ fd, readable: false, writable: true });
  } catch {
    // A terminal or a file.
    return fd === 1 ? process.stdout : process.stderr;
  }
}

/**
 * Closes standard input or output for the process at its other end while we go on. Nothing of ours may
 * use it any more. libuv never closes these two, so it has to be done beside it; the null device takes
 * the number, lest a file that is opened later gets it.
 */
export function closeStandard(fd: 0 | 1): void {
  // On Windows a number of the C library says nothing about the handle.
  if (process.platform === 'win32') return;
  closeSync(fd);
  openSync('/dev/null', fd === 0 ? 'r' : 'w');
}
