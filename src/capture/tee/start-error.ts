import { existsSync } from 'node:fs';
import { SadapError } from '../../errors.ts';
import { spawnError } from '../failures.ts';
import type { StartFailure } from './start.ts';

/** The system had no process to give; nothing is known about the command then. */
const NO_PROCESS = new Set(['EAGAIN', 'ENOMEM', 'EMFILE', 'ENFILE']);
/** As `env` and `timeout` say that they themselves failed. */
const OWN_FAILURE = 125;

/** What to tell the user, with the status that `env` and `timeout` have for it: 127, 126 or 125. */
export function startError(failure: StartFailure, command: readonly string[]): SadapError {
  const [file = ''] = command;
  if (NO_PROCESS.has(failure.code))
    return new SadapError('server-not-executable', `cannot start ${file}: ${failure.code}`, {
      hint: 'the system has no process or memory for it at the moment',
      exitCode: OWN_FAILURE,
      cause: failure,
    });
  if (failure.code === 'EINVAL')
    return new SadapError('server-not-executable', `cannot start ${file}: ${failure.message}`, {
      hint: 'start its program directly, for example node with the path of the script',
      cause: failure,
    });
  if (failure.code === 'ENOENT' && file.includes('/') && existsSync(file))
    return new SadapError(
      'server-not-found',
      `${file}: what its first line (#!) names is missing`,
      {
        hint: `start it with its interpreter: -- node ${file}`,
        cause: failure,
      },
    );
  return spawnError(failure, { command, cwd: process.cwd(), env: process.env });
}
