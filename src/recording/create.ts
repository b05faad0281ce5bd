import type { ServerInfo } from '../model/recording.ts';
import { createMask } from '../secrets/mask-text.ts';
import { maskServer, textsOf } from './mask-command.ts';
import { openRecording, type WriterOptions } from './open.ts';
import type { RecordingRedactor } from './redact.ts';
import type { RecordingWriter } from './write.ts';

/**
 * Creates a recording whose server is as it was started: secrets in its command and URL are masked here, before
 * they reach the disk.
 *
 * @throws as `openRecording`
 */
export function createRecording(options: WriterOptions): RecordingWriter {
  return openRecording({ ...options, server: maskedServer(options.server, options.redactor) });
}

/** The server as the header tells it. What its command line gave away is taken out of what it says, too. */
export function maskedServer(server: ServerInfo, redactor?: RecordingRedactor): ServerInfo {
  const know = (secret: string, placeholder: string) => redactor?.know(secret, { placeholder });
  return maskServer(server, createMask(textsOf(server), know));
}
