import { isatty } from 'node:tty';
import { runTee } from '../../capture/tee/run.ts';
import { tell } from '../../capture/tee/standard-output.ts';
import { SadapError } from '../../errors.ts';
import { captureRedactor } from '../capture-redactor.ts';
import { endLike } from '../end-like.ts';
import type { Run } from '../program.ts';
import { textOption, wholeNumber } from '../values.ts';
import { VERSION } from '../version.ts';

/** `sadap tee`: stands in a host's configuration in place of a server, and ends as the server did. */
export const run: Run = async ({ options, command }) => {
  if (command.length === 0)
    throw new SadapError('usage', 'tee wants the command of a server', {
      hint: 'sadap tee -- node server.js',
    });
  const maxBytes = textOption(options, 'maxBytes');
  const path = textOption(options, 'output');
  const dir = textOption(options, 'dir');
  // The server's own messages stand beside ours, so it has to say who speaks. One line.
  const warn = (line: string) => tell(`sadap: ${line.replaceAll(/[\r\n]+/g, ' ')}\n`);
  if (isatty(0))
    warn('reading from the terminal; meant to be started by a host, as its server; Ctrl-D ends it');
  const { exit, error, recording } = await runTee({
    command,
    out: {
      ...(path !== undefined && { path }),
      ...(dir !== undefined && { dir }),
      ...captureRedactor(options),
    },
    label: textOption(options, 'label'),
    strict: options['strict'] === true,
    maxBytes: maxBytes === undefined ? undefined : sizeOf(maxBytes),
    recorder: `sadap/${VERSION}`,
    warn,
  });
  // A host's log is no place for it; somebody who tries a server by hand wants to know.
  const isTold = process.stderr.isTTY === true;
  if (isTold && recording !== undefined)
    await (await import('../secrets-notice.ts')).tellOfSecrets(recording);
  if ((isTold || options['check'] === true) && recording !== undefined)
    await (await import('../check-notice.ts')).tellOfFaults(recording);
  return error ? error.exitCode : endLike(exit);
};

function sizeOf(text: string): number {
  return wholeNumber('--max-bytes', text, 0, Number.MAX_SAFE_INTEGER);
}
