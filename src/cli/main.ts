import { EXIT, isSadapError } from '../errors.ts';
import { runProgram } from './program.ts';
import { tell } from './tell.ts';

// `sadap show | head` closes our output early: that is the reader's right and no fault. Anything else
// that hinders our output (a full disk) is told once; the exit code is all that can be told of stderr.
let hindered = false;
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE' || hindered) return;
  hindered = true;
  process.exitCode = EXIT.found;
  tell(`standard output takes no more: ${error.code ?? error.message}`);
});
process.stderr.on('error', () => {});

// `process.exitCode`, never `process.exit`: an exit would cut what is still on its way to a pipe.
runProgram(process.argv.slice(2)).then(
  (status) => {
    // Only a success is belied by output that was lost: a server's own code stays what it is.
    process.exitCode = hindered && status === EXIT.ok ? EXIT.found : status;
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
