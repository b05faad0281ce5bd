import { randomUUID } from 'node:crypto';
import {
  accessSync,
  closeSync,
  constants,
  fchmodSync,
  fsyncSync,
  openSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { SadapError } from '../../errors.ts';
import { renameOver } from './rename-over.ts';

/** A configuration file as it is on the disk. */
export interface ConfigFile {
  readonly path: string;
  readonly bytes: Buffer;
  /** The bytes as UTF-8; a byte order mark is its first character. */
  readonly text: string;
}

/** Reads a configuration. Throws `config-missing` or `config-invalid`. */
export function readConfigFile(path: string): ConfigFile {
  const bytes = contentOf(path);
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    return { path, bytes, text };
  } catch (cause) {
    throw new SadapError('config-invalid', `${path} is not UTF-8 text`, {
      hint: 'save it as UTF-8; it was not changed',
      cause,
    });
  }
}

function contentOf(path: string): Buffer {
  try {
    return readFileSync(path);
  } catch (cause) {
    throw new SadapError('config-missing', `${path} cannot be read: ${codeOf(cause)}`, { cause });
  }
}

/**
 * Replaces a configuration in one step: readers see the old file or the new one, never a part. The
 * mode stays; a link stays a link, its target is replaced.
 *
 * @throws SadapError `config-changed` when somebody else wrote the file since it was read,
 *   `not-writable` when it may not be written
 */
export function replaceConfigFile({ path, bytes }: ConfigFile, text: string): void {
  let temporary: string | undefined;
  try {
    const target = realpathSync(path);
    accessSync(target, constants.W_OK);
    temporary = join(dirname(target), `.${basename(target)}.${randomUUID()}.tmp`);
    writeNew(temporary, Buffer.from(text), statSync(target).mode);
    if (!readFileSync(target).equals(bytes))
      throw new SadapError('config-changed', `${path} was changed by another program meanwhile`, {
        hint: 'nothing was written; run the command again',
      });
    renameOver(temporary, target);
  } catch (error) {
    if (temporary !== undefined) rmSync(temporary, { force: true });
    throw writeError(path, error);
  }
}

/** Writes a file that must not exist yet, down to the disk. */
export function writeNew(path: string, bytes: Buffer, mode: number): void {
  const fd = openSync(path, 'wx', mode & 0o777);
  try {
    // The umask does not narrow what the original allowed.
    fchmodSync(fd, mode & 0o777);
    for (let done = 0; done < bytes.length; ) done += writeSync(fd, bytes, done);
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
}

/** A file error as one that a user can mend; everything else as it is. */
export function writeError(path: string, error: unknown): unknown {
  if (error instanceof SadapError || !(error instanceof Error && 'code' in error)) return error;
  return new SadapError('not-writable', `${path} cannot be written: ${codeOf(error)}`, {
    hint: 'nothing was changed; check who may write the file and its folder, or close the host',
    cause: error,
  });
}

/** The system's name for an error; Node's file errors carry it. */
function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : String(error);
}
