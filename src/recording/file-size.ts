import { statSync } from 'node:fs';

/**
 * Bytes of a regular file, to choose how it is read; 0 for a device, a pipe, and what cannot be looked
 * at: whoever then reads it says why (a link to itself, a name that is too long, no rights).
 */
export function fileSize(path: string): number {
  try {
    const found = statSync(path);
    return found.isFile() ? found.size : 0;
  } catch {
    return 0;
  }
}
