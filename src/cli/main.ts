import { EXIT, isSadapError } from '../errors.ts';
import { runProgram } from './program.ts';
import { tell } from './tell.ts';

// `sadap show | head` closes our output early: that is the reader's right and no fault.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
    process.exitCode ??= EXIT.ok;
  });
}

// `process.exitCode`, never `process.exit`: an exit would cut what is still on its way to a pipe.
runProgram(process.argv.slice(2)).then(
  (status) => {
    process.exitCode = status;
  },
  (error: unknown) => {
    process.exitCode = report(error);
  },
);

/** Prints an error to standard error and returns the exit status. */
function report(error: unknown): number {
  if (!isSadapError(error)) {
    const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
    process.stderr.write(`sadap: this is a bug in sadap, please report it\n${text}\n`);
    return EXIT.internal;
  }
  tell(error.message, ...(error.hint ? [error.hint] : []));
  return error.exitCode;
}
