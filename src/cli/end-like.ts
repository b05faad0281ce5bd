import { constants } from 'node:os';
import type { Exit } from '../model/recording.ts';

/**
 * The server's code; or its signal, so that our parent sees what it would have seen. Where we survive
 * the signal (it is ignored here, or does not end a process) the status says it as shells do, and so it
 * does on Windows: there a signal to oneself is a plain end with status 1, and what is still on its way
 * to a pipe would be lost.
 */
export function endLike({ code, signal }: Exit, platform = process.platform): number {
  if (signal === null) return code ?? 0;
  // What Node reports is one of its own names.
  const name = signal as NodeJS.Signals;
  if (platform !== 'win32') process.kill(process.pid, name);
  return 128 + constants.signals[name];
}
