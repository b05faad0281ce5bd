import { fstatSync, readFileSync, statSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { VERSION } from './version.ts';

/** Texts of help, as `sadap … --help` prints them where that is no terminal, one file a command. Made by the build. */
const FOLDER = join(import.meta.dirname, 'help');

/** What `--version` and `--help` print, when that is ready. The help is wrapped at the width of a terminal. */
export function readyText(args: readonly string[], folder: string = FOLDER): string | undefined {
  if (args.length === 1 && VERSIONS.has(args[0] ?? '')) return `${VERSION}\n`;
  const name = helpFile(args);
  if (name === undefined || !hasNoWidth(1)) return undefined;
  try {
    return readFileSync(join(folder, name), 'utf8');
  } catch {
    // No command of this name.
    return undefined;
  }
}

/** Writes the text to standard output. What that does not take at once is left to Node's own stream. */
export function printReady(text: string, guardOutput: () => void): void {
  const bytes = Buffer.from(text);
  let done = 0;
  try {
    while (done < bytes.length) done += writeSync(1, bytes, done);
  } catch {
    // A full pipe that does not block, or an error, which the stream tells in its own way.
    guardOutput();
    process.stdout.write(bytes.subarray(done));
  }
}

/** The file of the overview; no command is called so. */
export const OVERVIEW_FILE = '_.txt';

const VERSIONS = new Set(['--version', '-V']);
const HELPS = new Set(['--help', '-h']);

function helpFile(args: readonly string[]): string | undefined {
  const [first = '--help', second] = args;
  if (args.length < 2) return HELPS.has(first) ? OVERVIEW_FILE : undefined;
  const isAsked = args.length === 2 && HELPS.has(second ?? '') && /^[a-z-]+$/.test(first);
  return isAsked ? `${first}.txt` : undefined;
}

/** What is neither a terminal nor anything that may be one. */
function hasNoWidth(fd: number): boolean {
  try {
    const found = fstatSync(fd);
    return !found.isCharacterDevice() || found.rdev === statSync('/dev/null').rdev;
  } catch {
    // Nobody gave us this one, or it is a console of Windows.
    return false;
  }
}
