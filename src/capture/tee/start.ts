import { type ChildProcess, spawn } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { childInlet, type Inlet, type InletListener } from './inlet.ts';

/** A server that runs in our place of the process tree: same group, folder, environment. */
export interface Server {
  readonly process: ChildProcess;
  readonly input: Writable;
  /** Read nothing before their first `resume`. */
  readonly errors: Inlet;
  readonly output: Inlet;
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
  const child = await spawned(() =>
    spawn(file, args, { stdio: 'pipe', windowsHide: true, windowsVerbatimArguments }),
  );
  // All three are pipes: `stdio` says so.
  return {
    process: child,
    input: child.stdin as Writable,
    output: childInlet(child.stdout as Readable, listeners.output),
    errors: childInlet(child.stderr as Readable, listeners.errors),
  };
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
