import type { Readable, Writable } from 'node:stream';
import { finished } from 'node:stream/promises';

const SIGNALS = ['SIGTERM', 'SIGINT'] as const;

/** A wish from outside that the server ends. */
export interface StopSignal {
  /** Resolves at the first SIGTERM or SIGINT. A second one ends the process as if nobody listened. */
  readonly received: Promise<void>;
  /** Stops listening for signals. */
  dispose(): void;
}

export function stopSignal(): StopSignal {
  let resolve = () => {};
  const received = new Promise<void>((done) => {
    resolve = done;
  });
  for (const signal of SIGNALS) process.once(signal, resolve);
  return {
    received,
    dispose: () => {
      for (const signal of SIGNALS) process.off(signal, resolve);
    },
  };
}

/** Resolves when nothing more can be read, for whatever reason. */
export async function endOfInput(stream: Readable): Promise<void> {
  await finished(stream, { writable: false }).catch(() => {});
}

/** Resolves when nothing more can be written, for whatever reason: usually the client has left. */
export async function endOfOutput(stream: Writable): Promise<void> {
  await finished(stream, { readable: false }).catch(() => {});
}

/** Writes a line to stderr: standard output belongs to the protocol. */
export function logToStderr(line: string): void {
  process.stderr.write(`asrama: ${line}\n`);
}
