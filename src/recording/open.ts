import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { SadapError } from '../errors.ts';
import type { Micros } from '../model/frame.ts';
import {
  type CaptureMode,
  FORMAT_VERSION,
  type Header,
  type ServerInfo,
} from '../model/recording.ts';
import { type Clock, createClock } from './clock.ts';
import { currentPlace, recordingFolder, recordingName } from './location.ts';
import type { RecordingRedactor } from './redact.ts';
import { createSessionId } from './session-id.ts';
import { openSink } from './sink.ts';
import { RecordingWriter } from './write.ts';

export interface WriterOptions {
  /** File to create. Without it the name is made up and the folder chosen (location.ts). */
  readonly path?: string;
  /** Folder for a made-up name, as the user asked for; created when missing. */
  readonly dir?: string;
  /** Overwrite an existing file. */
  readonly force?: boolean;
  readonly mode: CaptureMode;
  /** Program and version that writes: `sadap/0.1.0`. */
  readonly recorder: string;
  readonly server: ServerInfo;
  /** false for an import whose bytes were re-spelled. */
  readonly exact?: boolean;
  /** Who writes, and by whom it was started: see `Header`. */
  readonly marks?: Pick<Header, 'process' | 'run'>;
  readonly clock?: Clock;
  /** Takes secrets and personal values out before anything reaches the disk. */
  readonly redactor?: RecordingRedactor | undefined;
}

/**
 * Creates the file and writes its header, with the server as it is given: its caller has taken secrets out of
 * command and URL (`masking.ts`), or knows that there are none.
 *
 * @throws SadapError `recording-exists`, `not-writable`, `write-failed`.
 */
export function openRecording(options: WriterOptions): RecordingWriter {
  const clock = options.clock ?? createClock();
  const header = headerFrom(options, clock.now());
  const sink = openSink(options.path ?? madeUpPath(options, header), options.force);
  return RecordingWriter.on(sink, header, clock, options.redactor);
}

function headerFrom(options: WriterOptions, startedAt: Micros): Header {
  return {
    type: 'header',
    format: 'sadap',
    version: FORMAT_VERSION,
    session: createSessionId(startedAt),
    startedAt,
    recorder: options.recorder,
    mode: options.mode,
    exact: options.exact ?? true,
    ...options.marks,
    server: options.server,
  };
}

function madeUpPath({ dir }: WriterOptions, header: Header): string {
  const folder = recordingFolder({ ...currentPlace(), ...(dir !== undefined && { dir }) });
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  } catch (cause) {
    throw new SadapError('not-writable', `cannot create the folder ${folder} for recordings`, {
      hint: 'Choose another one with --dir FOLDER, or a file with -o FILE.',
      cause,
    });
  }
  return join(folder, recordingName(header.server.label, header.startedAt, header.session));
}
