import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

const sources = join(import.meta.dirname, '..', 'native');

/**
 * Compiles one of our C programs (`bench/native/NAME.c`).
 *
 * @param {string} name
 * @param {string} folder where it goes
 * @returns {string | undefined} its path; undefined where there is no compiler, or no POSIX system
 */
export function compiled(name, folder) {
  const out = join(folder, name);
  if (existsSync(out)) return out;
  if (process.platform === 'win32') return undefined;
  const { status, stderr } = spawnSync('cc', ['-O2', '-o', out, join(sources, `${name}.c`)]);
  if (status === null) return undefined;
  if (status !== 0) throw new Error(`cc ${name}.c: ${stderr.toString()}`);
  return out;
}
