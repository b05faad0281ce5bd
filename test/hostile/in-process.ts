import { vi } from 'vitest';
import { runProgram } from '../../src/cli/program.ts';
import { tell } from '../../src/cli/tell.ts';
import { isSadapError } from '../../src/errors.ts';
import { bin } from '../support/sadap.ts';

/** What a command printed, as the program would have ended. */
export interface Said {
  readonly status: number;
  readonly stdout: Buffer;
  readonly stderr: string;
  /** Anything but an error that a user can mend: a bug. */
  readonly bug: string | undefined;
  readonly milliseconds: number;
}

/** Runs a command in this process, which is a hundred times sooner than starting the program. */
export async function said(args: readonly string[]): Promise<Said> {
  const out: Buffer[] = [];
  const err: Buffer[] = [];
  const into = (pieces: Buffer[]) => (chunk: string | Uint8Array) => {
    pieces.push(Buffer.from(chunk));
    return true;
  };
  const spies = [
    vi.spyOn(process.stdout, 'write').mockImplementation(into(out)),
    vi.spyOn(process.stderr, 'write').mockImplementation(into(err)),
  ];
  const argv = process.argv;
  process.argv = [process.execPath, bin, ...args];
  const begun = performance.now();
  let [status, bug]: [number, string | undefined] = [0, undefined];
  try {
    status = await runProgram(args);
  } catch (error) {
    if (isSadapError(error)) {
      status = error.exitCode;
      tell(error.message, ...(error.hint ? [error.hint] : []));
    } else
      [status, bug] = [70, error instanceof Error ? (error.stack ?? error.message) : 'no error'];
  } finally {
    for (const spy of spies) spy.mockRestore();
    process.argv = argv;
  }
  const milliseconds = performance.now() - begun;
  return {
    status,
    stdout: Buffer.concat(out),
    stderr: Buffer.concat(err).toString(),
    bug,
    milliseconds,
  };
}
