import { type ChildProcess, spawn } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { type Channel, openChannels } from './channel.ts';
import { type Inlet, type InletListener, socketInlet, streamInlet } from './inlet.ts';

/** A server that runs in our place of the process tree: same group, folder, environment. */
export interface Server {
  readonly process: ChildProcess;
  readonly input: Writable;
  /** Read nothing before their first `resume`. */
  readonly errors: Inlet;
  readonly output: Inlet;
  /** Closes our copies of the server's ends of both, which have no end before that. */
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
 * @param listeners get what the server says once `output` and `errors` are told to go on; until then it waits
 * @throws StartFailure
 */
export async function startServer(
  command: readonly string[],
  listeners: Readonly<Record<'output' | 'errors', InletListener>>,
): Promise<Server> {
  const { file, args, windowsVerbatimArguments } = await commandHere(command);
  const [output, errors] = (await openChannels([listeners.output, listeners.errors])) ?? [];
  const leave = () => {
    output?.theirs.destroy();
    errors?.theirs.destroy();
  };
  const child = await spawned(() =>
    spawn(file, args, {
      stdio: ['pipe', output?.theirs ?? 'pipe', errors?.theirs ?? 'pipe'],
      windowsHide: true,
      windowsVerbatimArguments,
    }),
  ).catch((error: unknown) => {
    leave();
    throw error;
  });
  return {
    process: child,
    // A pipe: `stdio` says so.
    input: child.stdin as Writable,
    output: inletOf(output, child.stdout, listeners.output),
    errors: inletOf(errors, child.stderr, listeners.errors),
    leave,
  };
}

function inletOf(channel: Channel | undefined, stream: Readable | null, listener: InletListener) {
  if (channel) return socketInlet(channel.ours, listener);
  return streamInlet(stream as Readable, listener); // a pipe when there is no channel
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
