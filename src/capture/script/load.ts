import { readFileSync } from 'node:fs';
import { SadapError } from '../../errors.ts';
import { parseScript } from './parse.ts';
import type { Variables } from './substitute.ts';
import type { Script } from './types.ts';

/**
 * Reads a script from a file, `-` for standard input.
 * @throws SadapError `script-invalid`: unreadable, not UTF-8, or wrong in itself.
 */
export async function loadScript(file: string, variables: Variables): Promise<Script> {
  const bytes = read(file);
  const text = decode(file, bytes);
  return parseScript({ file: file === '-' ? '<stdin>' : file, text }, variables);
}

function read(file: string): Buffer {
  try {
    return readFileSync(file === '-' ? 0 : file);
  } catch (error) {
    // Node's file functions throw nothing else.
    const { code, message } = error as NodeJS.ErrnoException;
    const why = code === 'ENOENT' ? 'there is no such file' : message;
    throw new SadapError('script-invalid', `${file}: ${why}`, {
      hint: 'a server command goes behind --: sadap record -- node server.js',
      cause: error,
    });
  }
}

function decode(file: string, bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new SadapError('script-invalid', `${file}: the script is not UTF-8`, { cause });
  }
}
