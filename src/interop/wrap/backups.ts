import { readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { type ConfigFile, writeError, writeNew } from './config-file.ts';

const SUFFIX = '.sadap-backup-';

/** Copies of a configuration that stand beside it, newest first. */
export function backupsOf(path: string): string[] {
  const prefix = basename(path) + SUFFIX;
  const folder = dirname(path);
  return namesIn(folder)
    .filter((name) => name.startsWith(prefix))
    .toSorted()
    .toReversed()
    .map((name) => join(folder, name));
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    // A folder that may be entered but not listed: no copy can be found there.
    return [];
  }
}

/**
 * Copies a configuration beside itself, with its mode, as `FILE.sadap-backup-20261130T101000Z`.
 * Returns the path of the copy. Throws `not-writable`.
 */
export function backUp({ path, bytes }: ConfigFile, now: Date): string {
  const time = now.toISOString().replace(/\.\d+/, '').replaceAll(/[-:]/g, '');
  const taken = new Set(backupsOf(path));
  const first = path + SUFFIX + time;
  let copy = first;
  for (let count = 2; taken.has(copy); count++) copy = `${first}-${count}`;
  try {
    writeNew(copy, bytes, statSync(path).mode);
    return copy;
  } catch (error) {
    throw writeError(copy, error);
  }
}

/** Removes the copies that say nothing else than the configuration itself. Returns their paths. */
export function dropEqualBackups({ path, bytes }: ConfigFile): string[] {
  const equal = backupsOf(path).filter((copy) => readFileSync(copy).equals(bytes));
  for (const copy of equal) rmSync(copy, { force: true });
  return equal;
}
