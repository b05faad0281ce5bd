import { renameSync } from 'node:fs';

/** What Windows says while another program (the host, a virus scanner) has the file open. */
const IN_USE = new Set(['EPERM', 'EACCES', 'EBUSY']);
const TRIES = 10;
const WAIT_MS = 50;

/** What is done to the system; stand-ins in tests. */
export interface Renaming {
  readonly platform: NodeJS.Platform;
  readonly rename: (from: string, to: string) => void;
  readonly wait: (ms: number) => void;
}

const SYSTEM: Renaming = { platform: process.platform, rename: renameSync, wait: sleep };

/**
 * Puts a file in the place of another in one step. On Windows that fails while anybody has the other
 * open, mostly for a moment: there it is tried for half a second.
 *
 * @throws the system's error of the last try
 */
export function renameOver(from: string, to: string, system: Renaming = SYSTEM): void {
  for (let tried = 1; ; tried++) {
    try {
      system.rename(from, to);
      return;
    } catch (error) {
      const mayPass = system.platform === 'win32' && IN_USE.has(codeOf(error));
      if (!mayPass || tried === TRIES) throw error;
      system.wait(WAIT_MS);
    }
  }
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

/** Configurations are edited by a command that does nothing else meanwhile. */
function sleep(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}
