import { fstatSync } from 'node:fs';

/** Is this a terminal? `node:tty` is loaded only for what may be one. */
export async function isTerminal(fd: 0 | 1 | 2): Promise<boolean> {
  try {
    if (process.platform !== 'win32' && !fstatSync(fd).isCharacterDevice()) return false;
  } catch {
    // Nobody gave us this one.
    return false;
  }
  return (await import('node:tty')).isatty(fd);
}
