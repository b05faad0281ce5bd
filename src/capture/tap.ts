import { SadapError } from '../errors.ts';
import type { Frame, Line } from '../model/frame.ts';
import type { ParsedFrame } from '../model/message.ts';
import type { Exit, ProcessEvent } from '../model/recording.ts';
import type { Clock } from '../recording/clock.ts';
import type { RecordingWriter } from '../recording/write.ts';
import { LineSplitter } from '../wire/lines.ts';
import { parseFrame } from '../wire/parse.ts';
import type { ServerListener } from './child.ts';
import { StderrSplitter } from './stderr.ts';

/** Told about what the server did, after it is on disk. */
export interface TapListener {
  frame(frame: ParsedFrame): void;
  /** The server's output has ended, or nothing can be written to it any more. */
  ended(why: string): void;
  /** The recording takes no more; the session must stop. */
  recordingFailed(error: SadapError): void;
}

/**
 * Stands between the driver and the server: whatever passes is on disk before it goes on, in either
 * direction, so that even SIGKILL loses no frame that anybody acted on.
 */
export class Tap implements ServerListener {
  readonly #writer: RecordingWriter;
  readonly #clock: Clock;
  readonly #listener: TapListener;
  readonly #output = new LineSplitter();
  readonly #errors = new StderrSplitter();
  #outputOpen = true;
  #inputBroken = false;
  #exit: Exit | undefined;

  constructor(writer: RecordingWriter, clock: Clock, listener: TapListener) {
    this.#writer = writer;
    this.#clock = clock;
    this.#listener = listener;
  }

  /** How the server ended, once it has. */
  get exit(): Exit | undefined {
    return this.#exit;
  }

  /** What the server's stderr said last: the line that names a failure, or the last lines. */
  get lastErrors(): readonly string[] {
    return this.#errors.lastWords;
  }

  /** Records a line of the client. The caller writes it to the server afterwards. */
  sent(line: Line): void {
    this.#record(() => this.#writer.frame('client', line));
  }

  event(event: ProcessEvent): void {
    this.#record(() => this.#writer.event(event));
  }

  note(text: string): void {
    this.#record(() => this.#writer.note(text));
  }

  output(chunk: Buffer): void {
    this.#received(this.#output.push(chunk));
  }

  outputClosed(): void {
    this.#outputOpen = false;
    const last = this.#output.end();
    if (last) this.#received([last]);
    this.#listener.ended('the server closed its standard output');
  }

  errors(chunk: Buffer): void {
    this.#recordErrors(this.#errors.push(chunk));
  }

  inputFailed(code: string): void {
    if (this.#inputBroken) return;
    this.#inputBroken = true;
    // A server that has gone cannot read; its exit says all.
    if (!this.#exit) this.event({ event: 'write-failed', code });
    this.#listener.ended('the server no longer reads its standard input');
  }

  exited(exit: Exit): void {
    this.#exit = exit;
  }

  /** Call once, when the server has gone and its outputs are read. */
  finish(): void {
    if (this.#outputOpen) {
      const last = this.#output.end();
      if (last) this.#received([last]);
    }
    this.#recordErrors(this.#errors.end());
    if (this.#exit) this.event({ event: 'exit', ...this.#exit });
  }

  get outputEnded(): boolean {
    return !this.#outputOpen;
  }

  get inputBroken(): boolean {
    return this.#inputBroken;
  }

  /** Lines that came in one chunk are one append. */
  #received(lines: readonly Line[]): void {
    if (lines.length === 0) return;
    const at = this.#clock.now();
    const entries = lines.map((line) => ({ type: 'frame', at, from: 'server', ...line }) as const);
    const placed = this.#record(() => this.#writer.append(entries)) ?? [];
    for (const entry of placed) if (entry.type === 'frame') this.#handOn(entry);
  }

  #handOn(frame: Frame): void {
    this.#listener.frame(parseFrame(frame));
  }

  #recordErrors(pieces: readonly Line[]): void {
    if (pieces.length === 0) return;
    const at = this.#clock.now();
    this.#record(() =>
      this.#writer.append(pieces.map((piece) => ({ type: 'stderr', at, ...piece }) as const)),
    );
  }

  #record<T>(write: () => T): T | undefined {
    try {
      return write();
    } catch (error) {
      if (!(error instanceof SadapError)) throw error;
      this.#listener.recordingFailed(error);
      return undefined;
    }
  }
}
