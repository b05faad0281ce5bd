import { runTee } from '../../capture/tee/run.ts';
import { leaveBlocking, tell } from '../../capture/tee/standard-output.ts';
import { SadapError } from '../../errors.ts';
import { endLike } from '../end-like.ts';
import { isTerminal } from '../is-terminal.ts';
import type { Run } from '../program.ts';
import { isRedactionAsked } from '../redaction-flags.ts';
import { textOption, wholeNumber } from '../values.ts';
import { VERSION } from '../version.ts';

/** `sadap tee`: stands in a host's configuration in place of a server, and ends as the server did. */
export const run: Run = async ({ options, command, isFresh }) => {
  if (command.length === 0)
    throw new SadapError('usage', 'tee wants the command of a server', {
      hint: 'sadap tee -- node server.js',
    });
  if (!isFresh) leaveBlocking(1);
  const maxBytes = textOption(options, 'maxBytes');
  const path = textOption(options, 'output');
  const dir = textOption(options, 'dir');
  // The server's own messages stand beside ours, so it has to say who speaks. One line.
  const warn = (line: string) => tell(`sadap: ${line.replaceAll(/[\r\n]+/g, ' ')}\n`);
  if (await isTerminal(0))
    warn('reading from the terminal; meant to be started by a host, as its server; Ctrl-D ends it');
  const { exit, error, recording } = await runTee({
    command,
    out: {
      ...(path !== undefined && { path }),
      ...(dir !== undefined && { dir }),
      ...(isRedactionAsked(options) &&
        (await import('../capture-redactor.ts')).captureRedactor(options)),
    },
    label: textOption(options, 'label'),
    strict: options['strict'] === true,
    maxBytes: maxBytes === undefined ? undefined : sizeOf(maxBytes),
    recorder: `sadap/${VERSION}`,
    warn,
  });
  // What follows may be told to somebody who has gone.
  if (isFresh) process.stderr.on('error', () => {});
  // A host's log is no place for it; somebody who tries a server by hand wants to know.
  const isTold = await isTerminal(2);
  if (isTold && recording !== undefined)
    await (await import('../secrets-notice.ts')).tellOfSecrets(recording);
  if ((isTold || options['check'] === true) && recording !== undefined)
    await (await import('../check-notice.ts')).tellOfFaults(recording);
  return error ? error.exitCode : endLike(exit);
};

function sizeOf(text: string): number {
  return wholeNumber('--max-bytes', text, 0, Number.MAX_SAFE_INTEGER);
}
