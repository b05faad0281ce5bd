import { fileSize } from '../recording/file-size.ts';
import { mayBeLog } from './source.ts';

/** A longer recording is drawn while it is read. In bytes. */
const LONG = 16 * 1024 * 1024;

/** Is it a recording that is too long to be understood as a whole before anything is shown? */
export function isLong(path: string): boolean {
  return path !== '-' && fileSize(path) >= LONG && !mayBeLog(path);
}
