import { statSync } from 'node:fs';
import { mayBeLog } from './source.ts';

/** A longer recording is drawn while it is read. In bytes. */
const LONG = 64 * 1024 * 1024;

/** Is it a recording that is too long to be understood as a whole before anything is shown? */
export function isLong(path: string): boolean {
  if (path === '-') return false;
  const found = statSync(path, { throwIfNoEntry: false });
  return found?.isFile() === true && found.size >= LONG && !mayBeLog(path);
}
