import { SadapError } from '../errors.ts';
import type { Side } from '../model/frame.ts';
import { type Exit, OUTLIVED } from '../model/recording.ts';
import { createClock } from '../recording/clock.ts';
import { createRecording } from '../recording/create.ts';
import type { RecordingWriter } from '../recording/write.ts';
import { AnswerBook } from './answers.ts';
import { type ServerProcess, SpawnFailure, startServer } from './child.ts';
import { Conversation } from './conversation.ts';
import { deathError, interruptedStatus, silenceError, spawnError } from './failures.ts';
import { type Interrupt, onInterrupts } from './interrupts.ts';
import { ownMarks } from './marks.ts';
import type { RecordOptions } from './options.ts';
import { type Plan, planOf } from './plan.ts';
import { play } from './player.ts';
import { endTree } from './process-tree.ts';
import { Hurry, ORDERLY, PROMPT, shutDown } from './shutdown.ts';
import type { StepResult } from './step-result.ts';
import { Tap } from './tap.ts';
import { within } from './wait.ts';

const LF = Buffer.of(0x0a);
/** Time for the exit of a process whose output has ended. */
const EXIT_FOLLOWS_MS = 150;

/** What a capture came to. A recording exists in any case. */
export interface RecordOutcome {
  /** The recording. */
  readonly path: string;
  /** How the server ended; undefined when it could not be started. */
  readonly exit: Exit | undefined;
  readonly steps: readonly StepResult[];
  /** Who ended the session: the script was through, the server left, or sadap was told to stop. */
  readonly closedBy: Side | 'sadap';
  /** What stopped the session before the script was through. */
  readonly error: SadapError | undefined;
  /** The signal that stopped sadap. */
  readonly interrupted: Interrupt | undefined;
  /** 0: every step went well; 1: one did not; else the status of what stopped the session. */
  readonly exitCode: number;
}

/**
 * Starts a stdio server, plays a script against it as its client, and records all that both sides and
 * the process do. Each line is on disk before it is passed on. Ends the server and everything it
 * started, whatever happens.
 * @throws SadapError `script-invalid`, `usage`, `recording-exists`, `not-writable`, `write-failed`
 *   before anything was started. What goes wrong later is in the outcome.
 */
export async function recordSession(options: RecordOptions): Promise<RecordOutcome> {
  const plan = await planOf(options);
  const clock = createClock();
  // Variables that a script sets, too.
  options.out?.redactor?.knowEnvironment(plan.server.env);
  const writer = createRecording({
    ...options.out,
    mode: 'record',
    marks: ownMarks(),
    recorder: options.recorder,
    server: {
      label: plan.label,
      command: plan.server.command,
      cwd: plan.server.cwd,
      envNames: plan.envNames,
    },
    clock,
  });
  return new Capture(plan, options, writer, clock).run();
}

class Capture {
  readonly #plan: Plan;
  readonly #options: RecordOptions;
  readonly #writer: RecordingWriter;
  readonly #tap: Tap;
  readonly #book: AnswerBook;
  readonly #conversation: Conversation;
  readonly #hurry = new Hurry();
  #server: ServerProcess | undefined;
  #interrupted: Interrupt | undefined;
  #recordingError: SadapError | undefined;
  /** The server stopped talking or listening of its own accord. */
  #left: string | undefined;
  /** The conversation was over before the script was. */
  #endedEarly = false;
  /** How the server had ended before sadap began to end it. */
  #ownExit: Exit | undefined;

  constructor(
    plan: Plan,
    options: RecordOptions,
    writer: RecordingWriter,
    clock: ReturnType<typeof createClock>,
  ) {
    this.#plan = plan;
    this.#options = options;
    this.#writer = writer;
    this.#book = new AnswerBook(plan.answers);
    this.#conversation = new Conversation((line) => this.#send(line), this.#book);
    this.#tap = new Tap(writer, clock, {
      frame: (frame) => this.#conversation.receive(frame),
      ended: (why) => this.#serverLeft(why),
      recordingFailed: (error) => this.#stop(error),
    });
  }

  async run(): Promise<RecordOutcome> {
    const stopListening = onInterrupts(
      this.#options.signals ?? process,
      (signal) => this.#interrupt(signal),
      () => this.#hurry.now(PROMPT),
    );
    try {
      return await this.#session();
    } finally {
      stopListening();
    }
  }

  async #session(): Promise<RecordOutcome> {
    const server = await this.#start();
    if (server instanceof SadapError) return this.#outcome([], server);
    // Should sadap itself break down, nothing that it started stays behind.
    const killAll = () => endTree(server.pid, 'SIGKILL');
    process.once('exit', killAll);
    this.#server = server;
    for (const note of this.#plan.notes) this.#tap.note(note);
    const steps = await this.#play();
    this.#endedEarly = this.#conversation.closed !== undefined;
    await this.#shutDown(server);
    process.off('exit', killAll);
    return this.#outcome(steps, this.#errorOf(steps));
  }

  async #start(): Promise<ServerProcess | SadapError> {
    const { server } = this.#plan;
    try {
      const started = await startServer(server, this.#tap);
      this.#tap.event({ event: 'started' });
      return started;
    } catch (error) {
      if (!(error instanceof SpawnFailure)) throw error;
      const { code, message } = error;
      this.#tap.event({ event: 'spawn-failed', code, text: message });
      return spawnError(error, server);
    }
  }

  #play(): Promise<StepResult[]> {
    const { steps, state, timeoutMs, probeMs } = this.#plan;
    const [conversation, book] = [this.#conversation, this.#book];
    return play(
      {
        conversation,
        book,
        state,
        timeoutMs,
        probeMs,
        note: (text) => this.#tap.note(text),
        timedOut: (step, ms) => this.#tap.event({ event: 'timeout', step, ms }),
        done: (result) => this.#options.onStep?.(result),
      },
      steps,
    );
  }

  /** Closed by us before anything else, so that the server's goodbye is not taken for its leaving. */
  async #shutDown(server: ServerProcess): Promise<void> {
    this.#conversation.close('the script is through');
    if (this.#left !== undefined) await this.#lookWhyItLeft(server);
    const prompt = this.#tap.inputBroken || (this.#interrupted ?? 'SIGINT') !== 'SIGINT';
    await shutDown(server, prompt ? PROMPT : (this.#options.patience ?? ORDERLY), this.#hurry, {
      inputClosed: () => this.#tap.event({ event: 'stdin-closed' }),
      signal: (signal) => this.#tap.event({ event: 'signal', signal }),
      outlived: () => this.#tap.note(OUTLIVED),
    });
    this.#tap.finish();
  }

  /** The end of the output comes first; the exit that explains it follows at once, or never. */
  async #lookWhyItLeft(server: ServerProcess): Promise<void> {
    await within(EXIT_FOLLOWS_MS, server.exited);
    this.#ownExit = this.#tap.exit;
    if (!this.#ownExit && this.#tap.outputEnded) this.#tap.event({ event: 'stdout-closed' });
  }

  #send(line: string): void {
    const bytes = Buffer.from(line);
    this.#tap.sent({ bytes, eol: '\n' });
    // A frame that could not be recorded is not sent either.
    if (!this.#recordingError) this.#server?.write(Buffer.concat([bytes, LF]));
  }

  #serverLeft(why: string): void {
    if (this.#conversation.closed !== undefined) return;
    this.#left = why;
    this.#conversation.close(why);
  }

  #interrupt(signal: Interrupt): void {
    this.#interrupted = signal;
    this.#conversation.close(`sadap received ${signal}`);
    if (signal !== 'SIGINT') this.#hurry.now(PROMPT);
  }

  #stop(error: SadapError): void {
    this.#recordingError ??= error;
    this.#conversation.close(error.message);
  }

  #errorOf(steps: readonly StepResult[]): SadapError | undefined {
    if (this.#recordingError || this.#interrupted) return this.#recordingError;
    const { lastErrors } = this.#tap;
    const lost = steps.find(({ status }) => status === 'closed' || status === 'skipped');
    if (lost && this.#left !== undefined)
      return deathError({
        exit: this.#ownExit,
        why: this.#left,
        step: lost,
        method: this.#conversation.unanswered,
        lastErrors,
        atOpening: !steps.some((step) => step.status === 'ok'),
      });
    const silent = steps.find((step) => step.status === 'timeout');
    // What else ends a session is an opening without an answer.
    if (!silent || !this.#endedEarly) return undefined;
    return silenceError(silent, this.#conversation.wrongFraming, lastErrors);
  }

  #outcome(steps: readonly StepResult[], error: SadapError | undefined): RecordOutcome {
    const exit = this.#tap.exit;
    const reason = this.#interrupted ?? this.#recordingError?.message;
    try {
      this.#writer.end({
        closedBy: this.#closedBy(),
        ...(exit && { exit }),
        ...(reason && { reason }),
      });
    } catch (failure) {
      if (!(failure instanceof SadapError)) throw failure;
      error ??= failure;
    }
    const interrupted = this.#interrupted;
    const failed = steps.some((step) => step.status !== 'ok') ? 1 : 0;
    return {
      path: this.#writer.path,
      exit,
      steps: error || interrupted ? steps.map(withoutItsEnd) : steps,
      closedBy: this.#closedBy(),
      error,
      interrupted,
      exitCode: interrupted ? interruptedStatus(interrupted) : (error?.exitCode ?? failed),
    };
  }

  #closedBy(): Side | 'sadap' {
    if (this.#interrupted || this.#recordingError || !this.#server) return 'sadap';
    return this.#left === undefined ? 'client' : 'server';
  }
}

/** What ended the session ended its steps too; it is told once, by the error or the signal. */
function withoutItsEnd(step: StepResult): StepResult {
  return step.status === 'closed' ? { ...step, details: [] } : step;
}
