import { closeSync, openSync, readSync } from 'node:fs';

/**
 * Bytes from the system's own source of randomness, which is as good as that of `node:crypto` (random(4)); to load
 * that takes two milliseconds, for which a host that starts a server would wait.
 */
export function randomBytes(length: number): Buffer {
  const bytes = Buffer.alloc(length);
  try {
    const fd = openSync('/dev/urandom', 'r');
    try {
      if (readSync(fd, bytes, 0, length, null) === length) return bytes;
    } finally {
      closeSync(fd);
    }
  } catch {
    // Not on Windows.
  }
  return globalThis.crypto.getRandomValues(bytes);
}
