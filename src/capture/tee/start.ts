import { type ChildProcess, spawn } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { openChannel } from './channel.ts';
import { type Inlet, type InletListener, socketInlet, streamInlet } from './inlet.ts';

/** A server that runs in our place of the process tree: same group, folder, environment. */
export interface Server {
  readonly process: ChildProcess;
  readonly input: Writable;
  readonly errors: Readable;
  /** Reads nothing before its first `resume`. */
  readonly output: Inlet;
  /** Closes our copy of the server's end of `output`, which has no end before that. */
  leave(): void;
}

/** Why a server does not run. `code` is the system's: ENOENT, EACCES. */
export interface StartFailure extends Error {
  readonly code: string;
}

/**
 * Starts the command with pipes on its three standard streams. Nothing else is changed: it is in our
 * process group, so what a host or a terminal sends to the group reaches it without us.
 *
 * @param listener gets what the server says once `output` is told to go on; until then it waits in the pipe
 * @throws StartFailure
 */
export async function startServer(
  command: readonly string[],
  listener: InletListener,
): Promise<Server> {
  const { file, args, windowsVerbatimArguments } = await commandHere(command);
  const channel = await openChannel(listener);
  const leave = () => channel?.theirs.destroy();
  const child = await spawned(() =>
    spawn(file, args, {
      stdio: ['pipe', channel?.theirs ?? 'pipe', 'pipe'],
      windowsHide: true,
      windowsVerbatimArguments,
    }),
  ).catch((error: unknown) => {
    leave();
    throw error;
  });
  // Both are pipes: `stdio` says so.
  const [input, errors] = [child.stdin as Writable, child.stderr as Readable];
  const output = channel
    ? socketInlet(channel.ours, listener)
    : streamInlet(child.stdout as Readable, listener); // a pipe when there is no channel
  return { process: child, input, errors, output, leave };
}

/** What is to be spawned for this command on this system. */
async function commandHere(command: readonly string[]) {
  if (process.platform === 'win32')
    return (await import('./windows-command.ts')).windowsCommandHere(command);
  const [file = '', ...args] = command;
  return { file, args, windowsVerbatimArguments: false };
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
