import type { ServerProcess } from './child.ts';
import type { EndSignal } from './process-tree.ts';
import { until, within } from './wait.ts';

/** How long each stage waits, in milliseconds. */
export interface Patience {
  /** After standard input is closed, before SIGTERM. */
  readonly goodbye: number;
  /** After SIGTERM, before SIGKILL. */
  readonly term: number;
}

/** As the specification asks (MCP, "Lifecycle: Shutdown", stdio), with the times that SDK clients use. */
export const ORDERLY: Patience = { goodbye: 2000, term: 2000 };
/** When somebody wants sadap itself to end, or the server no longer reads: all within two seconds. */
export const PROMPT: Patience = { goodbye: 500, term: 500 };

/** Time for the rest of the output to come through the pipe after the process has gone. */
const DRAIN_MS = 500;
/** Time for the system to clear a process that was killed. */
const REAP_MS = 200;

export interface ShutdownEvents {
  inputClosed(): void;
  signal(name: EndSignal): void;
  /** The server has gone, and what it started runs on. */
  outlived?(): void;
}

/** Lets a stage of the shutdown end before its time: a second Ctrl-C. */
export class Hurry {
  #skip = () => {};
  #patience: Patience | undefined;

  /** Ends the stage that runs now; this one and all later ones are no longer than `patience`. */
  now(patience: Patience): void {
    this.#patience = patience;
    this.#skip();
  }

  /** Waits for `over`, as long as the patience for this stage lasts. */
  async stage(wanted: Patience, which: keyof Patience, over: Promise<unknown>): Promise<void> {
    const skipped = new Promise<void>((resolve) => {
      this.#skip = resolve;
    });
    await within((this.#patience ?? wanted)[which], Promise.race([over, skipped]));
  }
}

/**
 * Ends a server: closes its standard input, waits, SIGTERM, waits, SIGKILL, stopping as soon as it is
 * gone. Signals go to everything that the server started. Resolves when the process has gone and its
 * output is read to the end; never hangs on a grandchild that keeps the pipe open.
 */
export async function shutDown(
  server: ServerProcess,
  patience: Patience,
  hurry: Hurry,
  events: ShutdownEvents,
): Promise<void> {
  if (!server.hasExited()) {
    server.closeInput();
    events.inputClosed();
    await hurry.stage(patience, 'goodbye', server.exited);
  }
  if (await survives(server)) {
    if (server.hasExited()) events.outlived?.();
    events.signal('SIGTERM');
    server.end('SIGTERM');
    const stopWaiting = new AbortController();
    await hurry.stage(patience, 'term', dead(server, stopWaiting.signal));
    stopWaiting.abort();
  }
  if (await survives(server)) {
    events.signal('SIGKILL');
    server.end('SIGKILL');
    await until(REAP_MS, () => !server.lives());
  }
  await within(DRAIN_MS, server.closed);
  server.abandon();
  await within(REAP_MS, server.closed);
}

/** A process that runs survives; what is left of its group gets a moment to go by itself. */
async function survives(server: ServerProcess): Promise<boolean> {
  if (!server.hasExited()) return true;
  return !(await until(REAP_MS, () => !server.lives()));
}

async function dead(server: ServerProcess, stop: AbortSignal): Promise<void> {
  await server.exited;
  while (server.lives() && !stop.aborted) await until(50, () => !server.lives());
}
