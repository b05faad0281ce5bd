/** One line on a terminal that says what goes on, rewritten in place; nothing elsewhere. */
export interface Progress {
  /** What is being done now. */
  readonly say: (what: string) => void;
  /** Takes the line away. */
  readonly end: () => void;
}

/** Work shorter than this shows no progress, in milliseconds. */
const PATIENCE = 400;
const REFRESH = 200;

/** Shows progress on a stream when it is a terminal. `what` must be printable. */
export function startProgress(stream: NodeJS.WriteStream, what: string): Progress {
  if (!stream.isTTY) return { say: () => {}, end: () => {} };
  const begun = Date.now();
  let drawn = false;
  let now = what;
  const timer = setInterval(() => {
    const passed = Date.now() - begun;
    if (passed < PATIENCE) return;
    drawn = true;
    const line = `${now} · ${(passed / 1000).toFixed(0)} s`;
    stream.write(`\r\x1b[K${line.slice(0, Math.max(1, (stream.columns ?? 80) - 1))}`);
  }, REFRESH);
  timer.unref();
  return {
    say: (text) => {
      now = text;
    },
    end: () => {
      clearInterval(timer);
      if (drawn) stream.write('\r\x1b[K');
    },
  };
}
