import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import type { Readable, Writable } from 'node:stream';
import { SadapError } from '../../errors.ts';
import { statOf } from '../../recording/stat.ts';
import { spawnError } from '../failures.ts';
import { openChannel } from './channel.ts';
import { type Inlet, type InletListener, socketInlet, streamInlet } from './inlet.ts';
import { windowsCommand } from './windows-command.ts';

/** A server that runs in our place of the process tree: same group, folder, environment. */
export interface Server {
  readonly process: ChildProcess;
  readonly input: Writable;
  readonly errors: Readable;
  readonly output: Inlet;
}

/** Why a server does not run. `code` is the system's: ENOENT, EACCES. */
export interface StartFailure extends Error {
  readonly code: string;
}

/** The system had no process to give; nothing is known about the command then. */
const NO_PROCESS = new Set(['EAGAIN', 'ENOMEM', 'EMFILE', 'ENFILE']);
/** As `env` and `timeout` say that they themselves failed. */
const OWN_FAILURE = 125;

/**
 * Starts the command with pipes on its three standard streams. Nothing else is changed: it is in our
 * process group, so what a host or a terminal sends to the group reaches it without us.
 *
 * @throws StartFailure
 */
export async function startServer(
  command: readonly string[],
  listener: InletListener,
): Promise<Server> {
  const { file, args, windowsVerbatimArguments } = commandHere(command);
  const channel = await openChannel(listener);
  const child = await spawned(() =>
    spawn(file, args, {
      stdio: ['pipe', channel?.theirs ?? 'pipe', 'pipe'],
      windowsHide: true,
      windowsVerbatimArguments,
    }),
  ).finally(() => channel?.theirs.destroy());
  // Both are pipes: `stdio` says so.
  const [input, errors] = [child.stdin as Writable, child.stderr as Readable];
  const output = channel
    ? socketInlet(channel.ours, listener)
    : streamInlet(child.stdout as Readable, listener); // a pipe when there is no channel
  return { process: child, input, errors, output };
}

/** What is to be spawned for this command on this system. */
function commandHere(command: readonly string[]) {
  const isFile = (path: string) => statOf(path)?.isFile() === true;
  if (process.platform === 'win32')
    return windowsCommand(command, { env: process.env, cwd: process.cwd(), isFile });
  const [file = '', ...args] = command;
  return { file, args, windowsVerbatimArguments: false };
}

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

/** Node reports some failures by an event and throws others. */
async function spawned(start: () => ChildProcess): Promise<ChildProcess> {
  const child = start();
  if (child.pid !== undefined) {
    // What fails from here on (a signal that cannot be sent) is no failed start.
    child.on('error', () => {});
    return child;
  }
  return new Promise((_, reject) => {
    child.once('error', reject);
  });
}
