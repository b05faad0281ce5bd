import { isSadapError, SadapError } from '../../errors.ts';
import type { Exit, ServerInfo } from '../../model/recording.ts';
import { createClock } from '../../recording/clock.ts';
import { openRecording } from '../../recording/open.ts';
import { isPlainCommand } from '../../recording/plain-command.ts';
import type { RecordingRedactor } from '../../recording/redact.ts';
import { labelOf } from '../label.ts';
import { ownMarks } from '../marks.ts';
import { Recorder } from './recorder.ts';
import { Session } from './session.ts';
import type { StartFailure } from './start.ts';

export interface TeeOptions {
  /** The server as the host would start it. */
  readonly command: readonly string[];
  readonly out: {
    readonly path?: string;
    readonly dir?: string;
    readonly redactor?: RecordingRedactor;
  };
  readonly label?: string | undefined;
  /** No traffic without a recording. */
  readonly strict: boolean;
  readonly maxBytes?: number | undefined;
  /** Program and version that records. */
  readonly recorder: string;
  /** Says something to the user, who reads it among the server's own messages: one line. */
  readonly warn: (line: string) => void;
}

/** How the server ended; in strict mode `error` says why we ended it. */
export interface TeeOutcome {
  readonly exit: Exit;
  readonly error: SadapError | undefined;
  /** The recording, if one was made. */
  readonly recording: string | undefined;
}

/**
 * Runs a server in place of its host's, passes everything through, records both sides. Returns when the
 * server has gone and all that it said is passed on.
 *
 * @throws SadapError `server-not-found`, `server-not-executable`; with `strict` also `not-writable`,
 *   `recording-exists`, `write-failed` before anything is started.
 */
export async function runTee(options: TeeOptions): Promise<TeeOutcome> {
  let session: Session | undefined;
  let failure: SadapError | undefined;
  const failed = (error: unknown) => {
    failure = asSadapError(error);
    const then = options.strict ? 'ending the server' : 'traffic goes on unrecorded';
    options.warn(`${failure.message}; ${then}`);
    if (options.strict) session?.giveUp();
  };
  // Only who wants no server without a recording waits for the file before the server is started.
  let opened = options.strict ? await openRecorder(options, failed) : undefined;
  let isOpened = options.strict;
  const open = async () => {
    if (!isOpened) opened = await openRecorder(options, failed);
    isOpened = true;
    return opened;
  };
  session = new Session(async () => {
    const recorder = await open();
    recorder?.event({ event: 'started' });
    return recorder;
  });
  try {
    const exit = await session.run(options.command);
    return { exit, error: options.strict ? failure : undefined, recording: opened?.path };
  } catch (error) {
    if (!isStartFailure(error)) throw error;
    const { code, message } = error;
    const recorder = await open();
    recorder?.event({ event: 'spawn-failed', code, text: message });
    recorder?.end({ closedBy: 'sadap' });
    throw (await import('./start-error.ts')).startError(error, options.command);
  }
}

async function openRecorder(
  options: TeeOptions,
  failed: (error: unknown) => void,
): Promise<Recorder | undefined> {
  const { out, maxBytes } = options;
  const clock = createClock();
  try {
    const server = await serverOf(options);
    const writer = openRecording({
      ...out,
      mode: 'tee',
      marks: ownMarks(),
      recorder: options.recorder,
      server,
      clock,
    });
    return new Recorder({ writer, clock, maxBytes, failed });
  } catch (error) {
    if (options.strict) throw error;
    failed(error);
    return undefined;
  }
}

/** What the header tells of the server, without secrets. */
async function serverOf({ command, label, out }: TeeOptions): Promise<ServerInfo> {
  const cwd = process.cwd();
  if (isPlainCommand(label === undefined ? command : [...command, label]))
    return { label: label ?? labelOf(command), command, cwd };
  const { maskCommand, maskedServer } = await import('../../recording/masking.ts');
  const named = label ?? labelOf(maskCommand(command));
  return maskedServer({ label: named, command, cwd }, out.redactor);
}

/** Any failure to record is told like one that was foreseen: the server's work is more important. */
function asSadapError(error: unknown): SadapError {
  if (isSadapError(error)) return error;
  const text = error instanceof Error ? error.message : String(error);
  return new SadapError('write-failed', `recording failed: ${text}`, { cause: error });
}

function isStartFailure(error: unknown): error is StartFailure {
  return error instanceof Error && 'syscall' in error && 'code' in error;
}
