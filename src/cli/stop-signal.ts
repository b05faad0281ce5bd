/** Aborted by the first signal that asks us to end; a second one ends us at once. */
export function stopSignal(): AbortSignal {
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  const controller = new AbortController();
  const stop = () => {
    for (const signal of signals) process.off(signal, stop);
    controller.abort();
  };
  for (const signal of signals) process.on(signal, stop);
  return controller.signal;
}
