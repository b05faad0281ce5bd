import { spawnSync } from 'node:child_process';
import type { World } from './world.ts';

/** A command with a limit on the size of files, in blocks of 512 bytes: every write beyond it fails (EFBIG). */
export function limited(blocks: number, command: readonly string[]): string[] {
  return ['sh', '-c', `ulimit -f ${blocks}; exec "$0" "$@"`, ...command];
}

/** May this user mount a disk of its own, for its own processes alone? */
export const hasTinyDisks: boolean =
  spawnSync('unshare', ['-rm', 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt']).status === 0;

/**
 * A command that sees a disk of so many KiB at `disk` of the place. When it has ended, the files of the
 * disk are copied to the place; the disk goes with its processes.
 */
export function onTinyDisk(place: World, kibibytes: number, command: readonly string[]): string[] {
  const script = [
    'mkdir -p disk',
    `mount -t tmpfs -o size=${kibibytes}k tmpfs disk`,
    '"$0" "$@"',
    'code=$?',
    'cp disk/* .',
    'exit $code',
  ].join('\n');
  return ['unshare', '-rm', 'sh', '-c', `cd ${place.folder}; ${script}`, ...command];
}
