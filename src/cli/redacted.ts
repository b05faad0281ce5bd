import type { Recording } from '../model/recording.ts';
import { recordingFrom } from '../recording/load.ts';
import { redactFile } from '../recording/redact-file.ts';
import type { Options } from './program.ts';
import { redactionRules } from './redaction.ts';
import { bytesOfLog } from './source.ts';

/** A recording without what is to be taken out of everything that is made to be handed on. */
export async function redactedRecording(path: string, options: Options): Promise<Recording> {
  const pieces: Buffer[] = [];
  const keep = (bytes: Buffer) => {
    pieces.push(bytes);
    return Promise.resolve(true);
  };
  await redactFile(path, redactionRules(options), keep, undefined, await bytesOfLog(path));
  return recordingFrom(Buffer.concat(pieces), path);
}
