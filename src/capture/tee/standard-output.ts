import { closeSync, constants, fstatSync, openSync, writeSync } from 'node:fs';
import { Socket } from 'node:net';
import type { Writable } from 'node:stream';

/**
 * Our standard output (1) or error (2), where they are pipes without `process.stdout` and `process.stderr`: Node makes
 * pipes that it uses non-blocking. A reader that goes away is told by an `error` event.
 */
export function standardOutput(fd: 1 | 2): Writable {
  const own = ownDescriptor(fd);
  if (own !== undefined) return new Socket({ fd: own, readable: false, writable: true });
  // Made first, for whoever asks for it later: that would fail while ours waits to write.
  const theirs = fd === 1 ? process.stdout : process.stderr;
  try {
    return new Socket({ fd, readable: false, writable: true });
  } catch {
    // A terminal or a file.
    return theirs;
  }
}

/** Says something on standard error without ever waiting for its reader, who may not read. */
export function tell(text: string): void {
  const own = ownDescriptor(2);
  if (own === undefined) {
    process.stderr.write(text);
    return;
  }
  try {
    writeSync(own, text);
  } catch {
    // Full, or nobody is left to read it.
  } finally {
    closeSync(own);
  }
}

/**
 * One of our standard pipes, opened again. Node makes the pipes that it uses non-blocking, and that
 * holds for everybody who has the same end: a host that gives its own standard error to servers would
 * lose lines of its own.
 *
 * @returns undefined where a number cannot be opened again: no pipe, or not on Linux.
 */
export function ownDescriptor(fd: 0 | 1 | 2): number | undefined {
  if (process.platform !== 'linux') return undefined;
  try {
    if (!isFifo(fd)) return undefined;
    const way = fd === 0 ? constants.O_RDONLY : constants.O_WRONLY;
    return openSync(`/proc/self/fd/${fd}`, way | constants.O_NONBLOCK);
  } catch {
    // Nobody reads, or the pipe belongs to another user.
    return undefined;
  }
}

function isFifo(fd: number): boolean {
  try {
    return fstatSync(fd).isFIFO();
  } catch {
    // Nobody gave us this one.
    return false;
  }
}

/** Undoes for a pipe that others may have too what Node does when it makes its own stream of it. */
export function leaveBlocking(fd: 1 | 2): void {
  if (process.platform !== 'linux' || !isFifo(fd)) return;
  const stream = fd === 1 ? process.stdout : process.stderr;
  const handle = '_handle' in stream ? stream._handle : undefined;
  if (typeof handle !== 'object' || handle === null || !('setBlocking' in handle)) return;
  if (typeof handle.setBlocking === 'function') handle.setBlocking(true);
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
