/** Waits for the promise, but no longer than `ms`; leaves no timer behind. Tells whether it came. */
export async function within(ms: number, promise: Promise<unknown>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), ms);
  });
  const came = await Promise.race([promise.then(() => true), late]);
  clearTimeout(timer);
  return came;
}

/** Waits until the condition holds, but no longer than `ms`, asking every few milliseconds. */
export async function until(ms: number, condition: () => boolean): Promise<boolean> {
  const end = performance.now() + ms;
  while (!condition()) {
    if (performance.now() >= end) return false;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  return true;
}
