import { EXIT, isSadapError } from '../errors.ts';
import { tell } from './tell.ts';

export { tell } from './tell.ts';

/** Prints an error to standard error and returns the exit status. */
export function report(error: unknown): number {
  if (!isSadapError(error)) {
    const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
    process.stderr.write(`sadap: this is a bug in sadap, please report it\n${text}\n`);
    return EXIT.internal;
  }
  tell(error.message, ...(error.hint ? [error.hint] : []));
  return error.exitCode;
}
