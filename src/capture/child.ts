import type { ChildProcess } from 'node:child_process';
import type { Exit } from '../model/recording.ts';
import { type EndSignal, endTree, treeLives } from './process-tree.ts';

/** What to start. No shell is involved. */
export interface ServerCommand {
  readonly command: readonly string[];
  readonly cwd: string;
  /** The whole environment of the server. */
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** Told about the server as it happens; called in the order of the system's events. */
export interface ServerListener {
  output(chunk: Buffer): void;
  errors(chunk: Buffer): void;
  /** Standard output has ended; the process may still run. */
  outputClosed(): void;
  /** A write to standard input failed. May come more than once. */
  inputFailed(code: string): void;
  exited(exit: Exit): void;
}

/** A server that runs, or ran. */
export interface ServerProcess {
  readonly pid: number;
  write(bytes: Buffer): void;
  closeInput(): void;
  /** Ends the process and all that it started. */
  end(signal: EndSignal): void;
  /** Has the process or anything of its group survived? */
  lives(): boolean;
  hasExited(): boolean;
  /** Resolves when the process itself has exited; its output may not be read to the end yet. */
  readonly exited: Promise<void>;
  /** Resolves when the process has exited and both of its outputs are at an end. */
  readonly closed: Promise<void>;
  /** Gives up on outputs that a surviving grandchild holds open. */
  abandon(): void;
}

/** The system refused to start the program. `code` is the system's: ENOENT, EACCES. */
export class SpawnFailure extends Error {
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.name = 'SpawnFailure';
    this.code = code;
  }
}

/**
 * Starts a server with pipes on all three standard streams, as the leader of a process group of its
 * own: a Ctrl-C in the terminal reaches sadap alone, which then ends the server in order.
 * @throws SpawnFailure
 */
export async function startServer(
  { command, cwd, env }: ServerCommand,
  listener: ServerListener,
): Promise<ServerProcess> {
  // Loaded here: it takes longer than anything else on the way to the server's start.
  const { execa } = await import('execa');
  const [file = '', ...rest] = command;
  const child = execa(file, rest, {
    cwd,
    env,
    extendEnv: false,
    stdin: 'pipe',
    stdout: 'pipe',
    stderr: 'pipe',
    buffer: false,
    reject: false,
    encoding: 'buffer',
    detached: process.platform !== 'win32',
    cleanup: false,
    windowsHide: true,
  });
  // With `reject: false` this promise holds the result of a failed start too.
  const result = child.then(({ code, originalMessage, message }) => ({
    code: code ?? 'UNKNOWN',
    message: originalMessage ?? message ?? 'unknown reason',
  }));
  listen(child, listener);
  if (!(await started(child))) {
    const { code, message } = await result;
    throw new SpawnFailure(code, message);
  }
  return handle(child);
}

function listen(child: ChildProcess, listener: ServerListener): void {
  child.stdout?.on('data', (chunk: Buffer) => listener.output(chunk));
  child.stderr?.on('data', (chunk: Buffer) => listener.errors(chunk));
  child.stdout?.on('end', () => listener.outputClosed());
  // A reading end fails only when it is abandoned; that is ours.
  for (const stream of [child.stdout, child.stderr]) stream?.on('error', () => {});
  child.stdin?.on('error', (error: NodeJS.ErrnoException) =>
    listener.inputFailed(error.code ?? error.message),
  );
  child.on('exit', (code, signal) => listener.exited({ code, signal }));
}

/** A pid means that the system made the process; Node reports a failed exec without one. */
function started(child: ChildProcess): Promise<boolean> {
  if (child.pid === undefined) return Promise.resolve(false);
  return new Promise((resolve) => {
    child.once('spawn', () => resolve(true));
    child.once('error', () => resolve(false));
  });
}

function handle(child: ChildProcess): ServerProcess {
  const pid = child.pid ?? 0;
  const closed = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const hasExited = () => child.exitCode !== null || child.signalCode !== null;
  return {
    pid,
    exited,
    closed,
    hasExited,
    write(bytes) {
      if (child.stdin?.writable) child.stdin.write(bytes);
    },
    closeInput() {
      child.stdin?.end();
    },
    end(signal) {
      endTree(pid, signal);
    },
    lives() {
      return !hasExited() || treeLives(pid);
    },
    abandon() {
      child.stdout?.destroy();
      child.stderr?.destroy();
    },
  };
}
