import type { SignalSource } from './options.ts';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
export type Interrupt = (typeof SIGNALS)[number];

/**
 * Listens for the signals that ask sadap to end. `first` is told about the first one, `again` about
 * each that follows. Returns the function that stops listening.
 */
export function onInterrupts(
  source: SignalSource,
  first: (signal: Interrupt) => void,
  again: (signal: Interrupt) => void,
): () => void {
  let seen = false;
  const listeners = SIGNALS.map((signal) => {
    const listener = () => {
      const tell = seen ? again : first;
      seen = true;
      tell(signal);
    };
    source.on(signal, listener);
    return { signal, listener };
  });
  return () => {
    for (const { signal, listener } of listeners) source.off(signal, listener);
  };
}
