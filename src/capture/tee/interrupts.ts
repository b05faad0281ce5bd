import { closeSync, openSync } from 'node:fs';

/**
 * Asked of the server by whoever started us; it decides what to make of them. With a listener of ours
 * Node no longer opens its debugger on SIGUSR1.
 */
const PASSED = ['SIGTERM', 'SIGHUP', 'SIGUSR1', 'SIGUSR2'] as const;
/** These mean what the server takes them for, never that it should end. */
const INFORMING: ReadonlySet<NodeJS.Signals> = new Set(['SIGUSR1', 'SIGUSR2']);
/** From a keyboard these reach every process of the foreground group, the server too. */
const KEYBOARD = ['SIGINT', 'SIGQUIT'] as const;

/**
 * Passes the signals that this process gets on to the server. A Ctrl-C in a terminal has reached it
 * already: then we wait for it to end; the second becomes SIGTERM, the third SIGKILL.
 *
 * @param pressed hears of each key in a terminal.
 * @returns stops listening.
 */
export function passSignals(
  send: (signal: NodeJS.Signals) => void,
  pressed: (signal: NodeJS.Signals) => void,
): () => void {
  const stops: (() => void)[] = [];
  const on = (signal: NodeJS.Signals, listener: () => void) => {
    process.on(signal, listener);
    stops.push(() => process.off(signal, listener));
  };
  for (const signal of PASSED) on(signal, () => send(signal));
  let presses = 0;
  for (const signal of KEYBOARD)
    on(signal, () => {
      const keyboard = hasTerminal();
      presses += 1;
      if (keyboard) pressed(signal);
      if (!keyboard) send(signal);
      else if (presses > 1) send(presses === 2 ? 'SIGTERM' : 'SIGKILL');
    });
  return () => {
    for (const stop of stops) stop();
  };
}

/** Whoever sends this signal wants the end, and does not wait for it much longer. */
export function asksForEnd(signal: NodeJS.Signals): boolean {
  return !INFORMING.has(signal);
}

/** Without a controlling terminal a SIGINT was meant for this process alone: hosts send it with kill. */
function hasTerminal(): boolean {
  if (process.platform === 'win32') return true;
  try {
    closeSync(openSync('/dev/tty', 'r'));
    return true;
  } catch {
    return false;
  }
}
