import {
  type ServerCommand,
  type ServerProcess,
  SpawnFailure,
  startServer,
} from '../../capture/child.ts';
import { spawnError } from '../../capture/failures.ts';
import { type Interrupt, onInterrupts } from '../../capture/interrupts.ts';
import { ownMarks } from '../../capture/marks.ts';
import type { SignalSource } from '../../capture/options.ts';
import { endTree } from '../../capture/process-tree.ts';
import { Hurry, ORDERLY, type Patience, PROMPT, shutDown } from '../../capture/shutdown.ts';
import { Tap } from '../../capture/tap.ts';
import { within } from '../../capture/wait.ts';
import { subjectOf } from '../../compare/subject.ts';
import { SadapError } from '../../errors.ts';
import type { Exit } from '../../model/recording.ts';
import { createClock } from '../../recording/clock.ts';
import { createRecording } from '../../recording/create.ts';
import type { RecordingWriter } from '../../recording/write.ts';
import { Play } from './play.ts';
import type { Score } from './score.ts';

const LF = Buffer.of(0x0a);
/** Time for the exit of a process whose output has ended. */
const EXIT_FOLLOWS_MS = 150;

/** What a play needs, whatever the transport. */
export interface CommonOptions {
  readonly label: string;
  readonly out: { readonly path?: string; readonly dir?: string; readonly force?: boolean };
  readonly recorder: string;
  readonly execute: boolean;
  readonly timeoutMs: number;
  readonly signals?: SignalSource;
  readonly patience?: Patience;
  /** Told how far the play is. */
  readonly onLine?: (said: number, of: number) => void;
}

export interface StdioOptions extends CommonOptions {
  readonly server: ServerCommand;
  /** Names of the variables that were set for the server. */
  readonly envNames: readonly string[];
}

/** What a play to a server came to. There is a recording in any case. */
export interface Played {
  readonly path: string;
  readonly play: Play;
  readonly exit: Exit | undefined;
  /** What the server's stderr said last. */
  readonly lastErrors: readonly string[];
  /** The server left of its own accord before everything was said. */
  readonly left: string | undefined;
  readonly interrupted: Interrupt | undefined;
  /** The recording or the start failed. */
  readonly error: SadapError | undefined;
}

/**
 * Starts a stdio server and plays the recorded client to it. Each line is on disk before it is passed
 * on. Ends the server and everything it started, whatever happens.
 * @throws SadapError `recording-exists`, `not-writable`, `write-failed` before anything was started.
 */
export async function playToCommand(score: Score, options: StdioOptions): Promise<Played> {
  const clock = createClock();
  const { label, server, envNames } = options;
  const writer = createRecording({
    ...options.out,
    mode: 'replay',
    marks: ownMarks(),
    recorder: options.recorder,
    server: { label, command: server.command, cwd: server.cwd, envNames },
    clock,
  });
  return new Stage(score, options, writer, clock).run();
}

class Stage {
  readonly #score: Score;
  readonly #options: StdioOptions;
  readonly #writer: RecordingWriter;
  readonly #tap: Tap;
  readonly #play: Play;
  readonly #hurry = new Hurry();
  #server: ServerProcess | undefined;
  #timer: NodeJS.Timeout | undefined;
  #finish: () => void = () => {};
  #left: string | undefined;
  #interrupted: Interrupt | undefined;
  #error: SadapError | undefined;

  constructor(
    score: Score,
    options: StdioOptions,
    writer: RecordingWriter,
    clock: ReturnType<typeof createClock>,
  ) {
    this.#score = score;
    this.#options = options;
    this.#writer = writer;
    const { execute, timeoutMs } = options;
    this.#tap = new Tap(writer, clock, {
      frame: ({ content }) => this.#write(this.#play.receive(content, performance.now())),
      ended: (why) => this.#serverLeft(why),
      recordingFailed: (error) => this.#fail(error),
    });
    this.#play = new Play(score, {
      execute,
      timeoutMs,
      timedOut: ({ request }) =>
        this.#tap.event({ event: 'timeout', step: subjectOf(request), ms: timeoutMs }),
    });
  }

  async run(): Promise<Played> {
    const stopListening = onInterrupts(
      this.#options.signals ?? process,
      (signal) => this.#interrupt(signal),
      () => this.#hurry.now(PROMPT),
    );
    try {
      await this.#session();
    } finally {
      stopListening();
    }
    return this.#played();
  }

  async #session(): Promise<void> {
    const server = await this.#start();
    if (!server) return;
    const killAll = () => endTree(server.pid, 'SIGKILL');
    process.once('exit', killAll);
    this.#server = server;
    const finished = new Promise<void>((resolve) => {
      this.#finish = resolve;
    });
    this.#write(this.#play.advance(performance.now()));
    await finished;
    clearTimeout(this.#timer);
    await this.#shutDown(server);
    process.off('exit', killAll);
  }

  async #start(): Promise<ServerProcess | undefined> {
    const { server } = this.#options;
    try {
      const started = await startServer(server, this.#tap);
      this.#tap.event({ event: 'started' });
      return started;
    } catch (error) {
      if (!(error instanceof SpawnFailure)) throw error;
      const { code, message } = error;
      this.#tap.event({ event: 'spawn-failed', code, text: message });
      this.#error = spawnError(error, server);
      return undefined;
    }
  }

  #write(lines: readonly Buffer[]): void {
    for (const line of lines) {
      const bytes = onOneLine(line);
      this.#tap.sent({ bytes, eol: '\n' });
      // A frame that could not be recorded is not sent either.
      if (!this.#error) this.#server?.write(Buffer.concat([bytes, LF]));
    }
    this.#options.onLine?.(this.#play.position, this.#score.lines.length);
    this.#goOn();
  }

  /** Sets the clock for what comes next. */
  #goOn(): void {
    clearTimeout(this.#timer);
    const { over, wakeAt } = this.#play;
    if (over) this.#finish();
    else if (wakeAt !== undefined)
      this.#timer = setTimeout(
        () => this.#write(this.#play.advance(performance.now())),
        Math.max(1, Math.ceil(wakeAt - performance.now())),
      );
  }

  async #shutDown(server: ServerProcess): Promise<void> {
    if (this.#left !== undefined) {
      await within(EXIT_FOLLOWS_MS, server.exited);
      if (!this.#tap.exit && this.#tap.outputEnded) this.#tap.event({ event: 'stdout-closed' });
    }
    const prompt = this.#tap.inputBroken || (this.#interrupted ?? 'SIGINT') !== 'SIGINT';
    await shutDown(server, prompt ? PROMPT : (this.#options.patience ?? ORDERLY), this.#hurry, {
      inputClosed: () => this.#tap.event({ event: 'stdin-closed' }),
      signal: (signal) => this.#tap.event({ event: 'signal', signal }),
    });
    this.#tap.finish();
  }

  #serverLeft(why: string): void {
    if (this.#play.over) return;
    this.#left = why;
    this.#end(why);
  }

  #interrupt(signal: Interrupt): void {
    this.#interrupted = signal;
    if (signal !== 'SIGINT') this.#hurry.now(PROMPT);
    this.#end(`sadap received ${signal}`);
  }

  #fail(error: SadapError): void {
    this.#error ??= error;
    this.#end(error.message);
  }

  #end(why: string): void {
    this.#play.close(why);
    this.#finish();
  }

  #played(): Played {
    const { exit } = this.#tap;
    const reason = this.#interrupted ?? this.#error?.message;
    const bySadap = this.#interrupted || this.#error;
    const closedBy = bySadap ? 'sadap' : this.#left === undefined ? 'client' : 'server';
    try {
      this.#writer.end({ closedBy, ...(exit && { exit }), ...(reason && { reason }) });
    } catch (failure) {
      if (!(failure instanceof SadapError)) throw failure;
      this.#error ??= failure;
    }
    return {
      path: this.#writer.path,
      play: this.#play,
      exit,
      lastErrors: this.#tap.lastErrors,
      left: this.#left,
      interrupted: this.#interrupted,
      error: this.#error,
    };
  }
}

/** A body of HTTP may go over several lines; between the parts of a JSON text a space says the same. */
function onOneLine(bytes: Buffer): Buffer {
  if (!bytes.includes(0x0a)) return bytes;
  return Buffer.from(bytes.map((byte) => (byte === 0x0a || byte === 0x0d ? 0x20 : byte)));
}
