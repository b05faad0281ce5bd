import { closeSync, openSync, readSync } from 'node:fs';
import { isRecordingStart } from './is-recording.ts';
import { looksLike } from './looks-like.ts';

/** Looked at to tell a recording from anything else, in bytes. */
export const START = 16 * 1024;

/** The first bytes of a file, at most `START`. Throws what the system says. */
export function startOf(path: string): Buffer {
  const fd = openSync(path, 'r');
  try {
    const start = Buffer.alloc(START);
    return start.subarray(0, readSync(fd, start, 0, START, 0));
  } finally {
    closeSync(fd);
  }
}

/** Why a file holds no recording, as far as its first bytes tell: half a sentence. undefined: it holds one. */
export function whyNoRecording(path: string): string | undefined {
  try {
    const start = startOf(path);
    if (start.length === 0) return 'it is empty';
    return isRecordingStart(start) ? undefined : `it looks like ${looksLike(start)}`;
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error;
    return `it cannot be read: ${String(error.code)}`;
  }
}
