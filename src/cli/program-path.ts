import { realpathSync } from 'node:fs';

/** Absolute path of the program's own file, `bin/sadap.js`, with links resolved. */
export function programPath(): string {
  return realpathSync(process.argv[1] ?? '');
}
