import { EXIT } from '../errors.ts';
import { front } from './front.ts';

// `sadap show | head` closes our output early: that is the reader's right and no fault. Anything else
// that hinders our output (a full disk) is told once; the exit code is all that can be told of stderr.
let hindered = false;
let isGuarded = false;

// `process.exitCode`, never `process.exit`: an exit would cut what is still on its way to a pipe.
front(process.argv.slice(2), guardOutput).then(
  (status) => {
    // Only a success is belied by output that was lost: a server's own code stays what it is.
    process.exitCode = hindered && status === EXIT.ok ? EXIT.found : status;
  },
  async (error: unknown) => {
    guardOutput();
    process.exitCode = (await import('./report.ts')).report(error);
  },
);

/** Not at every start: to make these streams takes three milliseconds. */
function guardOutput(): void {
  if (isGuarded) return;
  isGuarded = true;
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE' || hindered) return;
    hindered = true;
    process.exitCode = EXIT.found;
    const why = `standard output takes no more: ${error.code ?? error.message}`;
    void import('./report.ts').then(({ tell }) => tell(why));
  });
  process.stderr.on('error', () => {});
}
