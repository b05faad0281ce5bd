import { type Interrupt, onInterrupts } from '../../capture/interrupts.ts';
import { type RunningProxy, startProxy } from '../../capture/proxy/run.ts';
import { within } from '../../capture/wait.ts';
import { subjectOf } from '../../compare/subject.ts';
import { HttpClient } from './http-client.ts';
import { Play } from './play.ts';
import type { Score } from './score.ts';
import type { CommonOptions, Played } from './stdio.ts';

export interface HttpOptions extends CommonOptions {
  readonly url: string;
  /** To be sent with every request: `authorization` and the like. */
  readonly headers: Readonly<Record<string, string>>;
  /** Certificates to trust, and whether to trust any. */
  readonly ca?: string;
  readonly insecure?: boolean;
  /** Takes a line for the user. */
  readonly tell: (line: string) => void;
}

/** A server that hangs up on its goodbye is not waited for. */
const GOODBYE_MS = 1000;

/**
 * Plays the recorded client to a server over HTTP: through a proxy of our own on this machine, which
 * records the exchanges as they cross the wire.
 * @throws SadapError `usage`, `recording-exists`, `not-writable`, `write-failed`.
 */
export async function playToUrl(score: Score, options: HttpOptions): Promise<Played> {
  const { url, label, out, recorder, ca, insecure, tell } = options;
  const proxy = await startProxy({
    upstream: url,
    label,
    out,
    recorder,
    mode: 'replay',
    ...(ca !== undefined && { ca }),
    ...(insecure !== undefined && { insecure }),
    tell,
  });
  const stage = new Stage(score, options, proxy);
  const stopListening = onInterrupts(
    options.signals ?? process,
    (signal) => stage.interrupt(signal),
    () => {},
  );
  try {
    await stage.run();
  } finally {
    stopListening();
    await proxy.close();
  }
  return stage.played();
}

class Stage {
  readonly #options: HttpOptions;
  readonly #score: Score;
  readonly #proxy: RunningProxy;
  readonly #play: Play;
  readonly #client: HttpClient;
  #timer: NodeJS.Timeout | undefined;
  #finish: () => void = () => {};
  #interrupted: Interrupt | undefined;

  constructor(score: Score, options: HttpOptions, proxy: RunningProxy) {
    this.#options = options;
    this.#score = score;
    this.#proxy = proxy;
    const { execute, timeoutMs, url, headers, tell } = options;
    this.#play = new Play(score, {
      execute,
      timeoutMs,
      timedOut: ({ request }) =>
        tell(`${subjectOf(request)}: no answer within ${timeoutMs / 1000} s`),
    });
    const { pathname, search } = new URL(url);
    this.#client = new HttpClient(proxy.url + pathname + search, headers, {
      frame: (content) => this.#write(this.#play.receive(content, performance.now())),
      lost: (ids, why) => this.#write(this.#play.lose(ids, why, performance.now())),
    });
  }

  async run(): Promise<void> {
    const finished = new Promise<void>((resolve) => {
      this.#finish = resolve;
    });
    this.#write(this.#play.advance(performance.now()));
    await finished;
    clearTimeout(this.#timer);
    await within(GOODBYE_MS, this.#client.settled());
    await within(GOODBYE_MS, this.#client.close());
  }

  interrupt(signal: Interrupt): void {
    this.#interrupted = signal;
    this.#play.close(`sadap received ${signal}`);
    this.#finish();
  }

  played(): Played {
    return {
      path: this.#proxy.recording,
      play: this.#play,
      exit: undefined,
      lastErrors: [],
      left: undefined,
      interrupted: this.#interrupted,
      error: undefined,
    };
  }

  #write(lines: readonly Buffer[]): void {
    for (const line of lines) this.#client.post(line);
    this.#options.onLine?.(this.#play.position, this.#score.lines.length);
    clearTimeout(this.#timer);
    const { over, wakeAt } = this.#play;
    if (over) this.#finish();
    else if (wakeAt !== undefined)
      this.#timer = setTimeout(
        () => this.#write(this.#play.advance(performance.now())),
        Math.max(1, Math.ceil(wakeAt - performance.now())),
      );
  }
}
